"""Blocks of text one below the other, of which only those that are looked at are drawn.

A block that was not drawn yet counts as many lines as it had before, or a guess. Whoever shows
lines asks for them first (``show_end``, ``show_from``): what that draws is what is seen, so the
cost is bounded by the height of a screen and the number of blocks, not by their text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from textual.content import Content

Draw: TypeAlias = Callable[[int], Sequence[Content]]
Shown: TypeAlias = "tuple[int, Sequence[Content] | None]"
"""The first line of a block, and its lines; None where it was not drawn."""
Place: TypeAlias = "tuple[Hashable, int]"
"""The key of a block, and one of its lines."""
_GUESS = 2


@dataclass(slots=True, frozen=True)
class Block:
    """Some lines of a pane.

    key: what it is, unique in its pane; version: changes with what it says.
    draw: its lines for a width in cells, each at most that wide.
    """

    key: Hashable
    version: Hashable
    draw: Draw


@dataclass(slots=True, frozen=True)
class _Drawn:
    version: Hashable
    width: int
    lines: Sequence[Content]


class BlockLayout:
    """Where each block's lines are; ``count`` lines in all, as far as is known."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.count = 0
        self._width = 0
        self._drawn: dict[Hashable, _Drawn] = {}
        self._starts: list[int] = []

    def take(self, blocks: list[Block], width: int) -> None:
        """Lay out these blocks at a width; what was drawn of them and has not changed stays."""
        self.blocks, self._width = blocks, width
        known = (self._drawn.get(block.key) for block in blocks)
        self._drawn = {
            block.key: drawn
            for block, drawn in zip(blocks, known, strict=True)
            if drawn is not None
        }
        self._place()

    def place_of(self, line: int) -> Place:
        """The block a line belongs to, and which of its lines it is."""
        at = max(bisect_right(self._starts, line) - 1, 0)
        return (self.blocks[at].key, line - self._starts[at]) if self.blocks else (None, 0)

    def line(self, index: int) -> Content:
        """A line; empty where its block was not asked for."""
        at = bisect_right(self._starts, index) - 1
        lines = self._lines(at)
        within = index - self._starts[at]
        return lines[within] if lines is not None and within < len(lines) else Content("")

    def lines_from(self, top: int, height: int) -> list[Shown]:
        """What stands on so many lines from ``top``, to tell whether it changed."""
        first = max(bisect_right(self._starts, top) - 1, 0)
        last = bisect_right(self._starts, top + height - 1)
        return [(self._starts[at], self._lines(at)) for at in range(first, last)]

    def everything(self) -> list[Content]:
        """Every line there is; draws all of them."""
        for at in range(len(self.blocks)):
            self._draw(at)
        self._place()
        return [line for at in range(len(self.blocks)) for line in self._lines(at) or ()]

    def show_end(self, height: int) -> None:
        """Draw what the last ``height`` lines show."""
        self._fill_back(len(self.blocks) - 1, height)
        self._place()

    def back_from(self, place: Place, lines: int) -> Place:
        """The place so many lines before another; draws what is between."""
        at, within = self._find(place)
        missing = lines - within
        while missing > 0 and at > 0:
            at -= 1
            missing -= self._draw(at)
        self._place()
        return (self.blocks[at].key, max(-missing, 0)) if self.blocks else place

    def show_from(self, place: Place, height: int) -> int:
        """Draw what so many lines from a place on show; returns the line the place is now."""
        if not self.blocks:
            return 0
        at, within = self._find(place)
        size = self._draw(at)
        within = min(within, max(size - 1, 0))
        shown, after = size - within, at + 1
        while shown < height and after < len(self.blocks):
            shown += self._draw(after)
            after += 1
        if shown < height:
            self._fill_back(at - 1, height - shown)
        self._place()
        return self._starts[at] + within

    def _find(self, place: Place) -> tuple[int, int]:
        """The number of a place's block and its line there; the first line where it is gone."""
        found = (at for at, each in enumerate(self.blocks) if each.key == place[0])
        at = next(found, -1)
        return (at, place[1]) if at >= 0 else (0, 0)

    def _fill_back(self, at: int, height: int) -> None:
        while at >= 0 and height > 0:
            height -= self._draw(at)
            at -= 1

    def _draw(self, at: int) -> int:
        """Draw a block unless it is drawn; how many lines it has."""
        lines = self._lines(at)
        if lines is None:
            block = self.blocks[at]
            lines = block.draw(self._width)
            self._drawn[block.key] = _Drawn(block.version, self._width, lines)
        return len(lines)

    def _lines(self, at: int) -> Sequence[Content] | None:
        block = self.blocks[at]
        drawn = self._drawn.get(block.key)
        fresh = drawn is not None and (drawn.version, drawn.width) == (block.version, self._width)
        return drawn.lines if fresh and drawn is not None else None

    def _size(self, at: int) -> int:
        drawn = self._drawn.get(self.blocks[at].key)
        return len(drawn.lines) if drawn is not None else _GUESS

    def _place(self) -> None:
        self._starts, self.count = [], 0
        for at in range(len(self.blocks)):
            self._starts.append(self.count)
            self.count += self._size(at)
