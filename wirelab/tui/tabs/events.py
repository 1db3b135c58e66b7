"""Every frame that arrived as a row, and the one at the cursor in detail.

Selecting a row moves the cursor; comments, stray lines and ends are rows like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from wirelab.tui.messages import FramePicked
from wirelab.tui.paint import ACCENT, FAINT, NAME, line, severity_sign
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.widgets.event_detail import EventDetail
from wirelab.tui.widgets.row_list import RowList
from wirelab.views.durations import gap
from wirelab.views.durations import moment as point

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from wirelab.tui.cursor import Moment
    from wirelab.views.event_rows import EventRow, EventRows

_TYPE_WIDTH, _WIDE_TYPE_WIDTH = 20, 25
_ID_WIDTH, _WIDE_ID_WIDTH = 10, 16
_WIDE = 100


class EventLines:
    """The rows of a session drawn in columns."""

    def __init__(self, rows: EventRows) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def draw(self, index: int, width: int) -> Content:
        row = self._rows.row(index)
        return line(severity_sign(row.mark), _place(row), _what(row, width), _said(row))


def column_heads(width: int) -> Content:
    """The line above the rows, in the same columns."""
    type_width, id_width = _widths(width)
    heads = f"      #        t       Δ  {'type':<{type_width}} {'id':<{id_width}} summary"
    return Content.styled(heads, FAINT).truncate(width, ellipsis=True, pad=True)


def _widths(width: int) -> tuple[int, int]:
    return (_WIDE_TYPE_WIDTH, _WIDE_ID_WIDTH) if width >= _WIDE else (_TYPE_WIDTH, _ID_WIDTH)


def _place(row: EventRow) -> Content:
    number = "—" if row.seq is None else str(row.seq)
    return line(f"{number:>6} {point(row.at_ms):>8} ", (f"{gap(row.delta_ms):>7}  ", FAINT))


def _what(row: EventRow, width: int) -> Content:
    type_width, id_width = _widths(width)
    known = not row.type.startswith("(")
    kind = Content.styled(row.type, NAME if known else FAINT)
    if row.seq is None:
        return line(kind.truncate(type_width, ellipsis=True, pad=True), " ")
    item = Content(row.item_id).truncate(id_width, ellipsis=True, pad=True)
    return line(kind.truncate(type_width, ellipsis=True, pad=True), " ", item, " ")


def _said(row: EventRow) -> Content:
    owner = Content.styled(f"@{row.owner} ", ACCENT) if row.owner else Content("")
    return line(owner, row.summary)


class ColumnHeads(Widget):
    """The names of the columns."""

    ALLOW_SELECT = False

    def render(self) -> Content:
        return column_heads(self.size.width)


class EventsTab(BenchTab):
    TAB_NAME = "events"
    TITLE = "Events"
    PURPOSE = "Every event and every other line that arrived, with its time; one in detail."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "form('raw')", "Raw", tooltip="The frame's text as it arrived"),
        Binding(
            "d",
            "form('delivered')",
            "Delivered",
            tooltip="What an application is given for the event, after shims and expansion",
        ),
    ]

    def compose(self) -> ComposeResult:
        with Widget(classes="first pane"):
            yield ColumnHeads()
            yield RowList(empty="Nothing has arrived yet.", id="event-list")
        yield EventDetail(classes="second pane")

    @property
    def first_focus(self) -> RowList:
        return self.query_one("#event-list", RowList)

    def show(self, moment: Moment) -> None:
        self.first_focus.show(EventLines(moment.rows), moment.frame)
        self.query_one(EventDetail).show(moment)

    def on_row_list_row_moved(self, message: RowList.RowMoved) -> None:
        if message.list is self.first_focus:
            message.stop()
            self.post_message(FramePicked(message.index))

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        if message.list is self.first_focus:
            message.stop()
            self.query_one(EventDetail).json.focus()

    def action_form(self, form: str) -> None:
        self.query_one(EventDetail).toggle_form(form)
