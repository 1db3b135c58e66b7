"""Every frame that arrived as a row, and the one at the cursor in detail.

Selecting a row moves the cursor; comments, stray lines and ends are rows like any other.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from wirelab.tui.bookmarks import SIGN
from wirelab.tui.paint import ACCENT, FAINT, MARKED, NAME, line, severity_sign
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.widgets.event_detail import EventDetail
from wirelab.tui.widgets.filtered_events import FilteredEvents
from wirelab.views.copied import Copied
from wirelab.views.durations import gap
from wirelab.views.durations import moment as point

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from textual.app import ComposeResult

    from wirelab.tui.cursor import Moment
    from wirelab.tui.widgets.row_list import RowList, Rows
    from wirelab.views.event_rows import EventRow, EventRows
    from wirelab.views.filters import MatchingFrames

FILTER_HELP = "Show only the events that match, such as type:TOOL_* or sev:error"
_TYPE_WIDTH, _WIDE_TYPE_WIDTH = 20, 25
_ID_WIDTH, _WIDE_ID_WIDTH = 10, 16
_WIDE = 100
_OWNER_WIDTH = 12
"""Of the column that a wide list has; in a narrow one the owner stands before the summary."""


class EventLines:
    """The rows of a session drawn in columns; see ``Lines``."""

    def __init__(
        self,
        rows: EventRows,
        found: MatchingFrames | Sequence[int] | None = None,
        marked: re.Pattern[str] | None = None,
        bookmarks: Container[int] = (),
    ) -> None:
        self._rows = rows
        self._found = found
        self._bookmarks = bookmarks
        self._marked = marked

    def __len__(self) -> int:
        return len(self._rows if self._found is None else self._found)

    def draw(self, index: int, width: int) -> Content:
        row = self._row(index)
        said = line(_what(row, width), _said(row, width))
        if self._marked is not None:
            said = said.highlight_regex(self._marked, style=MARKED)
        return line(severity_sign(row.mark), self._place(row), said)

    def text(self, index: int) -> str:
        """What a row says, without drawing it: for searching very many."""
        row = self._row(index)
        number = "—" if row.seq is None else row.seq
        owner = f"@{row.owner}" if row.owner else ""
        times = f"{point(row.at_ms)} {gap(row.delta_ms)}"
        return f"{number} {times} {row.type} {row.item_id} {owner} {row.summary}"

    def continues(self, before: Rows) -> bool:
        return (
            isinstance(before, EventLines)
            and before._rows is self._rows
            and before._found is self._found
        )

    def _row(self, index: int) -> EventRow:
        return self._rows.row(index if self._found is None else self._found[index])

    def _place(self, row: EventRow) -> Content:
        number = "—" if row.seq is None else str(row.seq)
        sign = SIGN if row.frame in self._bookmarks else " "
        times = (f"{point(row.at_ms):>8} ", (f"{gap(row.delta_ms):>7}  ", FAINT))
        return line(f"{number:>6}", (sign, ACCENT), *times)


def column_heads(width: int) -> Content:
    """The line above the rows, in the same columns."""
    type_width, id_width = _widths(width)
    owner = f"{'owner':<{_OWNER_WIDTH}} " if width >= _WIDE else ""
    heads = f"      #        t       Δ  {'type':<{type_width}} {'id':<{id_width}} {owner}summary"
    return Content.styled(heads, FAINT).truncate(width, ellipsis=True, pad=True)


def _widths(width: int) -> tuple[int, int]:
    return (_WIDE_TYPE_WIDTH, _WIDE_ID_WIDTH) if width >= _WIDE else (_TYPE_WIDTH, _ID_WIDTH)


def _what(row: EventRow, width: int) -> Content:
    type_width, id_width = _widths(width)
    known = not row.type.startswith("(")
    kind = Content.styled(row.type, NAME if known else FAINT)
    if row.seq is None:
        return line(kind.truncate(type_width, ellipsis=True, pad=True), " ")
    item = Content(row.item_id).truncate(id_width, ellipsis=True, pad=True)
    return line(kind.truncate(type_width, ellipsis=True, pad=True), " ", item, " ")


def _said(row: EventRow, width: int) -> Content:
    owner = Content.styled(f"@{row.owner}", ACCENT) if row.owner else Content("")
    if width >= _WIDE and row.seq is not None:
        owner = owner.truncate(_OWNER_WIDTH, ellipsis=True, pad=True)
    return line(owner, " " if owner else "", row.summary)


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
        Binding("slash", "filter", "Filter", tooltip=FILTER_HELP),
        Binding("escape", "clear_filter", "All rows", tooltip="Show every row again"),
        Binding("r", "form('raw')", "Raw", tooltip="The frame's text as it arrived"),
        Binding(
            "d",
            "form('delivered')",
            "Delivered",
            tooltip="What an application is given for the event, after shims, enforcement and "
            "chunk expansion; what was never on the wire is marked derived",
        ),
        Binding("x", "form('hex')", "Hex", tooltip="The frame's bytes in hex, reads marked"),
        Binding(
            "o",
            "related",
            "Related",
            tooltip="Go to the related events one by one (what opened it, its parent, its result), "
            "then back",
        ),
    ]

    def compose(self) -> ComposeResult:
        yield FilteredEvents(ColumnHeads(), EventLines, classes="first pane")
        yield EventDetail(classes="second pane")

    @property
    def filtered(self) -> FilteredEvents:
        return self.query_one(FilteredEvents)

    @property
    def first_focus(self) -> RowList:
        return self.filtered.list

    def show(self, moment: Moment) -> None:
        self.filtered.show(moment)
        self.query_one(EventDetail).show(moment)

    def copied(self) -> Copied | None:
        """The event at the cursor; a value of it, while its JSON has the keys."""
        detail = self.query_one(EventDetail)
        return detail.json.copied if detail.json.has_focus else detail.copied

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "clear_filter":
            return self.filtered.filtering and self.first_focus.has_focus
        return action != "filter" or not self.filtered.asking

    def action_filter(self) -> None:
        self.filtered.ask()

    def action_clear_filter(self) -> None:
        self.filtered.clear()

    def on_filtered_events_changed(self, message: FilteredEvents.Changed) -> None:
        message.stop()
        self.refresh_bindings()

    def on_filtered_events_opened(self, message: FilteredEvents.Opened) -> None:
        message.stop()
        self.query_one(EventDetail).body.focus()

    def action_form(self, form: str) -> None:
        self.query_one(EventDetail).toggle_form(form)

    def action_related(self) -> None:
        if not self.query_one(EventDetail).go_to_related():
            self.notify("Nothing in the stream is related to this row.")
