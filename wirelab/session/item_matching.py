"""Which items of a run are which of another: equal ones, then ones that begin alike, wherever they
stand; then ones of a sort that stand between the same neighbours."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from wirelab.session.alignment import Places, aligned

_TELLING = 8
"""Characters of a beginning by which an item is recognised out of its place."""


@dataclass(slots=True, frozen=True)
class Recognised:
    """By what an item is recognised.

    whole: all its events. head: how its text begins. sort: its kind and name. once: a run has
    one of its kind.
    """

    whole: int
    head: str
    sort: tuple[str, str]
    once: bool

    @property
    def near(self) -> Hashable:
        return self.sort, self.head


_Lone: TypeAlias = list[tuple[int, int]]
"""Items without a partner yet: behind how many pairs they stand, and their indices."""
_Key: TypeAlias = Callable[[int, Recognised], Hashable]
"""Of an item behind so many pairs; None where it cannot be recognised so."""


def matched_items(ones: list[Recognised], others: list[Recognised]) -> Iterator[Places]:
    """The indices of partners, in no order; None where there is none."""
    lone: _Lone = []
    lone_other: _Lone = []
    gap = 0
    for at, other_at in aligned(
        ([each.whole for each in ones], [each.whole for each in others]),
        ([each.near for each in ones], [each.near for each in others]),
    ):
        if at is None or other_at is None:
            lone += [(gap, at)] if at is not None else []
            lone_other += [(gap, other_at)] if other_at is not None else []
        else:
            gap += 1
            yield at, other_at
    for key in (_same, _much_alike, _the_only_one, _of_a_sort):
        found = _found(ones, others, lone, lone_other, key)
        yield from found
        taken, taken_other = {one for one, _ in found}, {other for _, other in found}
        lone = [each for each in lone if each[1] not in taken]
        lone_other = [each for each in lone_other if each[1] not in taken_other]
    yield from ((at, None) for _, at in lone)
    yield from ((None, at) for _, at in lone_other)


def _same(gap: int, item: Recognised) -> Hashable:
    return item.whole


def _much_alike(gap: int, item: Recognised) -> Hashable:
    return item.near if len(item.head) >= _TELLING else None


def _the_only_one(gap: int, item: Recognised) -> Hashable:
    return item.sort if item.once else None


def _of_a_sort(gap: int, item: Recognised) -> Hashable:
    return gap, item.sort


def _found(
    ones: list[Recognised], others: list[Recognised], lone: _Lone, lone_other: _Lone, key: _Key
) -> list[tuple[int, int]]:
    waiting: dict[Hashable, deque[int]] = defaultdict(deque)
    for gap, at in lone_other:
        waiting[key(gap, others[at])].append(at)
    waiting.pop(None, None)
    sought = ((at, waiting.get(key(gap, ones[at]))) for gap, at in lone)
    return [(at, some.popleft()) for at, some in sought if some]
