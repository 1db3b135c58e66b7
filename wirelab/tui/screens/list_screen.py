"""A list over the bench, to choose one row of; its result is the row's index, None for none."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen

from wirelab.tui.widgets.row_list import RowList

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from wirelab.tui.widgets.row_list import Rows


class ListScreen(ModalScreen[int | None]):
    """title: on the border, with what its keys do. empty: what is said while there is no row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", "Close", key_display="esc"),
        Binding("ctrl+c", "app.interrupt", show=False),
    ]

    def __init__(self, title: str, rows: Rows, *, empty: str = "", selected: int = 0) -> None:
        super().__init__()
        self.list = RowList(rows, empty=empty, classes="over-bench")
        self.list.border_title = Content(title)
        self.list.selected = min(selected, len(rows) - 1)

    def compose(self) -> ComposeResult:
        yield self.list

    def on_mount(self) -> None:
        self.list.focus()
        self.call_after_refresh(lambda: self.list.select(self.list.selected))

    def show(self, rows: Rows) -> None:
        """Show these rows instead."""
        self.list.show(rows, min(self.list.selected, len(rows) - 1))

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        self.dismiss(message.index)
