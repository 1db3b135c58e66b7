"""The shortest way from one sequence to another, where few steps do: Myers' greedy algorithm
(An O(ND) Difference Algorithm, 1986), given up as soon as it would cost more than its bound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_MOST_EDITS = 400
_MOST_LOOKED_AT = 12
"""Comparisons for each item of both."""


def fewest_edits(
    ones: Sequence[Any], others: Sequence[Any], most: int = _MOST_EDITS
) -> list[tuple[int, int]] | None:
    """Places of equal items, in order, so that as many as can be are equal; None where that takes
    too long to find, or more edits than ``most``."""
    trace = _trace(ones, others, most)
    return None if trace is None else _equal_places(trace, len(ones), len(others))


def _trace(ones: Sequence[Any], others: Sequence[Any], most: int) -> list[dict[int, int]] | None:
    """How far each diagonal gets with 0, 1, 2 and more edits, until the end is reached."""
    size, other_size = len(ones), len(others)
    left = _MOST_LOOKED_AT * (size + other_size) + most * most
    reached: dict[int, int] = {1: 0}
    trace: list[dict[int, int]] = []
    for edits in range(min(size + other_size, most) + 1):
        before, reached = reached, {}
        for diagonal in range(-edits, edits + 1, 2):
            one = begun = _step(before, diagonal, edits)
            other = one - diagonal
            while one < size and 0 <= other < other_size and ones[one] == others[other]:
                one, other = one + 1, other + 1
            reached[diagonal] = one
            left -= one - begun + 1
            if one >= size and other >= other_size:
                return [*trace, reached]
        trace.append(reached)
        if left < 0:
            return None
    return None


def _step(before: dict[int, int], diagonal: int, edits: int) -> int:
    """Where a diagonal begins that is reached from one of its neighbours."""
    if _comes_down(before, diagonal, edits):
        return before[diagonal + 1]
    return before[diagonal - 1] + 1


def _comes_down(before: dict[int, int], diagonal: int, edits: int) -> bool:
    if diagonal == -edits:
        return True
    return diagonal != edits and before[diagonal - 1] < before[diagonal + 1]


def _equal_places(trace: list[dict[int, int]], one: int, other: int) -> list[tuple[int, int]]:
    places: list[tuple[int, int]] = []
    for edits in range(len(trace) - 1, -1, -1):
        before = trace[edits - 1] if edits else {1: 0}
        diagonal = one - other
        begun = _step(before, diagonal, edits)
        while one > begun:
            one, other = one - 1, other - 1
            places.append((one, other))
        if edits:
            down = _comes_down(before, diagonal, edits)
            one = begun if down else begun - 1
            other = one - (diagonal + 1 if down else diagonal - 1)
    return places[::-1]
