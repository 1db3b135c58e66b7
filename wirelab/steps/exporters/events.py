"""Plain events, one a line, each as it was sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wirelab.steps.exporters.event_text import event_line
from wirelab.steps.exporters.exchanges import arrivals
from wirelab.steps.exporters.exporter import Export, Exporter, Item
from wirelab.wire.frame import Frame


def _write(traffic: Iterable[Item], export: Export) -> Iterator[bytes]:
    for arrival in arrivals(traffic):
        line = event_line(arrival, export) if isinstance(arrival, Frame) else None
        if line is not None:
            yield f"{line}\n".encode("utf-8", "backslashreplace")


EVENTS = Exporter(
    "events",
    (".events.jsonl", ".ndjson"),
    "the events alone, one a line",
    frozenset(),
    _write,
)
