"""Tool calls: the list of them, and one in full - fragments, joined text, value, result, times.

The call shown is the one last touched as of the cursor, until a person picks another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.tui.messages import FramePicked
from wirelab.tui.pages.call_page import call_blocks
from wirelab.tui.pages.call_rows import CallRows
from wirelab.tui.paint import FAINT
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.widgets.line_view import LineView
from wirelab.tui.widgets.row_list import RowList
from wirelab.tui.widgets.text_pane import Block, TextPane
from wirelab.tui.wrapping import wrap_text
from wirelab.views.call_standing import last_touched
from wirelab.views.copied import Copied, copied_call

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from wirelab.projections.tool_calls import ToolCall
    from wirelab.tui.cursor import Moment

_EMPTY = (
    "No tool call as of the cursor. A call appears with its TOOL_CALL_START (or chunk), or when "
    "the input or a snapshot restates one."
)


class ToolsTab(BenchTab):
    TAB_NAME = "tools"
    TITLE = "Tools"
    PURPOSE = "Each call: its argument fragments as they came, their sum, its result, how long."

    def __init__(self) -> None:
        super().__init__()
        self._picked: str | None = None
        self._shown: str | None = None
        self._moment: Moment | None = None

    def compose(self) -> ComposeResult:
        yield RowList(empty="No tool call yet.", id="call-list").add_class("first", "pane")
        pane = TextPane(id="call-text")
        pane.add_class("second", "pane")
        yield pane

    @property
    def first_focus(self) -> LineView:
        calls = self.calls
        return calls if calls.display else self.query_one("#call-text", TextPane)

    @property
    def calls(self) -> RowList:
        return self.query_one("#call-list", RowList)

    def copied(self) -> Copied | None:
        """The call shown: its arguments, or all of it as JSON."""
        call = self._call_to_show(self._moment) if self._moment is not None else None
        return copied_call(call) if call is not None else None

    def show(self, moment: Moment) -> None:
        self._moment = moment
        rows = CallRows(moment.world)
        self.calls.display = len(rows) > 1
        call = self._call_to_show(moment)
        self.calls.show(rows, rows.index_of(call))
        self._show_text(moment, call)

    def _call_to_show(self, moment: Moment) -> ToolCall | None:
        picked = moment.world.tool_calls.by_id.get(self._picked or "")
        return picked or last_touched(moment.world, moment.session.events, moment.event)

    def _show_text(self, moment: Moment, call: ToolCall | None) -> None:
        pane = self.query_one("#call-text", TextPane)
        subject, before = call.id if call is not None else None, self._shown
        self._shown = subject
        if call is None:
            pane.border_title = "tool calls"
            pane.show([Block("empty", None, lambda width: wrap_text(_EMPTY, width, style=FAINT))])
        else:
            pane.border_title = "call in full"
            pane.show(call_blocks(call, moment), top=subject != before)

    def on_row_list_row_moved(self, message: RowList.RowMoved) -> None:
        message.stop()
        call = self._call_of(message)
        if call is not None and self._moment is not None:
            self._picked = call.id
            self.show(self._moment)

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        message.stop()
        call = self._call_of(message)
        if call is not None and call.opened is not None and self._moment is not None:
            frame = self._moment.rows.position_of(call.opened)
            self.post_message(FramePicked(frame, keep_tab=False))

    @staticmethod
    def _call_of(message: RowList.RowMoved | RowList.RowOpened) -> ToolCall | None:
        assert isinstance(message.list.rows, CallRows)
        return message.list.rows.call(message.index)

    @staticmethod
    def note(moment: Moment) -> Content:
        count = len(moment.world.tool_calls.by_id)
        return Content.styled(f" {count}", FAINT) if count else Content("")
