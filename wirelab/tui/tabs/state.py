"""The shared state at the cursor, and the snapshots and deltas that made it.

What the last change touched is marked in the document; an operation that could not be applied
says why, beside the ones it took down with it (a patch applies whole or not at all).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Container
from textual.content import Content
from textual.widgets import Static

from wirelab.tui.messages import FramePicked
from wirelab.tui.pages.change_rows import ChangeRows, marks_of
from wirelab.tui.paint import ERROR, line
from wirelab.tui.state_history import StateHistory, operations_of, refusal_of
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.widgets.json_tree import JsonTree
from wirelab.tui.widgets.row_list import RowList
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from wirelab.projections.shared_state import SharedState
    from wirelab.session.session import Session
    from wirelab.tui.cursor import Moment


class StateTab(BenchTab):
    TAB_NAME = "state"
    TITLE = "State"
    PURPOSE = "The state at the cursor, what the last delta changed, and every change before it."

    def __init__(self) -> None:
        super().__init__()
        self._history: StateHistory | None = None
        self._moment: Moment | None = None
        self._picked = -1
        self._marks_shown: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        with Container(classes="first pane"):
            yield Static(id="state-words")
            yield JsonTree(empty="No state yet.", id="state-tree")
        changes = RowList(empty="No snapshot and no delta yet.", id="state-changes")
        changes.add_class("second", "pane")
        changes.border_title = "changes"
        yield changes

    @property
    def first_focus(self) -> JsonTree:
        return self.query_one("#state-tree", JsonTree)

    def show(self, moment: Moment) -> None:
        self._moment = moment
        if self._history is None:
            self._history = StateHistory(moment.session)
        self._history.update()
        count = self._history.count_until(moment.event)
        marks = self._marks(moment.session, count)
        tree = self.first_focus
        self.query_one("#state-words", Static).update(_title(moment.world.state, moment))
        tree.show_value(moment.world.state.document, marks)
        if marks != self._marks_shown:
            self._marks_shown = marks
            tree.reveal_marks()
        self._show_changes(moment, count)

    def _show_changes(self, moment: Moment, count: int) -> None:
        assert self._history is not None
        changes = self.query_one("#state-changes", RowList)
        selected = -1
        if count:
            last = self._history.change(count - 1).event
            picked = self._picked
            here = 0 <= picked < count and self._history.change(picked).event == last
            selected = picked if here else self._history.first_row_of(last)
        changes.show(ChangeRows(self._history, moment.event), selected)

    def _marks(self, session: Session, count: int) -> dict[str, str]:
        """Words for each place the last delta touched, by pointer."""
        assert self._history is not None
        if not count:
            return {}
        event = session.events[self._history.change(count - 1).event]
        if event.type != "STATE_DELTA":
            return {"": f"{event.seq} snapshot"}
        if refusal_of(event) is not None:
            return {"": f"{event.seq} not applied"}
        assert self._moment is not None
        document = self._moment.world.state.document
        return marks_of(operations_of(event), event.seq, document)

    def on_row_list_row_moved(self, message: RowList.RowMoved) -> None:
        if isinstance(message.list.rows, ChangeRows) and self._moment is not None:
            message.stop()
            self._picked = message.index
            change = message.list.rows.history.change(message.index)
            self.post_message(FramePicked(self._moment.rows.position_of(change.event)))

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        if isinstance(message.list.rows, ChangeRows) and self._moment is not None:
            message.stop()
            change = message.list.rows.history.change(message.index)
            frame = self._moment.rows.position_of(change.event)
            self.post_message(FramePicked(frame, keep_tab=False))


def _title(state: SharedState, moment: Moment) -> Content:
    if state.snapshot is not None:
        origin = f"snapshot of event {state.snapshot}"
    else:
        given = moment.world.input is not None and moment.world.input.has_state
        origin = "the input's state" if given else "empty start"
    where = f"as of event {moment.event}" if moment.event >= 0 else "before the first event"
    title = line(f"{where} · {origin}", f" + {counted(state.deltas, 'delta')}")
    if state.diverged is None:
        return title
    refusal = refusal_of(moment.session.events[state.diverged])
    why = f": {safe(refusal.subject, 200)}" if refusal is not None else ""
    return line(title, (f" · ▲ DIVERGED since {state.diverged}{why}", ERROR))
