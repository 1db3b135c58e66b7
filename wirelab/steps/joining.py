"""Traffic of several sources as that of one: each begins when the one before has ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from wirelab.wire.frame import Frame
from wirelab.wire.traffic import End, Ending, Request, Traffic

Item = Traffic | Frame


def joined(sources: Iterable[Iterable[Item]]) -> Iterator[Item]:
    """All items; times that are known rise through all sources.

    A source that begins without a request is another exchange all the same.
    """
    begins_at, latest = 0.0, 0.0
    before: Item | None = None
    for source in sources:
        for item in _after(source, before):
            before = item
            if item.at_ms is not None:
                latest = max(latest, begins_at + item.at_ms)
                before = replace(item, at_ms=begins_at + item.at_ms)
            yield before
        begins_at = latest


def _after(source: Iterable[Item], before: Item | None) -> Iterator[Item]:
    """The items of a source; what came before ends first, unless a request says so."""
    rest = iter(source)
    first = next(rest, None)
    if first is None:
        return
    if before is not None and not isinstance(before, End) and not isinstance(first, Request):
        yield End(Ending.UNKNOWN)
    yield first
    yield from rest
