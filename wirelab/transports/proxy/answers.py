"""An answer to a client: the agent's as it is, one altered by faults, or the proxy's own."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, MutableMapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from wirelab.transports.proxy.account import as_texts
from wirelab.transports.proxy.kinds import answers_run
from wirelab.transports.proxy.passed_headers import RawHeaders, without
from wirelab.transports.proxy.tampering import PROPER, Alteration, Altered, Tampering
from wirelab.wire.sse_encoder import canonical_json
from wirelab.wire.traffic import Response


@dataclass(slots=True)
class Answer:
    """pause_s: seconds it comes late."""

    status: int
    headers: RawHeaders
    body: AsyncGenerator[bytes, None]
    pause_s: float = 0.0
    alteration: Alteration | None = None

    @property
    def start(self) -> dict[str, Any]:
        """The message that begins it."""
        return {"type": "http.response.start", "status": self.status, "headers": self.headers}

    @property
    def is_stream(self) -> bool:
        return answers_run(Response(self.status, as_texts(self.headers)))

    @property
    def farewell(self) -> tuple[str, str]:
        """How it ends behind its body, and by which faults."""
        if self.alteration is None:
            return PROPER, ""
        return self.alteration.farewell, self.alteration.words

    def altered(self, tampering: Tampering) -> Answer:
        """The same as faults leave it; its length is no longer what the agent said."""
        alteration = tampering.alteration(self.status, as_texts(self.headers))
        head = Altered(*alteration.head())
        headers = [
            (name.encode("latin-1"), value.encode("latin-1")) for name, value in head.headers
        ]
        body = _both(alteration.body(self.body), self.body)
        return Answer(
            head.status, without(headers, b"content-length"), body, head.pause_s, alteration
        )

    async def write(self, send: Callable[[MutableMapping[str, Any]], Awaitable[None]]) -> None:
        """Write the whole of it."""
        await send(self.start)
        async for data in self.body:
            await send({"type": "http.response.body", "body": data, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def refusal(status: int, word: str, sentence: str) -> Answer:
    """An answer of the proxy's own: one sentence in JSON."""
    body = canonical_json({"error": word, "reason": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    return Answer(status, headers, _once(body))


async def _once(data: bytes) -> AsyncGenerator[bytes, None]:
    yield data


async def _both(
    altered: AsyncGenerator[bytes, None], source: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    """What is altered; its source is closed with it."""
    try:
        async with aclosing(altered):
            async for data in altered:
                yield data
    finally:
        await source.aclose()
