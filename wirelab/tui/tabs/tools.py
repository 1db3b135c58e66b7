"""Tool calls: the list of them, and one in full - fragments, joined text, value, result, times.

The call shown is the one last touched as of the cursor, until a person picks another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.tui.messages import FramePicked
from wirelab.tui.pages.call_page import call_blocks, call_state, latest_event
from wirelab.tui.paint import ACCENT, FAINT, NAME, line
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.widgets.line_view import LineView
from wirelab.tui.widgets.row_list import RowList
from wirelab.tui.widgets.text_pane import Block, TextPane
from wirelab.tui.wrapping import wrap_text
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from wirelab.projections.tool_calls import ToolCall
    from wirelab.tui.cursor import Moment

_EMPTY = (
    "No tool call as of the cursor. A call appears with its TOOL_CALL_START (or chunk), or when "
    "the input or a snapshot restates one."
)


class CallRows:
    """The calls as of a moment, one a row."""

    def __init__(self, calls: list[ToolCall]) -> None:
        self.calls = calls

    def __len__(self) -> int:
        return len(self.calls)

    def draw(self, index: int, width: int) -> Content:
        call = self.calls[index]
        sign, said, style = call_state(call)
        event = str(call.opened) if call.opened is not None else "—"
        return line(
            (f"{sign} ", style),
            (f"{event:>5} ", FAINT),
            (safe(call.name, 60) or "(no name)", NAME),
            f"  {safe(call.id, 60)}  ",
            (f"@{safe(call.owner, 40)} " if call.owner else "", ACCENT),
            (said, FAINT),
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

    def show(self, moment: Moment) -> None:
        self._moment = moment
        calls = list(moment.world.tool_calls.by_id.values())
        self.calls.display = len(calls) > 1
        call = self._call_to_show(calls)
        self.calls.show(CallRows(calls), calls.index(call) if call is not None else -1)
        self._show_text(moment, call)

    def _call_to_show(self, calls: list[ToolCall]) -> ToolCall | None:
        picked = next((call for call in calls if call.id == self._picked), None)
        return picked or max(calls, key=latest_event, default=None)

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
        assert isinstance(message.list.rows, CallRows)
        self._picked = message.list.rows.calls[message.index].id
        if self._moment is not None:
            self.show(self._moment)

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        message.stop()
        assert isinstance(message.list.rows, CallRows)
        call = message.list.rows.calls[message.index]
        if call.opened is not None and self._moment is not None:
            frame = self._moment.rows.position_of(call.opened)
            self.post_message(FramePicked(frame, keep_tab=False))

    @staticmethod
    def note(moment: Moment) -> Content:
        count = len(moment.world.tool_calls.by_id)
        return Content.styled(f" {count}", FAINT) if count else Content("")
