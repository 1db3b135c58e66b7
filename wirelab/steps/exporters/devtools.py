"""A recording of AG-UI DevTools (``.agui.jsonl``, schema 1): a header, then requests, events and
keepalives, each with its time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from wirelab.steps.exporters.event_text import event_data, event_object
from wirelab.steps.exporters.exchanges import arrivals
from wirelab.steps.exporters.exporter import Export, Exporter, Item
from wirelab.steps.exporters.time_of_day import dated, iso
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.sse_encoder import canonical_json
from wirelab.wire.traffic import Request


def _write(traffic: Iterable[Item], export: Export) -> Iterator[bytes]:
    began, items = dated(traffic, export)
    exchange, under_way, seq = 0, False, 0
    yield _line(
        kind="header",
        schemaVersion=1,
        tool="wirelab",
        capturedAt=iso(began),
        url="unknown",
        transport="sse",
        redacted=[],
    )
    for arrival in arrivals(items):
        if isinstance(arrival, Request) or not under_way:
            exchange += 1
        under_way = not (isinstance(arrival, Frame) and arrival.kind is FrameKind.CLOSED)
        connection = f"c{exchange}"
        if isinstance(arrival, Request):
            yield _request(arrival, connection, export)
        elif isinstance(arrival, Frame) and (what := _what(arrival, export)):
            seq += 1
            at = _at(arrival.at_ms, export)
            kind = "keepalive" if "comment" in what else "event"
            yield _line(kind=kind, connId=connection, seq=seq, tMs=at, **what)


def _request(request: Request, connection: str, export: Export) -> bytes:
    body = request.body.decode("utf-8", "replace")
    body_object = event_object(body)
    if body_object is None and request.body:
        export.note("a request's body that is no JSON object was written as text")
    if request.headers:
        export.left_out["request header"] += len(request.headers)
    return _line(
        kind="request",
        connId=connection,
        tMs=_at(request.at_ms, export),
        method=request.method,
        url=request.url,
        input=body if body_object is None else body_object,
    )


def _what(frame: Frame, export: Export) -> dict[str, Any]:
    if frame.kind is FrameKind.COMMENT:
        return {"comment": frame.data}
    data = event_data(frame, export)
    if data is None:
        return {}
    event = event_object(data)
    return {"event": data if event is None else event}


def _at(at_ms: float | None, export: Export) -> float:
    if at_ms is None:
        export.note("times that are not known were written as 0")
        return 0
    return round(at_ms, 3)


def _line(**members: Any) -> bytes:
    return f"{canonical_json(members)}\n".encode()


DEVTOOLS = Exporter(
    "devtools",
    (".agui.jsonl",),
    "AG-UI DevTools: events and comments with times",
    frozenset({"times", "request"}),
    _write,
)
