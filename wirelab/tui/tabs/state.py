"""The shared state at the cursor, and the snapshots and deltas that made it.

What the last change touched is marked in the document; an operation that could not be applied
says why, beside the ones it took down with it (a patch applies whole or not at all). From a point
that a person marked on, the tab shows what differs between it and the cursor instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.widgets import Static

from wirelab.tui.messages import FramePicked
from wirelab.tui.pages.change_rows import ChangeRows, marks_of
from wirelab.tui.pages.state_words import difference_words, state_words
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.widgets.component_names import ComponentNames
from wirelab.tui.widgets.difference_list import DifferenceList
from wirelab.tui.widgets.json_tree import JsonTree
from wirelab.tui.widgets.row_list import RowList
from wirelab.views.copied import Copied
from wirelab.views.json_changes import json_changes
from wirelab.views.state_history import StateHistory, operations_of, refusal_of

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from wirelab.session.session import Session
    from wirelab.tui.cursor import Moment


@dataclass(slots=True, frozen=True)
class MarkedPoint:
    """A point that others are compared with: the event, and the document after it."""

    event: int
    document: Any


class StateTab(BenchTab):
    TAB_NAME = "state"
    TITLE = "State"
    PURPOSE = "The state at the cursor, what the last delta changed, and every change before it."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "m",
            "mark",
            "Mark",
            tooltip="Mark this point, then move: shows what differs between it and the cursor; "
            "again shows the document",
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._marked: MarkedPoint | None = None
        self._compared: tuple[MarkedPoint, int] | None = None
        self._history: StateHistory | None = None
        self._moment: Moment | None = None
        self._picked = -1
        self._marks_shown: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        with Container(classes="first pane"):
            yield Static(id="state-words")
            yield ComponentNames()
            yield JsonTree(empty="No state yet.", id="state-tree")
            yield DifferenceList(id="state-difference")
        changes = RowList(empty="No snapshot and no delta yet.", id="state-changes")
        changes.add_class("second", "pane")
        changes.border_title = "changes"
        yield changes

    def on_mount(self) -> None:
        self.difference.display = False

    @property
    def document(self) -> JsonTree:
        return self.query_one("#state-tree", JsonTree)

    @property
    def difference(self) -> DifferenceList:
        return self.query_one("#state-difference", DifferenceList)

    @property
    def first_focus(self) -> RowList:
        return self.document if self._marked is None else self.difference

    def copied(self) -> Copied | None:
        """The value selected in the document."""
        return self.document.copied

    def show(self, moment: Moment) -> None:
        self._moment = moment
        if self._history is None:
            self._history = StateHistory(moment.session)
        self._history.update()
        count = self._history.count_until(moment.event)
        if self._marked is None:
            self._show_document(moment, count)
        else:
            self._show_difference(moment, self._marked)
        self._show_changes(moment, count)

    def action_mark(self) -> None:
        """Mark the cursor's point, or take the mark away."""
        moment = self._moment
        if moment is None:
            return
        focused = self.first_focus.has_focus
        shared = moment.world.state.shared
        self._marked = MarkedPoint(moment.event, shared()) if self._marked is None else None
        self.document.display, self.difference.display = not self._marked, bool(self._marked)
        self.show(moment)
        if focused:
            self.first_focus.focus()

    def _show_document(self, moment: Moment, count: int) -> None:
        marks = self._marks(moment.session, count)
        self.query_one("#state-words", Static).update(state_words(moment))
        document = moment.world.state.document
        version = (count, moment.world.runs.exchange)
        self.query_one(ComponentNames).show(document, version)
        self.document.show_value(document, marks)
        if marks != self._marks_shown:
            self._marks_shown = marks
            self.document.reveal_marks()

    def _show_difference(self, moment: Moment, marked: MarkedPoint) -> None:
        """Compared anew only where the cursor has moved."""
        if self._compared == (marked, moment.event):
            return
        self._compared = marked, moment.event
        found = json_changes(marked.document, moment.world.state.document)
        words = difference_words(marked.event, moment.event, found)
        self.query_one("#state-words", Static).update(words)
        here = moment.event == marked.event
        self.difference.empty = "This is the point marked: go to another." if here else "The same."
        self.difference.show_changes(found)

    def _show_changes(self, moment: Moment, count: int) -> None:
        assert self._history is not None
        changes = self.query_one("#state-changes", RowList)
        selected = -1
        if count:
            last = self._history.change(count - 1).event
            picked = self._picked
            here = 0 <= picked < count and self._history.change(picked).event == last
            selected = picked if here else self._history.first_row_of(last)
        marked = -1
        if self._marked is not None:
            marked = self._history.count_until(self._marked.event) - 1
        changes.show(ChangeRows(self._history, moment.event, marked), selected)

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
