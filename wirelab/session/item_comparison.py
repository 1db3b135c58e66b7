"""Two streams aligned by what they are about: run by run, item by item, then event by event.

Events that come woven in another way are still compared with their partners; that they came in
another order is said beside. Exchanging the streams exchanges what is said, and nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, groupby
from typing import Any

from wirelab.session.alignment import Keys, Places, aligned, increasing
from wirelab.session.item_matching import Recognised, matched_items
from wirelab.session.stream_comparison import Pair, Streams
from wirelab.session.stream_items import ONE_A_RUN, Item, items_of

_MOST_IN_SHAPE = 1000
"""Items of a run by which runs that differ are recognised."""


@dataclass(slots=True, eq=False)
class ItemPair:
    """An item of each stream, or of one. pairs: its events.

    moved: it stands elsewhere among the others as a whole.
    """

    expected: Item | None
    actual: Item | None
    moved: bool = False
    pairs: list[Pair] = field(default_factory=list)

    @property
    def item(self) -> Item:
        item = self.expected if self.expected is not None else self.actual
        assert item is not None
        return item

    @property
    def differs(self) -> bool:
        return self.moved or any(pair.differs for pair in self.pairs)


@dataclass(slots=True)
class Comparison:
    """pairs: all events, in the order of the expected stream, each with its item in ``owners``.

    items: those of both streams, in that order too. runs: which run is which.
    """

    streams: Streams
    pairs: list[Pair]
    owners: list[ItemPair]
    items: list[ItemPair]
    runs: list[Places]

    @property
    def same(self) -> bool:
        return not any(item.differs for item in self.items)


def compare_items(
    expected: list[dict[str, Any]], actual: list[dict[str, Any]], *, ignore_ids: bool
) -> Comparison:
    """Compare two meanings."""
    streams = Streams(expected, actual, ignore_ids=ignore_ids)
    sides = (
        _Side(expected, streams.keys[0], streams.types[0]),
        _Side(actual, streams.keys[1], streams.types[1]),
    )
    turned = sides[1].rank < sides[0].rank
    matching = _Matching(*(sides[::-1] if turned else sides))
    runs, items, places = matching.runs, matching.items, matching.places
    if turned:
        runs, items, places = _turned(runs), _turned(items), _turned(places)
    return _gathered(streams, sides, runs, items, places)


class _Side:
    """One stream: its items, and what they are recognised by."""

    def __init__(self, events: list[dict[str, Any]], keys: list[str], types: list[str]) -> None:
        self.keys = keys
        self.types = types
        self.items = items_of(events)
        self.whole = [hash(tuple(keys[place] for place in item.places)) for item in self.items]
        self.runs = [
            [index for index, _ in group]
            for _, group in groupby(enumerate(self.items), key=lambda each: each[1].run)
        ]

    @property
    def rank(self) -> tuple[int, list[str]]:
        return len(self.keys), self.keys

    def recognised(self, indices: list[int]) -> list[Recognised]:
        items = ((index, self.items[index]) for index in indices)
        return [
            Recognised(self.whole[index], item.head, item.sort, item.kind in ONE_A_RUN)
            for index, item in items
        ]

    def run_keys(self) -> tuple[list[Any], list[Any], list[Any]]:
        """By what runs are recognised: all of it, its shape, that it is a run."""
        whole = [tuple(self.whole[index] for index in run) for run in self.runs]
        shapes = [
            tuple(self.items[index].sort for index in run[:_MOST_IN_SHAPE]) for run in self.runs
        ]
        return whole, shapes, [None] * len(self.runs)


class _Matching:
    """What of one stream is what of the other: runs, items and events."""

    def __init__(self, one: _Side, other: _Side) -> None:
        self._one, self._other = one, other
        levels: Iterator[Keys] = zip(one.run_keys(), other.run_keys(), strict=True)
        self.runs: list[Places] = list(aligned(*levels))
        self.items: list[Places] = list(chain.from_iterable(map(self._items, self.runs)))
        self.places: list[Places] = list(chain.from_iterable(map(self._places, self.items)))

    def _items(self, run: Places) -> Iterator[Places]:
        ones = self._one.runs[run[0]] if run[0] is not None else []
        others = self._other.runs[run[1]] if run[1] is not None else []
        known = self._one.recognised(ones), self._other.recognised(others)
        for at, other_at in matched_items(*known):
            yield (
                ones[at] if at is not None else None,
                others[other_at] if other_at is not None else None,
            )

    def _places(self, match: Places) -> Iterator[Places]:
        one, other = self._one, self._other
        ones = one.items[match[0]].places if match[0] is not None else []
        others = other.items[match[1]].places if match[1] is not None else []
        keys = [one.keys[place] for place in ones], [other.keys[place] for place in others]
        types = [one.types[place] for place in ones], [other.types[place] for place in others]
        for at, other_at in aligned(keys, types):
            yield (
                ones[at] if at is not None else None,
                others[other_at] if other_at is not None else None,
            )


def _turned(matches: list[Places]) -> list[Places]:
    return [(other, one) for one, other in matches]


def _gathered(
    streams: Streams,
    sides: tuple[_Side, _Side],
    runs: list[Places],
    items: list[Places],
    places: list[Places],
) -> Comparison:
    ones, others = sides[0].items, sides[1].items
    item_pairs = [
        ItemPair(
            ones[one] if one is not None else None,
            others[other] if other is not None else None,
        )
        for one, other in _in_order(items)
    ]
    of_one = {place: each for each in item_pairs if each.expected for place in each.expected.places}
    of_other = {place: each for each in item_pairs if each.actual for place in each.actual.places}
    event_places = _in_order(places)
    pairs = streams.pairs(event_places, _out_of_order(event_places))
    owners = [
        of_one[pair.expected_seq]
        if pair.expected_seq is not None
        else of_other[pair.actual_seq or 0]
        for pair in pairs
    ]
    for pair, owner in zip(pairs, owners, strict=True):
        owner.pairs.append(pair)
    for item in item_pairs:
        item.moved = _all_moved(item.pairs)
    return Comparison(streams, pairs, owners, item_pairs, _in_order(runs))


def _all_moved(pairs: list[Pair]) -> bool:
    both = [pair for pair in pairs if pair.expected is not None and pair.actual is not None]
    return bool(both) and all(pair.moved for pair in both)


def _in_order(matches: list[Places]) -> list[Places]:
    """In the order of the one; what only the other has stands behind what it came after there."""
    kept = sorted(
        (one, -1 if other is None else other) for one, other in matches if one is not None
    )
    moved = _out_of_order([(one, None if other < 0 else other) for one, other in kept])
    partner = {other: one for one, other in matches if other is not None}
    behind: dict[int, list[Places]] = defaultdict(list)
    last = -1
    for other in range(len(partner)):
        one = partner[other]
        if one is None:
            behind[last].append((None, other))
        elif one not in moved:
            last = one
    due, ordered = behind[-1], list[Places]()
    for one, other in kept:
        if other >= 0 and one not in moved:
            ordered += due
            due = behind[one]
        ordered.append((one, None if other < 0 else other))
    return ordered + due


def _out_of_order(matches: list[Places]) -> frozenset[int]:
    """Of those that have a partner, the fewest that stand out of the other's order."""
    both = [(one, other) for one, other in matches if one is not None and other is not None]
    rising = increasing([other for _, other in both])
    return frozenset(one for index, (one, _) in enumerate(both) if index not in rising)
