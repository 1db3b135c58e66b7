"""What httpx-sse, the decoder that most Python clients use, delivers from some bytes.

It is run for real, over bytes that are there already: no connection is made. It is loaded when it
is first asked, so that nobody pays for it whose stream holds nothing odd.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from wirelab.wire.traffic import Headers

_STREAM: Headers = (("content-type", "text/event-stream"),)


@dataclass(slots=True, frozen=True)
class Reading:
    """data: of each event it delivered, in order. refused: why it delivers none, or ""."""

    data: list[str] = field(default_factory=list)
    refused: str = ""


def read_by_httpx_sse(reads: Iterable[bytes], headers: Headers = _STREAM) -> Reading:
    """Run httpx-sse over a body. headers: of the response; its type and charset count."""
    import httpx
    from httpx_sse import EventSource, SSEError

    told = [(name.encode(), value.encode("utf-8")) for name, value in headers]
    response = httpx.Response(200, headers=told, content=iter([read for read in reads if read]))
    try:
        return Reading([event.data for event in EventSource(response).iter_sse()])
    except SSEError as error:
        return Reading(refused=str(error))
