"""Which of many lines hold a text: read from a place on, a few at a time, while they grow.

Upper case is told apart only where the text has some; blanks stand for any run of blanks, and a
text may go on in the next line.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import TypeAlias

Line: TypeAlias = "Callable[[int], tuple[str, str]]"
"""A line's own text and the beginning of what follows it where a text may go on, else nothing."""


def pattern_of(text: str) -> re.Pattern[str] | None:
    """What matches a text; None where there is nothing to look for."""
    words = [re.escape(word) for word in text.split()]
    if not words:
        return None
    return re.compile(r"\s+".join(words), 0 if text != text.lower() else re.IGNORECASE)


def spans(pattern: re.Pattern[str], before: str, own: str, after: str) -> list[tuple[int, int]]:
    """The parts of a line that match, also with the end of the line before or what follows."""
    joined, length = _joined(own, after)
    here = [match.span() for match in pattern.finditer(joined) if match.start() < length]
    found = [(start, min(end, length)) for start, end in here]
    if not before:
        return found
    head, text = f"{before.rstrip()} ", own.lstrip()
    indent = len(own) - len(text)
    across = (match.span() for match in pattern.finditer(head + text))
    ends = [end - len(head) for start, end in across if start < len(head) < end]
    return [(indent, indent + end) for end in ends] + found


def _joined(own: str, after: str) -> tuple[str, int]:
    """A line with what follows it, and how much of that is its own."""
    own = own.rstrip()
    return (f"{own} {after}" if after else own), len(own)


class LineSearch:
    """One pass over lines, first from ``start`` to their end, then those before it."""

    def __init__(
        self, pattern: re.Pattern[str], line: Line, count: Callable[[], int], start: int = 0
    ) -> None:
        self._pattern, self._line, self._count = pattern, line, count
        self._start = self._ahead_read = max(start, 0)
        self._behind_read = 0
        self._ahead: list[int] = []
        self._behind: list[int] = []

    @property
    def reached_end(self) -> bool:
        return self._ahead_read >= self._count()

    @property
    def complete(self) -> bool:
        return self.reached_end and self._behind_read >= min(self._start, self._count())

    @property
    def share(self) -> float:
        """How much of what there is was read, from 0 to 1."""
        return (self._ahead_read - self._start + self._behind_read) / max(self._count(), 1)

    def __len__(self) -> int:
        return len(self._ahead) + len(self._behind)

    def advance(self, lines: int) -> None:
        """Read so many lines more."""
        stop = min(self._ahead_read + lines, self._count())
        if self._ahead_read < stop:
            self._ahead += filter(self._matches, range(self._ahead_read, stop))
            self._ahead_read = stop
        elif not self.complete:
            stop = min(self._behind_read + lines, self._start, self._count())
            self._behind += filter(self._matches, range(self._behind_read, stop))
            self._behind_read = stop

    def forget_from(self, first: int) -> None:
        """Lines from this one on are others now."""
        if first < self._start:
            del self._behind[bisect_left(self._behind, first) :]
            self._behind_read = min(self._behind_read, first)
        first = max(first, self._start)
        del self._ahead[bisect_left(self._ahead, first) :]
        self._ahead_read = min(self._ahead_read, first)

    def first(self) -> int | None:
        """The first match from the start on, then from the top; None while it is not known."""
        if self._ahead:
            return self._ahead[0]
        return self._behind[0] if self._behind and self.reached_end else None

    def number(self, line: int) -> int | None:
        """Which match (from 1) a line is; None where it is none."""
        in_part, skipped = (
            (self._behind, 0) if line < self._start else (self._ahead, len(self._behind))
        )
        at = bisect_left(in_part, line)
        return skipped + at + 1 if in_part[at : at + 1] == [line] else None

    def next_to(self, line: int, step: int) -> int | None:
        """The next match behind a line or, below zero, before it; behind the last is the first."""
        if not len(self):
            return None
        find = bisect_right if step > 0 else bisect_left
        at = find(self._behind, line) + find(self._ahead, line) - (step < 0)
        at %= len(self)
        behind = len(self._behind)
        return self._behind[at] if at < behind else self._ahead[at - behind]

    def _matches(self, index: int) -> bool:
        joined, length = _joined(*self._line(index))
        match = self._pattern.search(joined)
        return match is not None and match.start() < length
