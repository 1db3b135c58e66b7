"""The argument fragments of a call joined, with the borders between them, bounded for the eye.

Of a long text its head and its end are taken, and the surroundings of a fault; what is left out
says how much. The pieces keep their exact text; they are not made safe here.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wirelab.projections.tool_calls import Fragment

MOST_AT_AN_END = 6000
_MOST_PIECES = 2000
_AROUND_FAULT = 300


class Kind(Enum):
    TEXT = "text"
    BORDER = "border"
    """Between two fragments."""
    FAULT = "fault"
    """The character at which the text stops being JSON; empty at the text's end."""
    GAP = "gap"
    """Left out; the text says how many characters."""


@dataclass(slots=True, frozen=True)
class Piece:
    kind: Kind
    text: str = ""


def joined_pieces(
    fragments: Sequence[Fragment], length: int, fault: int | None = None
) -> list[Piece]:
    """The text of fragments, ``length`` characters in all, as pieces.

    fault: the place of a character, counted from 0 over all of them. Without one the cost does
    not grow with the fragments.
    """
    known = [each.text for each in (fragments if fault is not None else _ends(fragments))]
    left_out = length - sum(map(len, known))
    if left_out > 0:
        middle = len(known) // 2
        known.insert(middle, "")
    sizes = [len(each) for each in known]
    if left_out > 0:
        sizes[middle] = left_out
    return _pieces(known, [0, *accumulate(sizes)], fault)


def _ends(fragments: Sequence[Fragment]) -> list[Fragment]:
    """All fragments, or as many from the beginning as from the end."""
    if len(fragments) <= 2 * _MOST_PIECES:
        return list(fragments)
    return [*fragments[:_MOST_PIECES], *fragments[-_MOST_PIECES:]]


def _pieces(fragments: list[str], starts: list[int], fault: int | None) -> list[Piece]:
    length, pieces, reached = starts[-1], list[Piece](), 0
    for start, end in _spans(fragments, starts, fault):
        if start > reached:
            pieces.append(Piece(Kind.GAP, f"{start - reached} characters"))
        pieces += _between(fragments, starts, start, end, fault)
        reached = end
    if fault is not None and fault >= length:
        pieces.append(Piece(Kind.FAULT))
    return pieces


def _spans(fragments: list[str], starts: list[int], fault: int | None) -> Iterator[tuple[int, int]]:
    """Which stretches of the text are taken, in order, none overlapping."""
    length, most = starts[-1], MOST_AT_AN_END
    head = starts[min(_MOST_PIECES, len(fragments))]
    tail = starts[max(len(fragments) - _MOST_PIECES, 0)]
    wanted = [(0, min(head, most, length)), (max(tail, length - most, 0), length)]
    if fault is not None and fault < length:
        wanted.append((max(fault - _AROUND_FAULT, 0), min(fault + _AROUND_FAULT, length)))
    reached = 0
    for start, end in sorted(wanted):
        if end > reached:
            yield max(start, reached), end
            reached = end


def _between(
    fragments: list[str], starts: list[int], start: int, end: int, fault: int | None
) -> Iterator[Piece]:
    """The pieces of one stretch; empty fragments at the very end have their borders too."""
    first = max(bisect_left(starts, start) - 1, 0) if start else 0
    last = starts[-1]
    for at, fragment in enumerate(islice(fragments, first, None), first):
        begun = starts[at]
        if begun > end or (begun == end and end < last):
            return
        if begun >= start and at:
            yield Piece(Kind.BORDER)
        text = fragment[max(start - begun, 0) : end - begun]
        yield from _marked(text, None if fault is None else fault - max(begun, start))


def _marked(text: str, fault: int | None) -> Iterator[Piece]:
    if fault is None or not 0 <= fault < len(text):
        if text:
            yield Piece(Kind.TEXT, text)
        return
    if fault:
        yield Piece(Kind.TEXT, text[:fault])
    yield Piece(Kind.FAULT, text[fault])
    if fault + 1 < len(text):
        yield Piece(Kind.TEXT, text[fault + 1 :])
