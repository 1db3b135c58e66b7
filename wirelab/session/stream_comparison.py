"""Two streams side by side: which events are the same, changed, missing or added.

Works on what ``meaning`` makes. Where ids are ignored, events are aligned without looking at ids;
then ids of the one are paired with ids of the other as the aligned events tell, and an id that is
paired twice is a difference: something relates to another item than it did.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from wirelab.protocol.json_difference import Difference, differences
from wirelab.session.alignment import Places, aligned
from wirelab.session.event_ids import Id, ids_in, known_ids, with_other_ids


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
    moved: it stands elsewhere among the others than it was expected to.
    """

    likeness: Likeness
    expected: dict[str, Any] | None
    actual: dict[str, Any] | None
    expected_seq: int | None
    actual_seq: int | None
    differences: tuple[Difference, ...] = ()
    moved: bool = False

    @property
    def differs(self) -> bool:
        return self.moved or self.likeness is not Likeness.SAME


def compare(
    expected: list[dict[str, Any]], actual: list[dict[str, Any]], *, ignore_ids: bool
) -> list[Pair]:
    """The events of both streams in order, aligned."""
    streams = Streams(expected, actual, ignore_ids=ignore_ids)
    return streams.pairs(aligned(streams.keys, streams.types))


def same(pairs: Iterable[Pair]) -> bool:
    """Whether nothing differs."""
    return not any(pair.differs for pair in pairs)


class Streams:
    """Two streams under comparison.

    keys: of either stream a text for each event, which events share that are equal but for ids
    that are ignored. types: of either stream the types.
    """

    def __init__(
        self,
        expected: list[dict[str, Any]],
        actual: list[dict[str, Any]],
        *,
        ignore_ids: bool,
    ) -> None:
        self.expected, self.actual = expected, actual
        self._pairing = _Pairing(expected, actual) if ignore_ids else _Verbatim()
        self.keys = self._keys(expected, 0), self._keys(actual, 1)
        self.types = _types(expected), _types(actual)

    def pairs(self, places: Iterable[Places], moved: frozenset[int] = frozenset()) -> list[Pair]:
        """The events that stand at these places as pairs.

        moved: places of expected events whose partners stand elsewhere.
        """
        found = list(places)
        for one, other in found:
            if one is not None and other is not None:
                self._pairing.learn(self.expected[one], self.actual[other])
        return [self._pair(one, other, moved) for one, other in found]

    def translated(self, actual: dict[str, Any]) -> dict[str, Any]:
        """An actual event, or any object, in the ids of the expected stream; once paired."""
        return self._pairing.translated(actual)

    def _keys(self, events: list[dict[str, Any]], side: int) -> list[str]:
        return [_key(self._pairing.blank(event, side)) for event in events]

    def _pair(self, one: int | None, other: int | None, moved: frozenset[int]) -> Pair:
        wanted = self.expected[one] if one is not None else None
        came = self.translated(self.actual[other]) if other is not None else None
        if wanted is None or came is None:
            likeness = Likeness.ADDED if wanted is None else Likeness.MISSING
            return Pair(likeness, wanted, came, one, other)
        # Equal keys are equal JSON but for ids, so that Python's == cannot take True for 1.
        equal = self.keys[0][one or 0] == self.keys[1][other or 0] and wanted == came
        found = () if equal else tuple(differences(wanted, came))
        likeness = Likeness.CHANGED if found else Likeness.SAME
        return Pair(likeness, wanted, came, one, other, found, one in moved)


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


def _types(events: list[dict[str, Any]]) -> list[str]:
    """As text: what arrives as a type may be anything."""
    return [str(event.get("type")) for event in events]


def _key(event: dict[str, Any]) -> str:
    """A text that events of equal members share, whatever their order."""
    return json.dumps(event, ensure_ascii=False, sort_keys=True)
