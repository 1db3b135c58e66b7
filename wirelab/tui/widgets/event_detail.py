"""One frame in detail: its place, what was found at it, its body, what it hangs together with.

Four forms of the body: the JSON as a tree, the raw text with control characters visible, the bytes
in hex, and what the application of a conforming client is given for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.containers import Container

from wirelab.tui.messages import FramePicked
from wirelab.tui.pages.event_notes import event_notes
from wirelab.tui.pages.frame_text import frame_lines
from wirelab.tui.paint import FAINT
from wirelab.tui.related_trail import RelatedTrail
from wirelab.tui.widgets.hex_view import HexView
from wirelab.tui.widgets.json_tree import JsonTree
from wirelab.tui.widgets.related_list import RelatedList, RelatedRows
from wirelab.tui.widgets.row_list import RowList
from wirelab.tui.widgets.text_pane import Block, TextPane
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.copied import Copied, copied_frame
from wirelab.views.delivered_form import delivered_form
from wirelab.views.durations import moment as point
from wirelab.views.related_events import Related, related_events
from wirelab.views.safe_text import size
from wirelab.wire.frame import FrameKind

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.content import Content
    from textual.widget import Widget

    from wirelab.rules.finding import Finding
    from wirelab.session.event import Event
    from wirelab.tui.cursor import Moment
    from wirelab.wire.frame import Frame


class EventDetail(Container):
    """The detail pane; ``show`` follows the cursor."""

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._form = "json"
        self._subject: tuple[int, str] | None = None
        self._moment: Moment | None = None
        self._related: list[Related] = []
        self._trail = RelatedTrail()

    def compose(self) -> ComposeResult:
        yield TextPane(id="event-notes")
        yield JsonTree(empty="No JSON here: r shows the text.", id="event-json")
        yield TextPane(id="event-raw")
        yield HexView(id="event-hex")
        yield RelatedList(id="event-related")

    @property
    def json(self) -> JsonTree:
        return self.query_one("#event-json", JsonTree)

    @property
    def body(self) -> Widget:
        """The body in the form that is shown."""
        bodies = (self.query_one(f"#event-{name}") for name in ("json", "raw", "hex"))
        return next((each for each in bodies if each.display), self.json)

    def toggle_form(self, form: str) -> None:
        """Show the body in that form, or as JSON again."""
        focused = self.body.has_focus
        self._form = "json" if self._form == form else form
        if self._moment is not None:
            self.show(self._moment)
        if focused:
            self.body.focus()

    def go_to_related(self) -> bool:
        """Go to the next of the related events, behind the last back; False where none is."""
        moment = self._moment
        if moment is None:
            return False
        target = self._trail.next_from(moment.event, self._related)
        if target is None:
            return False
        self._pick(target)
        return True

    def show(self, moment: Moment) -> None:
        self._moment = moment
        if moment.frame < 0:
            self.border_title = "before the first event"
            self._show_notes(moment.frame, [])
            self._show_related([])
            self._show_only(self.json)
            self.json.show_nothing()
            return
        frame = moment.session.frames[moment.frame]
        event = self._event_of(moment, frame)
        findings = moment.rows.findings_at_frame(moment.frame)
        self._show_related(_related(moment, event, findings))
        self.border_title = _title(frame, event, self._form, self._trail.words(moment.event))
        self._show_notes((frame.seq, len(findings)), event_notes(frame, event, findings))
        self._show_body(frame, event)

    @property
    def copied(self) -> Copied | None:
        """The frame shown, or the event it carries."""
        if self._moment is None or self._moment.frame < 0:
            return None
        frame = self._moment.session.frames[self._moment.frame]
        return copied_frame(frame, self._event_of(self._moment, frame))

    @staticmethod
    def _event_of(moment: Moment, frame: Frame) -> Event | None:
        event = moment.session.events[moment.event] if moment.event >= 0 else None
        return event if event is not None and event.frame == frame.seq else None

    def _show_notes(self, version: Any, notes: list[Content]) -> None:
        pane = self.query_one("#event-notes", TextPane)
        pane.display = bool(notes)
        if notes:
            pane.show([Block("notes", version, lambda width: wrap_lines(notes, width))], top=True)

    def _show_related(self, related: list[Related]) -> None:
        self._related = related
        events = self._moment.session.events if self._moment is not None else []
        self.query_one(RelatedList).show_related(related, events)

    def _show_body(self, frame: Frame, event: Event | None) -> None:
        subject = (frame.seq, self._form)
        anew, self._subject = subject != self._subject, subject
        raw, said = self.query_one("#event-raw", TextPane), _without_form(frame, event, self._form)
        if said:
            block = Block(subject, said, lambda width: wrap_text(said, width, style=FAINT))
            raw.show([block], top=anew)
            self._show_only(raw)
        elif self._form == "hex" or frame.kind is FrameKind.BINARY:
            view = self.query_one("#event-hex", HexView)
            view.show(frame.raw, frame.cuts, top=anew)
            self._show_only(view)
        elif self._form == "raw" or event is None or not (event.payload or event.type):
            block = Block(subject, None, lambda width: frame_lines(frame, width))
            raw.show([block], top=anew)
            self._show_only(raw)
        elif self._form == "delivered":
            delivered = delivered_form(event)
            self.json.show_value(delivered.payloads, delivered.marks, anew=anew)
            self._show_only(self.json)
        else:
            self.json.show_value(event.payload, anew=anew)
            self._show_only(self.json)

    def _show_only(self, body: Widget) -> None:
        for name in ("json", "raw", "hex"):
            each = self.query_one(f"#event-{name}")
            each.display = each is body

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        if isinstance(message.list.rows, RelatedRows):
            message.stop()
            self._pick(message.list.rows.related[message.index].event)

    def on_row_list_row_moved(self, message: RowList.RowMoved) -> None:
        message.stop()

    def _pick(self, event: int) -> None:
        if self._moment is not None:
            self.post_message(FramePicked(self._moment.rows.position_of(event)))


def _related(moment: Moment, event: Event | None, findings: list[Finding]) -> list[Related]:
    """What is related to the event at the cursor; to a frame that is none, nothing."""
    if event is None:
        return []
    return related_events(event, moment.world, moment.session.world, findings)


def _without_form(frame: Frame, event: Event | None, form: str) -> str:
    """Why a row has nothing to show in a form; empty where it has."""
    if form == "delivered" and event is None:
        return "This row is no event: nothing is delivered for it."
    if form == "delivered" and event is not None and not delivered_form(event).payloads:
        return "Nothing of this event is delivered to the application."
    if form in ("raw", "hex") and not frame.raw:
        kept = f" Its data: {frame.data[:2000]}" if frame.data else ""
        return f"This row has no bytes of its own.{kept}"
    return ""


def _title(frame: Frame, event: Event | None, form: str, trail: str) -> str:
    """Escaped by being without brackets: border titles are parsed as markup."""
    parts = [
        "" if form == "json" else form,
        f"event {event.seq}" if event is not None else "",
        trail,
        f"frame {frame.seq}",
        f"{point(frame.at_ms)} s",
        size(len(frame.raw)),
    ]
    return " · ".join(filter(None, parts))
