"""Two streams side by side: which events are the same, changed, missing or added.

Works on what ``meaning`` makes. Where ids are ignored, events are aligned without looking at ids;
then ids of the one are paired with ids of the other as the aligned events tell, and an id that is
paired twice is a difference: something relates to another item than it did.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import zip_longest
from typing import Any, TypeAlias

from wirelab.protocol.json_difference import Difference, differences
from wirelab.session.event_ids import Id, ids_in, known_ids, with_other_ids

_LARGEST_ALIGNED = 4000
"""Events between the equal ends of two streams up to which they are aligned; beyond it they are
compared one by one, since aligning costs by the square."""


class Likeness(StrEnum):
    SAME = "same"
    CHANGED = "changed"
    MISSING = "missing"
    """Expected, and did not come."""
    ADDED = "added"
    """Came, and was not expected."""


@dataclass(slots=True, frozen=True)
class Pair:
    """An event of each stream, or of one; the actual one in the expected one's ids where known.

    expected_seq, actual_seq: their places, counted from 0.
    """

    likeness: Likeness
    expected: dict[str, Any] | None
    actual: dict[str, Any] | None
    expected_seq: int | None
    actual_seq: int | None
    differences: tuple[Difference, ...] = ()


def compare(
    expected: list[dict[str, Any]], actual: list[dict[str, Any]], *, ignore_ids: bool
) -> list[Pair]:
    """The events of both streams in order, aligned."""
    pairing = _Pairing(expected, actual) if ignore_ids else _Verbatim()
    keys = [
        [_key(pairing.blank(event, side)) for event in events]
        for side, events in enumerate((expected, actual))
    ]
    types = [[event.get("type") for event in events] for events in (expected, actual)]
    return [
        _pair(one, other, expected, actual, pairing)
        for one, other in _aligned(keys[0], keys[1], types[0], types[1])
    ]


def same(pairs: list[Pair]) -> bool:
    """Whether nothing differs."""
    return all(pair.likeness is Likeness.SAME for pair in pairs)


def _pair(
    one: int | None,
    other: int | None,
    expected: list[dict[str, Any]],
    actual: list[dict[str, Any]],
    pairing: _Pairing | _Verbatim,
) -> Pair:
    if one is None or other is None:
        likeness = Likeness.ADDED if one is None else Likeness.MISSING
        wanted = expected[one] if one is not None else None
        came = pairing.translated(actual[other]) if other is not None else None
        return Pair(likeness, wanted, came, one, other)
    pairing.learn(expected[one], actual[other])
    came = pairing.translated(actual[other])
    found = tuple(differences(expected[one], came))
    likeness = Likeness.CHANGED if found else Likeness.SAME
    return Pair(likeness, expected[one], came, one, other, found)


class _Verbatim:
    """Ids are compared as they are."""

    def blank(self, event: dict[str, Any], side: int) -> dict[str, Any]:
        return event

    def learn(self, expected: dict[str, Any], actual: dict[str, Any]) -> None:
        pass

    def translated(self, actual: dict[str, Any]) -> dict[str, Any]:
        return actual


class _Pairing:
    """Which id of the actual stream is which of the expected one, as far as it is known yet."""

    def __init__(self, expected: list[dict[str, Any]], actual: list[dict[str, Any]]) -> None:
        self._known = (known_ids(expected), known_ids(actual))
        self._taken: set[Id] = set()
        self._expected_of: dict[Id, str] = {}

    def blank(self, event: dict[str, Any], side: int) -> dict[str, Any]:
        return with_other_ids(event, lambda given, kind: kind.space, self._known[side])

    def learn(self, expected: dict[str, Any], actual: dict[str, Any]) -> None:
        """Pair the ids of two events that correspond."""
        ones, others = list(ids_in(expected)), list(ids_in(actual))
        if [kind for _, kind in ones] != [kind for _, kind in others]:
            return
        for (one, _), (other, _) in zip(ones, others, strict=True):
            if one not in self._taken and other not in self._expected_of:
                self._taken.add(one)
                self._expected_of[other] = one.value

    def translated(self, actual: dict[str, Any]) -> dict[str, Any]:
        """An actual event in the ids of the expected stream."""
        return with_other_ids(
            actual, lambda given, _: self._expected_of.get(given, given.value), self._known[1]
        )


_Places: TypeAlias = tuple[int | None, int | None]


def _aligned(
    keys: list[str], other_keys: list[str], types: list[Any], other_types: list[Any]
) -> Iterator[_Places]:
    """Places of the events that belong together, in order; None where one stands alone."""
    begin = _common(keys, other_keys)
    end = _common(keys[begin:][::-1], other_keys[begin:][::-1])
    stop, other_stop = len(keys) - end, len(other_keys) - end
    yield from ((place, place) for place in range(begin))
    if max(stop, other_stop) - begin > _LARGEST_ALIGNED:
        yield from _side_by_side(begin, stop, begin, other_stop)
    else:
        matcher = SequenceMatcher(None, keys[begin:stop], other_keys[begin:other_stop], False)
        for tag, *bounds in matcher.get_opcodes():
            low, high, other_low, other_high = (begin + bound for bound in bounds)
            if tag == "equal":
                yield from _side_by_side(low, high, other_low, other_high)
            else:
                yield from _by_type(
                    low, types[low:high], other_low, other_types[other_low:other_high]
                )
    yield from _side_by_side(stop, len(keys), other_stop, len(other_keys))


def _by_type(
    low: int, types: list[Any], other_low: int, other_types: list[Any]
) -> Iterator[_Places]:
    """Events that differ belong together where their types do."""
    matcher = SequenceMatcher(None, types, other_types, False)
    for tag, begin, end, other_begin, other_end in matcher.get_opcodes():
        if tag == "equal":
            yield from _side_by_side(
                low + begin, low + end, other_low + other_begin, other_low + other_end
            )
        else:
            yield from ((low + place, None) for place in range(begin, end))
            yield from ((None, other_low + place) for place in range(other_begin, other_end))


def _side_by_side(begin: int, end: int, other_begin: int, other_end: int) -> Iterator[_Places]:
    return zip_longest(range(begin, end), range(other_begin, other_end))


def _common(keys: list[str], other_keys: list[str]) -> int:
    """How many items both begin with."""
    pairs = zip(keys, other_keys, strict=False)
    return next(
        (count for count, (one, other) in enumerate(pairs) if one != other),
        min(len(keys), len(other_keys)),
    )


def _key(event: dict[str, Any]) -> str:
    """A text that events of equal members share, whatever their order."""
    return json.dumps(event, ensure_ascii=False, sort_keys=True)
