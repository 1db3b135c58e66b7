"""The differences of two streams as rows, ready for a report: what became of which item."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING

from wirelab.session.stream_items import ItemKind
from wirelab.views.diff_words import Wording, item_label, run_size
from wirelab.views.item_details import Detail, item_details
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.session.item_comparison import ItemPair
    from wirelab.session.stream_diff import StreamDiff


class Change(Enum):
    """What became of an item; the values are the signs."""

    CHANGED = "~"
    REMOVED = "-"
    ADDED = "+"
    MOVED = ">"
    """Unchanged, but in another order."""

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(slots=True, frozen=True)
class DiffRow:
    """One item. run: of the expected stream, else of the actual one, counted from 0.

    whole_run: it stands for a run with everything in it, ``size`` says how much that is.
    moved: the labels of what it stands behind in the one and in the other.
    """

    change: Change
    item: ItemPair
    label: str
    run: int
    details: tuple[Detail, ...] = ()
    moved: tuple[str, str] | None = None
    whole_run: bool = False
    size: str = ""


def diff_rows(diff: StreamDiff) -> Iterator[DiffRow]:
    """Each item that differs, in the order of the expected stream; a run that only one has is one
    row."""
    lone_runs = _lone_runs(diff)
    neighbours = _Neighbours(diff)
    for item in diff.differing:
        side = 0 if item.expected is not None else 1
        run = item.item.run
        if item.expected is not None and item.actual is not None:
            change = Change.CHANGED if any(p.differs for p in item.pairs) else Change.MOVED
            details = tuple(item_details(diff, item))
            if item.moved:
                details = tuple(each for each in details if each.part != "order")
                change = change if details else Change.MOVED
            moved = neighbours.of(item) if item.moved else None
            yield DiffRow(change, item, item_label(item.item), run, details, moved)
        elif (side, run) not in lone_runs:
            yield DiffRow(_lone(side), item, item_label(item.item), run)
        elif size := lone_runs[side, run]:
            lone_runs[side, run] = ""
            label = f"run {run + 1}"
            yield DiffRow(_lone(side), item, label, run, whole_run=True, size=size)


def row_lines(row: DiffRow, wording: Wording) -> list[str]:
    """What is said of a row, the details first."""
    if row.whole_run or row.change in (Change.REMOVED, Change.ADDED):
        word = wording.added if row.change is Change.ADDED else wording.missing
        return [f"{word} ({row.size})" if row.size else word]
    moved = [wording.moved(*row.moved)] if row.moved is not None else []
    return [*(wording.detail(each) for each in row.details), *moved]


def change_counts(rows: list[DiffRow]) -> str:
    """``2 changed, 1 added``; of the rows."""
    counts = {change: sum(row.change is change for row in rows) for change in Change}
    return ", ".join(f"{count} {change.word}" for change, count in counts.items() if count)


def stream_size(diff: StreamDiff, side: int) -> str:
    """``2 runs, 14 events``."""
    runs = sum(pair[side] is not None for pair in diff.comparison.runs)
    session = (diff.expected, diff.actual)[side]
    return f"{counted(runs, 'run')}, {counted(session.event_count, 'event')}"


def _lone(side: int) -> Change:
    return (Change.REMOVED, Change.ADDED)[side]


def _lone_runs(diff: StreamDiff) -> dict[tuple[int, int], str]:
    """Runs that only one side has, by side and number, and how much is in them."""
    found: dict[tuple[int, int], str] = {}
    for one, other in diff.comparison.runs:
        if one is None or other is None:
            side, run = (0, one) if one is not None else (1, other or 0)
            found[side, run] = ""
    sizes = dict.fromkeys(found, (0, 0))
    for item in diff.comparison.items:
        key = (0 if item.expected is not None else 1, item.item.run)
        if key in sizes:
            items, events = sizes[key]
            sizes[key] = items + (item.item.kind is not ItemKind.RUN), events + len(item.pairs)
    return {key: run_size(*size) for key, size in sizes.items()}


class _Neighbours:
    """What an item stands behind in either stream."""

    def __init__(self, diff: StreamDiff) -> None:
        both = [each for each in diff.comparison.items if each.expected and each.actual]
        self._before: tuple[dict[int, ItemPair], dict[int, ItemPair]] = ({}, {})
        if any(each.moved for each in both):
            arrived = sorted(both, key=lambda each: each.actual.places[0] if each.actual else 0)
            for side, order in enumerate((both, arrived)):
                for earlier, later in pairwise(order):
                    self._before[side][id(later)] = earlier

    def of(self, item: ItemPair) -> tuple[str, str]:
        ones, others = (self._label(side, item) for side in (0, 1))
        return ones, others

    def _label(self, side: int, item: ItemPair) -> str:
        before = self._before[side].get(id(item))
        if before is None:
            return "nothing"
        if before.item.kind is ItemKind.RUN:
            return f"the start of run {before.item.run + 1}"
        return item_label(before.item)
