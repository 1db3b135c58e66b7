"""Fixtures of aimock's AG-UI mock: the events of an exchange, and which request they answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from wirelab.steps.exporters.asked import last_message, run_input, text_of
from wirelab.steps.exporters.event_text import counted_event
from wirelab.steps.exporters.exchanges import whole_exchanges
from wirelab.steps.exporters.exporter import Export, Exporter, Item
from wirelab.wire.sse_encoder import canonical_json
from wirelab.wire.traffic import Request

_NO_MESSAGE = "__NO_USER_MESSAGE__"


def _write(traffic: Iterable[Item], export: Export) -> Iterator[bytes]:
    yield b'{"fixtures":['
    for number, exchange in enumerate(whole_exchanges(traffic)):
        match = canonical_json(_match(exchange.request, export))
        yield f'{"," * (number > 0)}\n{{"match":{match},"events":['.encode()
        begun = False
        for frame in exchange.frames:
            event = counted_event(frame, export)
            if event is not None:
                yield f"{',' * begun}\n{canonical_json(event)}".encode()
                begun = True
        yield b"\n]}"
    yield b"\n]}\n"


def _match(request: Request | None, export: Export) -> dict[str, Any]:
    export.note("of a request, a fixture keeps what it is matched by: the last message")
    asked = run_input(request) if request is not None else {}
    last = last_message(asked)
    if last.get("role") == "tool" and isinstance(last.get("toolCallId"), str):
        return {"toolCallId": last["toolCallId"]}
    return {"message": text_of(last_message(asked, "user")) or _NO_MESSAGE}


AIMOCK = Exporter(
    "aimock",
    (".aimock.json",),
    "aimock: events, and the message they answer",
    frozenset(),
    _write,
)
