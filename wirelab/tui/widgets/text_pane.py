"""A pane of wrapped text made of blocks; a block is wrapped again only when it has changed.

Only blocks that are on the screen are drawn. The pane stays at the end while its end is on the
screen, so streaming text scrolls by itself; scrolled up, it stays where the reader is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wirelab.tui.widgets.block_layout import Block, BlockLayout, Draw, Shown
from wirelab.tui.widgets.line_view import LineView

if TYPE_CHECKING:
    from textual.content import Content

__all__ = ["Block", "Draw", "TextPane"]


class TextPane(LineView):
    """Blocks of text, one below the other; ``follow`` keeps to the end."""

    def __init__(self, *, id: str | None = None, follow: bool = False) -> None:
        super().__init__(id=id)
        self._follow = follow
        self._at_end = follow
        self._laying_out = False
        self._blocks: list[Block] = []
        self._layout_of_blocks = BlockLayout()

    def show(self, blocks: Iterable[Block], *, top: bool = False, end: bool = False) -> None:
        """Show these blocks; ``top`` goes to the first line, ``end`` to the last."""
        self._blocks = list(blocks)
        self._at_end = (self._at_end or end) and not top
        self._lay_out(top=top)

    def to_end(self) -> None:
        """Keep to the end again, where that is what it does."""
        if self._follow:
            self.scroll_end(animate=False, immediate=True, x_axis=False)

    def line_count(self) -> int:
        return self._layout_of_blocks.count

    def draw_line(self, index: int, width: int) -> Content:
        return self._layout_of_blocks.line(index)

    def search_count(self) -> int:
        """All of it is drawn first, so that nothing is missed."""
        layout = self._layout_of_blocks
        place = layout.place_of(self.scroll_offset.y)
        layout.everything()
        self._place_at(layout.show_from(place, self.page_height))
        return layout.count

    def search_line(self, index: int) -> tuple[str, str]:
        """A text may go on in the next line, where it was wrapped."""
        width, last = self.line_width, self.line_count() - 1
        after = self.draw_line(index + 1, width).plain.lstrip() if index < last else ""
        return self.draw_line(index, width).plain, after

    def draw_searched(self, index: int, width: int) -> Content:
        before = self.draw_line(index - 1, width).plain if index else ""
        _, after = self.search_line(index)
        return self.marked(index, self.draw_line(index, width), before, after)

    def resized(self) -> None:
        self._lay_out()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if not self._laying_out:
            self._at_end = self._follow and new_value >= self.max_scroll_y
            self._lay_out(back=max(int(old_value) - int(new_value), 0))

    @property
    def text(self) -> str:
        """Everything there is to show, as plain text."""
        return "\n".join(line.plain for line in self._layout_of_blocks.everything())

    def _lay_out(self, *, top: bool = False, back: int = 0) -> None:
        """Draw what is seen; ``back``: a person has just scrolled so many lines back."""
        if not self.size.width:
            return  # not on the screen yet; its first size lays it out
        layout, height = self._layout_of_blocks, self.page_height
        at = self.scroll_offset.y
        place = layout.place_of(at)
        seen = layout.lines_from(at, height)
        layout.take(self._blocks, self.line_width)
        if 0 < back <= 2 * height:
            place = layout.back_from(layout.place_of(at + back), back)
        if top and self._blocks:
            place = (self._blocks[0].key, 0)
        if self._at_end:
            layout.show_end(height)
            line = max(layout.count - height, 0)
        else:
            line = layout.show_from(place, height)
        self._place_at(line)
        changed = _first_change(seen, layout.lines_from(line, height))
        if changed is not None:
            self.refresh_lines(changed, max(line + height - changed, 1))
            self.search_changed(max(changed - 1, 0))

    def _place_at(self, line: int) -> None:
        """Stand at a line of what was laid out."""
        self._laying_out = True
        self.take_size()
        if line != self.scroll_offset.y:
            self.scroll_to(y=line, animate=False, immediate=True, force=True)
        self._laying_out = False


def _first_change(before: list[Shown], now: list[Shown]) -> int | None:
    """The first line of a screen that is not what it was; None where all is."""
    for was, shown in zip(before, now, strict=False):
        if was[0] != shown[0] or was[1] is not shown[1]:
            return min(was[0], shown[0])
    if len(before) == len(now):
        return None
    return (before if len(before) > len(now) else now)[min(len(before), len(now))][0]
