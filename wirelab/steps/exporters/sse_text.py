"""The body of one answer, byte for byte, as ``curl -N`` would have saved it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wirelab.steps.exporters.exchanges import body_of
from wirelab.steps.exporters.exporter import Export, Exporter, Item
from wirelab.wire.frame import Frame
from wirelab.wire.traffic import Read

MADE = "the source kept no bytes: the text was made from its events"


def _write(traffic: Iterable[Item], export: Export) -> Iterator[bytes]:
    for item in traffic:
        if isinstance(item, Read):
            yield item.data
        elif isinstance(item, Frame):
            export.note(MADE)
            yield body_of(item)


SSE_TEXT = Exporter(
    "sse",
    (".sse",),
    "the body of one answer, byte for byte",
    frozenset({"bytes"}),
    _write,
    holds_one=True,
)
