"""A list of rows of one height with one of them selected, however many there are.

``RowMoved`` says that a person selected another row, ``RowOpened`` that they chose it (enter, or
a second click). Selecting by program says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.style import Style

from wirelab.tui.paint import FAINT
from wirelab.tui.widgets.line_view import LineView
from wirelab.tui.widgets.searched_view import WHOLE_LINE

if TYPE_CHECKING:
    from textual import events


class Rows(Protocol):
    """What a list shows: so many rows, each drawn when it is needed."""

    def __len__(self) -> int: ...

    def draw(self, index: int, width: int) -> Content: ...


@runtime_checkable
class GrowingRows(Rows, Protocol):
    """Rows that may be very many.

    text: what a row says, at less cost than drawing it. continues: the rows shown before are
    still what they were; there may only be more.
    """

    def text(self, index: int) -> str: ...

    def continues(self, before: Rows) -> bool: ...


class RowList(LineView):
    """A virtual list; ``empty`` is what it says while there is no row.

    A row is one line; a subclass may give rows more of them (``first_line``, ``row_at``).
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"row-list--selected"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Row up", show=False),
        Binding("down", "move(1)", "Row down", show=False),
        Binding("pageup", "move_page(-1)", "Page up", show=False),
        Binding("pagedown", "move_page(1)", "Page down", show=False),
        Binding("enter", "open", "Jump", tooltip="Jump to it, or open and close it"),
    ]

    @dataclass
    class RowMoved(Message):
        list: RowList
        index: int

    @dataclass
    class RowOpened(Message):
        list: RowList
        index: int

    def __init__(
        self,
        rows: Rows | None = None,
        *,
        empty: str = "",
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.rows = rows
        self._growing = _growing(rows)
        self.empty = empty
        self.selected = -1
        self._height = 1

    def show(self, rows: Rows, selected: int | None = None) -> None:
        """Show these rows (they may have grown), with that one selected and in view."""
        before, self.rows, self._growing = self.rows, rows, _growing(rows)
        self.lines_changed()
        growing = self._growing
        grown = before is not None and growing is not None and growing.continues(before)
        self.search_changed(len(before) if grown and before is not None else 0)
        if selected is not None:
            self.select(selected)
        elif self.selected >= len(rows):
            self.select(len(rows) - 1)

    def select(self, index: int) -> None:
        """Select a row without saying so; -1 selects none."""
        self.selected = index
        first = self.first_line(max(index, 0))
        above = first < self.scroll_offset.y
        self.reveal(first if above else self.first_line(max(index, 0) + 1) - 1)
        self.refresh()

    def first_line(self, row: int) -> int:
        """The line a row begins at; of the row behind the last, the number of lines."""
        return row

    def row_at(self, line: int) -> tuple[int, int]:
        """The row a line belongs to, and which of its lines it is."""
        return line, 0

    def line_count(self) -> int:
        return self.first_line(len(self.rows)) if self.rows is not None and len(self.rows) else 1

    def draw_line(self, index: int, width: int) -> Content:
        if self.rows is None or not len(self.rows):
            return Content.styled(self.empty, FAINT)
        row, part = self.row_at(index)
        return self.draw_part(self.rows, row, part, width)

    def draw_part(self, rows: Rows, row: int, part: int, width: int) -> Content:
        """Line ``part`` (from 0) of a row."""
        return rows.draw(row, width)

    def line_style(self, index: int) -> Style:
        if self.row_at(index)[0] == self.selected:
            return self.visual_style + Style.from_styles(
                self.get_component_styles("row-list--selected")
            )
        return self.visual_style

    def action_move(self, by: int) -> None:
        self._choose(self.selected + by)

    def action_move_page(self, by: int) -> None:
        self._choose(self.selected + by * max(self.page_height - 1, 1))

    def action_open(self) -> None:
        if self.rows is not None and 0 <= self.selected < len(self.rows):
            self.post_message(self.RowOpened(self, self.selected))

    def on_click(self, event: events.Click) -> None:
        index = self.row_at(event.y + self.scroll_offset.y)[0]
        if self.rows is None or index >= len(self.rows):
            return
        if index == self.selected or event.chain > 1:
            self.selected = index
            self.action_open()
        else:
            self._choose(index)

    def resized(self) -> None:
        """A selected row that was seen still is."""
        seen = 0 <= self.first_line(max(self.selected, 0)) - self.scroll_offset.y < self._height
        self._height = self.page_height
        super().resized()
        if seen:
            self.select(self.selected)

    def search_count(self) -> int:
        return len(self.rows) if self.rows is not None else 0

    def search_line(self, index: int) -> tuple[str, str]:
        if self._growing is not None:
            return self._growing.text(index), ""
        assert self.rows is not None
        return self.rows.draw(index, max(self.line_width, WHOLE_LINE)).plain, ""

    def search_place(self) -> int:
        return self.selected

    def search_go(self, index: int) -> None:
        self._choose(index)

    def draw_searched(self, index: int, width: int) -> Content:
        content = self.draw_line(index, width)
        return self.marked(self.row_at(index)[0], content, "", "")

    def _choose(self, index: int) -> None:
        if self.rows is None or not len(self.rows):
            return
        index = min(max(index, 0), len(self.rows) - 1)
        if index != self.selected:
            self.select(index)
            self.post_message(self.RowMoved(self, index))


def _growing(rows: Rows | None) -> GrowingRows | None:
    """Asked once for all rows: asking costs as much as reading one."""
    return rows if isinstance(rows, GrowingRows) else None
