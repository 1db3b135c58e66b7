"""A pane of wrapped text made of blocks; a block is wrapped again only when it has changed.

The pane stays at the end while its end is on the screen, so streaming text scrolls by itself;
scrolled up, it stays where the reader is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from textual.content import Content
from textual.geometry import Size

from wirelab.tui.widgets.line_view import LineView

Draw: TypeAlias = Callable[[int], list[Content]]


@dataclass(slots=True, frozen=True)
class Block:
    """Some lines of a pane.

    key: what it is, unique in its pane; version: changes with what it says.
    draw: its lines for a width in cells, each at most that wide.
    """

    key: Hashable
    version: Hashable
    draw: Draw


class TextPane(LineView):
    """Blocks of text, one below the other; ``follow`` keeps to the end."""

    def __init__(self, *, id: str | None = None, follow: bool = False) -> None:
        super().__init__(id=id)
        self._follow = follow
        self._at_end = follow
        self._laying_out = False
        self._blocks: list[Block] = []
        self._drawn: dict[Hashable, tuple[Hashable, int, list[Content]]] = {}
        self._starts: list[int] = []
        self._lines: list[list[Content]] = []
        self._count = 0

    def show(self, blocks: Iterable[Block], *, top: bool = False, end: bool = False) -> None:
        """Show these blocks; ``top`` goes to the first line, ``end`` to the last."""
        self._blocks = list(blocks)
        self._at_end = (self._at_end or end) and not top
        self._lay_out()
        if top:
            self.scroll_home(animate=False, immediate=True)

    def line_count(self) -> int:
        return self._count

    def draw_line(self, index: int, width: int) -> Content:
        block = bisect_right(self._starts, index) - 1
        return self._lines[block][index - self._starts[block]]

    def resized(self) -> None:
        self._lay_out()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if not self._laying_out:
            self._at_end = self._follow and new_value >= self.max_scroll_y

    @property
    def text(self) -> str:
        """Everything shown, as plain text."""
        return "\n".join(line.plain for lines in self._lines for line in lines)

    def _lay_out(self) -> None:
        if not self.size.width:
            return  # not on the screen yet; its first size lays it out
        before = self._count
        self._laying_out = True
        changed = self._draw_blocks()
        if self._count != before:
            self.virtual_size = Size(self.line_width, self._count)
        if changed < max(self._count, before):
            self.refresh_lines(changed, max(self._count, before) - changed)
        if self._at_end:
            self.scroll_end(animate=False, immediate=True, x_axis=False)
        self._laying_out = False

    def _draw_blocks(self) -> int:
        """Draw the blocks that are new or have changed, or all at another width.

        Returns the first line that is not what it was.
        """
        width, drawn, before = self.line_width, self._drawn, self._lines
        self._drawn, self._starts, self._lines, self._count = {}, [], [], 0
        changed = -1
        for index, block in enumerate(self._blocks):
            entry = drawn.get(block.key)
            if entry is None or entry[:2] != (block.version, width):
                entry = (block.version, width, block.draw(width))
            if changed < 0 and (index >= len(before) or before[index] is not entry[2]):
                changed = self._count
            self._drawn[block.key] = entry
            self._starts.append(self._count)
            self._lines.append(entry[2])
            self._count += len(entry[2])
        return changed if changed >= 0 else self._count
