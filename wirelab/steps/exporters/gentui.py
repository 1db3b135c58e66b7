"""A session of gentui, version 1: what the user said, and the events with their times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from wirelab.steps.exporters.asked import last_message, run_input, text_of
from wirelab.steps.exporters.event_text import counted_event
from wirelab.steps.exporters.exchanges import arrivals
from wirelab.steps.exporters.exporter import Export, Exporter, Item
from wirelab.steps.exporters.time_of_day import dated, iso
from wirelab.wire.frame import Frame
from wirelab.wire.framing import Arrival
from wirelab.wire.sse_encoder import canonical_json
from wirelab.wire.traffic import Request


def _write(traffic: Iterable[Item], export: Export) -> Iterator[bytes]:
    began, items = dated(traffic, export)
    opening = {
        "format": "gentui-session",
        "version": 1,
        "gentui": "written by wirelab",
        "recorded_at": iso(began),
    }
    begun = False
    for arrival in arrivals(items):
        if not begun:
            opening["target"] = arrival.url if isinstance(arrival, Request) else ""
            yield f'{canonical_json(opening)[:-1]},"items":['.encode()
        item = _item(arrival, export)
        if item:
            seconds = {"t": _seconds(arrival.at_ms, export)}
            yield f"{',' * begun}\n{canonical_json(seconds | item)}".encode()
        begun = begun or bool(item)
    yield b"\n]}\n"


def _item(arrival: Arrival, export: Export) -> dict[str, Any]:
    if isinstance(arrival, Request):
        return _asked(arrival)
    event = counted_event(arrival, export) if isinstance(arrival, Frame) else None
    return {"kind": "event", "event": event} if event is not None else {}


def _asked(request: Request) -> dict[str, Any]:
    asked = run_input(request)
    if isinstance(asked.get("resume"), list) and asked["resume"]:
        return {"kind": "resume", "entries": asked["resume"]}
    return {"kind": "user", "text": text_of(last_message(asked, "user"))}


def _seconds(at_ms: float | None, export: Export) -> float:
    if at_ms is None:
        export.note("times that are not known were written as 0")
    return round((at_ms or 0.0) / 1000, 3)


GENTUI = Exporter(
    "gentui",
    (".gentui.json",),
    "gentui: what the user said, events with times",
    frozenset({"times"}),
    _write,
)
