"""A row list that may leave out the row a person is at: then the one before it is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.tui.widgets.row_list import RowList

if TYPE_CHECKING:
    from wirelab.tui.widgets.row_list import Rows


class EventList(RowList):
    """between: the place meant lies behind the selected row, before the next."""

    between = False

    def show_place(self, rows: Rows, selected: int, *, between: bool) -> None:
        self.between = between
        self.show(rows, selected)

    def action_move(self, by: int) -> None:
        """From between two rows, up is the selected one."""
        if not self.between or by > 0:
            super().action_move(by)
        elif by < -1:
            super().action_move(by + 1)
        elif self.selected >= 0:
            self.post_message(self.RowMoved(self, self.selected))
