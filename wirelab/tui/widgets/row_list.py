"""A list of rows of one height with one of them selected, however many there are.

``RowMoved`` says that a person selected another row, ``RowOpened`` that they chose it (enter, or
a second click). Selecting by program says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.style import Style

from wirelab.tui.paint import FAINT
from wirelab.tui.widgets.line_view import LineView

if TYPE_CHECKING:
    from textual import events


class Rows(Protocol):
    """What a list shows: so many rows, each drawn when it is needed."""

    def __len__(self) -> int: ...

    def draw(self, index: int, width: int) -> Content: ...


class RowList(LineView):
    """A virtual list; ``empty`` is what it says while there is no row.

    A row is one line; a subclass may give every row ``lines_a_row`` of them.
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

    def __init__(self, rows: Rows | None = None, *, empty: str = "", id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows = rows
        self.empty = empty
        self.selected = -1

    def show(self, rows: Rows, selected: int | None = None) -> None:
        """Show these rows (they may have grown), with that one selected and in view."""
        self.rows = rows
        self.lines_changed()
        if selected is not None:
            self.select(selected)
        elif self.selected >= len(rows):
            self.select(len(rows) - 1)

    def select(self, index: int) -> None:
        """Select a row without saying so; -1 selects none."""
        self.selected = index
        first = max(index, 0) * self.lines_a_row
        above = first < self.scroll_offset.y
        self.reveal(first if above else first + self.lines_a_row - 1)
        self.refresh()

    @property
    def lines_a_row(self) -> int:
        return 1

    def line_count(self) -> int:
        return len(self.rows) * self.lines_a_row if self.rows is not None and len(self.rows) else 1

    def draw_line(self, index: int, width: int) -> Content:
        if self.rows is None or not len(self.rows):
            return Content.styled(self.empty, FAINT)
        row, part = divmod(index, self.lines_a_row)
        return self.draw_part(self.rows, row, part, width)

    def draw_part(self, rows: Rows, row: int, part: int, width: int) -> Content:
        """Line ``part`` (from 0) of a row."""
        return rows.draw(row, width)

    def line_style(self, index: int) -> Style:
        if index // self.lines_a_row == self.selected:
            return self.visual_style + Style.from_styles(
                self.get_component_styles("row-list--selected")
            )
        return self.visual_style

    def action_move(self, by: int) -> None:
        self._choose(self.selected + by)

    def action_move_page(self, by: int) -> None:
        self._choose(self.selected + by * max(self.page_height // self.lines_a_row - 1, 1))

    def action_open(self) -> None:
        if self.rows is not None and 0 <= self.selected < len(self.rows):
            self.post_message(self.RowOpened(self, self.selected))

    def on_click(self, event: events.Click) -> None:
        index = (event.y + self.scroll_offset.y) // self.lines_a_row
        if self.rows is None or index >= len(self.rows):
            return
        if index == self.selected or event.chain > 1:
            self.selected = index
            self.action_open()
        else:
            self._choose(index)

    def _choose(self, index: int) -> None:
        if self.rows is None or not len(self.rows):
            return
        index = min(max(index, 0), len(self.rows) - 1)
        if index != self.selected:
            self.select(index)
            self.post_message(self.RowMoved(self, index))
