"""A view of lines of which only those on the screen are ever made or drawn (Line API).

Subclasses say how many lines there are and what one of them is; a line is exactly as wide as the
view, longer text ends in an ellipsis, so nothing scrolls sideways and nothing overflows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip

from wirelab.tui.widgets.searched_view import WHOLE_LINE, SearchedView

if TYPE_CHECKING:
    from rich.style import Style as RichStyle
    from textual import events
    from textual.content import Content
    from textual.style import Style


class LineView(SearchedView, can_focus=True, inherit_bindings=False):
    """Base of every scrolling pane."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", "Line up", show=False),
        Binding("down", "scroll_down", "Line down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
    ]

    auto_links = False
    _blank_strip: tuple[tuple[int, RichStyle], Strip] | None = None
    _to_reveal: int | None = None

    @property
    def line_width(self) -> int:
        """Cells a line has; the place of the scroll bar is always kept free."""
        return max(self.scrollable_content_region.width, 1)

    @property
    def page_height(self) -> int:
        return max(self.scrollable_content_region.height, 1)

    def line_count(self) -> int:
        raise NotImplementedError

    def draw_line(self, index: int, width: int) -> Content:
        """Line ``index`` (from 0), for a view of so many cells."""
        raise NotImplementedError

    def line_style(self, index: int) -> Style:
        """What a line is drawn on."""
        return self.visual_style

    def lines_changed(self) -> None:
        """The lines are others, or more; call after every change of what is shown."""
        self.take_size()
        self.refresh()

    def take_size(self) -> None:
        """Take the number of lines there is. Where there are only more of them, and nothing else
        on the screen depends on it, the screen is not laid out again: that costs as much as all
        else that a view that grows does."""
        size, before = Size(self.line_width, self.line_count()), self.virtual_size
        if size == before:
            return
        grown = size.width == before.width and size.height > before.height > self.page_height
        if grown and self.show_vertical_scrollbar and not self.styles.auto_dimensions:
            self.set_reactive(LineView.virtual_size, size)
            self.vertical_scrollbar.window_virtual_size = size.height
        else:
            self.virtual_size = size

    def render_line(self, y: int) -> Strip:
        index, width = y + self.scroll_offset.y, self.line_width
        if not 0 <= index < self.line_count():
            return self._blank(width)
        style = self.line_style(index)
        return _strip(self.draw_searched(index, width), width, style)

    # searching

    def search_count(self) -> int:
        return self.line_count()

    def search_line(self, index: int) -> tuple[str, str]:
        return self.draw_line(index, max(self.line_width, WHOLE_LINE)).plain, ""

    def search_go(self, index: int) -> None:
        self.reveal(index, margin=1)

    def draw_searched(self, index: int, width: int) -> Content:
        """A line with what is looked for marked in it."""
        return self.marked(index, self.draw_line(index, width), "", "")

    def _blank(self, width: int) -> Strip:
        """Most lines of most panes are blank: they share one strip."""
        style = self.rich_style
        if self._blank_strip is None or self._blank_strip[0] != (width, style):
            self._blank_strip = ((width, style), Strip.blank(width, style))
        return self._blank_strip[1]

    def reveal(self, index: int, *, margin: int = 0) -> None:
        """Scroll as little as it takes to show a line; while the size is unknown, once it is known.

        Scrolls at once: one put off would be reckoned from where the view is no more by then.
        """
        self._to_reveal = None
        top, height = self.scroll_offset.y, self.page_height
        if not self.size.height:
            self._to_reveal = index
        elif index - margin < top:
            self._scroll_at_once(max(index - margin, 0))
        elif index + margin >= top + height:
            self._scroll_at_once(index + margin - height + 1)

    def _scroll_at_once(self, line: int) -> None:
        self.scroll_to(y=line, animate=False, force=True, immediate=True)

    def on_resize(self, event: events.Resize) -> None:
        self.resized()
        if self._to_reveal is not None:
            self.reveal(self._to_reveal)

    def resized(self) -> None:
        """The view has another size: what depends on its width is made anew."""
        self.lines_changed()

    # animated scrolling repaints a dozen times for a step of one line; these jump

    def action_scroll_up(self) -> None:
        self.scroll_relative(y=-1, animate=False)

    def action_scroll_down(self) -> None:
        self.scroll_relative(y=1, animate=False)

    def action_page_up(self) -> None:
        self.scroll_relative(y=-self.page_height, animate=False)

    def action_page_down(self) -> None:
        self.scroll_relative(y=self.page_height, animate=False)


def _strip(content: Content, width: int, style: Style) -> Strip:
    """One line as cells: what Textual makes of any content, less what it does for wrapping,
    aligning, selecting and links."""
    first = content.split(allow_blank=True)[0] if "\n" in content.plain else content
    shown = first.expand_tabs(8).truncate(width, ellipsis=True)
    strip = Strip(shown.render_segments(style), shown.cell_length)
    return strip.extend_cell_length(width, style.rich_style)
