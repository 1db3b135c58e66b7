"""What became of a JSON value from one moment to another: paths added, removed and changed.

The work is bounded, however large the values: so many are compared, so many changes kept, the
others counted. What both sides share (a state patched, not replaced) costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from wirelab.protocol.json_equality import json_equal
from wirelab.protocol.json_pointer import format as pointer_of

MOST_CHANGES = 2000
MOST_COMPARED = 100_000
_SURVEYED_DEPTH = 12
"""How deep equal parts are skipped whole; below, one look at all of them a level would add up."""


class ChangeKind(Enum):
    """What became of a place; the values are the signs."""

    ADDED = "+"
    REMOVED = "-"
    CHANGED = "~"

    @property
    def word(self) -> str:
        return _WORDS[self]


_WORDS = {ChangeKind.ADDED: "new", ChangeKind.REMOVED: "removed", ChangeKind.CHANGED: "changed"}


@dataclass(slots=True, frozen=True)
class JsonChange:
    """One place. pointer: into the later value, of what was removed into the earlier.

    before, after: None where the place was not there; ``kind`` tells that from null.
    """

    kind: ChangeKind
    pointer: str
    before: Any = None
    after: Any = None


@dataclass(slots=True, frozen=True)
class JsonChanges:
    """The first changes in document order. counts: of all that were found.

    complete: False where there was more to compare than is allowed.
    """

    rows: tuple[JsonChange, ...]
    counts: dict[ChangeKind, int]
    complete: bool

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def json_changes(
    before: Any, after: Any, *, most: int = MOST_CHANGES, budget: int = MOST_COMPARED
) -> JsonChanges:
    """Compare two values; at most ``budget`` places are looked at and ``most`` changes kept.

    Of arrays of different lengths the equal items at both ends are set aside first, so that an
    insertion is one addition and not a change of every item behind it.
    """
    walk = _Walk(budget)
    rows: list[JsonChange] = []
    counts = dict.fromkeys(ChangeKind, 0)
    for change in walk.changes(before, after, ""):
        counts[change.kind] += 1
        if len(rows) < most:
            rows.append(change)
    return JsonChanges(tuple(rows), counts, walk.left > 0)


class _Walk:
    """Two values walked side by side until ``left``, the comparisons allowed, are used up."""

    def __init__(self, budget: int) -> None:
        self.left = budget

    def changes(self, before: Any, after: Any, at: str, depth: int = 0) -> Iterator[JsonChange]:
        if before is after or self.left <= 0:
            return
        self.left -= 1
        if depth < _SURVEYED_DEPTH and _same(before, after):
            return
        if isinstance(before, dict) and isinstance(after, dict):
            yield from self._of_members(before, after, at, depth + 1)
        elif isinstance(before, list) and isinstance(after, list):
            yield from self._of_items(before, after, at, depth + 1)
        elif not json_equal(before, after):
            yield JsonChange(ChangeKind.CHANGED, at, before, after)

    def _of_members(
        self, before: dict[str, Any], after: dict[str, Any], at: str, depth: int
    ) -> Iterator[JsonChange]:
        for name, value in before.items():
            place = at + pointer_of((name,))
            if name in after:
                yield from self.changes(value, after[name], place, depth)
            elif self._may_go_on():
                yield JsonChange(ChangeKind.REMOVED, place, before=value)
        for name, value in after.items():
            if name not in before and self._may_go_on():
                yield JsonChange(ChangeKind.ADDED, at + pointer_of((name,)), after=value)

    def _of_items(
        self, before: list[Any], after: list[Any], at: str, depth: int
    ) -> Iterator[JsonChange]:
        start, end = 0, 0
        shorter = min(len(before), len(after))
        if len(before) != len(after):
            while start < shorter and _same(before[start], after[start]):
                start += 1
            while end < shorter - start and _same(before[-1 - end], after[-1 - end]):
                end += 1
        for index in range(start, shorter - end):
            yield from self.changes(before[index], after[index], f"{at}/{index}", depth)
        for index in range(shorter - end, len(before) - end):
            if self._may_go_on():
                yield JsonChange(ChangeKind.REMOVED, f"{at}/{index}", before=before[index])
        for index in range(shorter - end, len(after) - end):
            if self._may_go_on():
                yield JsonChange(ChangeKind.ADDED, f"{at}/{index}", after=after[index])

    def _may_go_on(self) -> bool:
        self.left -= 1
        return self.left > 0


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal as JSON; Python's own ``==``, much the faster, refuses first."""
    return one is other or bool(one == other and json_equal(one, other))
