"""Which places of two sequences belong together, in order, at a cost that grows with their length.

Equal beginnings and ends are set aside; a short rest is aligned exactly, and so is a long one with
few edits; else what is unique on both sides divides it. What exact keys leave over is aligned by
looser ones.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, TypeAlias

from wirelab.session.fewest_edits import fewest_edits

Places: TypeAlias = tuple[int | None, int | None]
Keys: TypeAlias = tuple[Sequence[Any], Sequence[Any]]
"""A key for every item of the one sequence, and of the other."""

_LARGEST_ALIGNED = 1000
"""Items up to which a stretch is aligned as a whole, since that costs by the square."""
_WINDOW = 200
_DEEPEST = 8

_Stretch: TypeAlias = tuple[int, int, int, int]
_Block: TypeAlias = tuple[int, int, int]
"""Where it begins in the one and in the other, and how many items are equal."""


def aligned(*levels: Keys) -> Iterator[Places]:
    """Places that belong together, in order; None where one stands alone.

    levels: keys from the strictest to the loosest; each is asked only where those before it find
    nothing equal.
    """
    ones, others = levels[0]
    return _aligned(levels, (0, len(ones), 0, len(others)))


def increasing(places: Sequence[int]) -> set[int]:
    """The indices of a longest part of these different numbers that rises."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, place in enumerate(places):
        at = bisect_left(tails, place)
        tails[at : at + 1], ends[at : at + 1] = [place], [index]
        before.append(ends[at - 1] if at else -1)
    chosen: set[int] = set()
    index = ends[-1] if ends else -1
    while index >= 0:
        chosen.add(index)
        index = before[index]
    return chosen


def _aligned(levels: Sequence[Keys], stretch: _Stretch) -> Iterator[Places]:
    low, high, other_low, other_high = stretch
    if not levels or low == high or other_low == other_high:
        yield from ((place, None) for place in range(low, high))
        yield from ((None, place) for place in range(other_low, other_high))
        return
    for begin, other_begin, count in (*_blocks(levels[0], stretch), (high, other_high, 0)):
        yield from _aligned(levels[1:], (low, begin, other_low, other_begin))
        low, other_low = begin + count, other_begin + count
        yield from zip(range(begin, low), range(other_begin, other_low), strict=True)


def _blocks(keys: Keys, stretch: _Stretch, depth: int = 0) -> Iterator[_Block]:
    """What is equal, in order."""
    ones, others = keys
    low, high, other_low, other_high = stretch
    ahead = _equal(zip(range(low, high), range(other_low, other_high), strict=False), keys)
    if ahead:
        yield low, other_low, ahead
    low, other_low = low + ahead, other_low + ahead
    backwards = zip(range(high - 1, low - 1, -1), range(other_high - 1, other_low - 1, -1))  # noqa: B905
    behind = _equal(backwards, keys)
    high, other_high = high - behind, other_high - behind
    if low < high and other_low < other_high:
        rest = low, high, other_low, other_high
        if max(high - low, other_high - other_low) <= _LARGEST_ALIGNED:
            yield from _matched(ones, others, rest)
        else:
            yield from _divided(keys, rest, depth)
    if behind:
        yield high, other_high, behind


def _equal(places: Iterable[tuple[int, int]], keys: Keys) -> int:
    ones, others = keys
    count = 0
    for one, other in places:
        if ones[one] != others[other]:
            break
        count += 1
    return count


def _matched(ones: Sequence[Any], others: Sequence[Any], stretch: _Stretch) -> Iterator[_Block]:
    low, high, other_low, other_high = stretch
    matcher = SequenceMatcher(None, ones[low:high], others[other_low:other_high], False)
    for begin, other_begin, count in matcher.get_matching_blocks():
        if count:
            yield low + begin, other_low + other_begin, count


def _divided(keys: Keys, stretch: _Stretch, depth: int) -> Iterator[_Block]:
    """A long stretch: with few edits, else in pieces between what both have once, else one window
    after another."""
    low, high, other_low, other_high = stretch
    near = fewest_edits(keys[0][low:high], keys[1][other_low:other_high])
    if near is not None:
        yield from ((low + one, other_low + other, 1) for one, other in near)
        return
    anchors = _anchors(keys, stretch) if depth < _DEEPEST else []
    if not anchors:
        yield from _by_windows(keys, stretch)
        return
    for one, other in anchors:
        yield from _blocks(keys, (low, one, other_low, other), depth + 1)
        yield one, other, 1
        low, other_low = one + 1, other + 1
    yield from _blocks(keys, (low, high, other_low, other_high), depth + 1)


def _anchors(keys: Keys, stretch: _Stretch) -> list[tuple[int, int]]:
    """Places of items that are unique on both sides, as many as stand in the same order."""
    low, high, other_low, other_high = stretch
    ones, others = _once(keys[0], low, high), _once(keys[1], other_low, other_high)
    both = [(place, others[key]) for key, place in ones.items() if key in others]
    chosen = increasing([other for _, other in both])
    return [each for index, each in enumerate(both) if index in chosen]


def _once(keys: Sequence[Any], low: int, high: int) -> dict[Any, int]:
    counts = Counter(keys[low:high])
    return {keys[place]: place for place in range(low, high) if counts[keys[place]] == 1}


def _by_windows(keys: Keys, stretch: _Stretch) -> Iterator[_Block]:
    ones, others = keys
    low, high, other_low, other_high = stretch
    while low < high and other_low < other_high:
        end, other_end = min(low + _WINDOW, high), min(other_low + _WINDOW, other_high)
        one, other = ones[low:end], others[other_low:other_end]
        alike = not set(one).isdisjoint(other)
        places = fewest_edits(one, other, 2 * _WINDOW) if alike else None
        yield from ((low + at, other_low + other_at, 1) for at, other_at in places or ())
        at, other_at = places[-1] if places else (end - low - 1, other_end - other_low - 1)
        low, other_low = low + at + 1, other_low + other_at + 1
