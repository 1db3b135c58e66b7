"""Every row there is of a JSON value, as if all of it were open: what a search goes through.

Rows are made as they are asked for, a few at a time, and no more than ``MOST_SEARCHED`` of them.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from wirelab.tui.widgets.json_rows import JsonRow, JsonRows, ancestors

MOST_SEARCHED = 200_000
_AT_ONCE, _MOST_AT_ONCE = 50, 20_000


class EveryJsonRow(JsonRows):
    """A place is the pointer of a row, and how many rows of that pointer stand before it."""

    def __init__(self, value: Any, width: int) -> None:
        self._firsts: dict[str, int] = {}
        self._asked = 0
        super().__init__(value, width)

    @property
    def is_cut(self) -> bool:
        """There are more rows than are searched."""
        return len(self.rows) >= MOST_SEARCHED

    def count_further(self) -> int:
        """How many rows there are, as far as is known: always some more than were drawn."""
        if self._asked + _AT_ONCE > len(self.rows):
            self._grow(2 * _AT_ONCE)
        return len(self.rows)

    def draw(self, index: int, width: int) -> Any:
        self._asked = max(self._asked, index)
        return super().draw(index, width)

    def place(self, index: int) -> tuple[str, int]:
        pointer = self.rows[index].pointer
        return pointer, index - self._firsts[pointer]

    def index_at(self, place: tuple[str, int]) -> int:
        """The row of a place; the last one known where it is too far behind."""
        pointer, further = place
        limit = len(self.rows) + _MOST_AT_ONCE
        while pointer not in self._firsts and len(self.rows) < limit and self._grow(_AT_ONCE):
            pass
        return min(self._firsts.get(pointer, len(self.rows)) + further, len(self.rows) - 1)

    def around(self, index: int) -> list[JsonRow]:
        """The rows that have to be open for one to be seen, outermost first."""
        pointer, further = self.place(index)
        pointers = [*ancestors(pointer), *([pointer] if further else [])]
        return [self.rows[self._firsts[each]] for each in pointers]

    def is_open(self, pointer: str, value: Any, depth: int) -> bool:
        return True

    def _make(self) -> None:
        """Nothing before it is asked for."""

    def _grow(self, count: int) -> bool:
        """Make some rows more; False where there are none."""
        before = len(self.rows)
        for row in islice(self._source, min(count, MOST_SEARCHED - before)):
            self._firsts.setdefault(row.pointer, len(self.rows))
            self.rows.append(row)
        return len(self.rows) > before
