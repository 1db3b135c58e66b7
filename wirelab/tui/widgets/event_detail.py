"""One frame in detail: where it stands, what was found at it, what the stages made of it, its JSON.

Three forms of the body: the JSON as a tree, the raw text with control characters visible, and
what the application of a conforming client is given for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.containers import Container
from textual.content import Content

from wirelab.tui.pages.frame_text import frame_lines
from wirelab.tui.paint import ACCENT, FAINT, SEVERITY_STYLES, line, severity_sign
from wirelab.tui.widgets.json_tree import JsonTree
from wirelab.tui.widgets.text_pane import Block, TextPane
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.durations import moment as point
from wirelab.views.event_rows import describe_frame
from wirelab.views.event_summary import item_of
from wirelab.views.finding_rows import finding_row
from wirelab.views.safe_text import safe, size

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult

    from wirelab.rules.finding import Finding
    from wirelab.session.event import Event
    from wirelab.tui.cursor import Moment
    from wirelab.wire.frame import Frame

_MOST_NOTES = 12


class EventDetail(Container):
    """The detail pane; ``show`` follows the cursor."""

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._form = "json"
        self._subject: tuple[int, str] | None = None
        self._moment: Moment | None = None

    def compose(self) -> ComposeResult:
        yield TextPane(id="event-notes")
        yield JsonTree(empty="No JSON here: r shows the text.", id="event-json")
        yield TextPane(id="event-raw")

    @property
    def json(self) -> JsonTree:
        return self.query_one("#event-json", JsonTree)

    @property
    def raw(self) -> TextPane:
        return self.query_one("#event-raw", TextPane)

    def toggle_form(self, form: str) -> None:
        """Show the body in that form, or as JSON again."""
        self._form = "json" if self._form == form else form
        if self._moment is not None:
            self.show(self._moment)

    def show(self, moment: Moment) -> None:
        self._moment = moment
        if moment.frame < 0:
            self.border_title = "before the first event"
            self._show_notes(moment.frame, [])
            self.json.show_nothing()
            return
        frame = moment.session.frames[moment.frame]
        event = self._event_of(moment, frame)
        self.border_title = _title(frame, event, self._form)
        findings = moment.rows.findings_at_frame(moment.frame)
        self._show_notes((frame.seq, len(findings)), _notes(frame, event, findings))
        self._show_body(frame, event)

    @staticmethod
    def _event_of(moment: Moment, frame: Frame) -> Event | None:
        event = moment.session.events[moment.event] if moment.event >= 0 else None
        return event if event is not None and event.frame == frame.seq else None

    def _show_notes(self, version: Any, notes: list[Content]) -> None:
        pane = self.query_one("#event-notes", TextPane)
        pane.display = bool(notes)
        if notes:
            pane.show([Block("notes", version, lambda width: wrap_lines(notes, width))], top=True)

    def _show_body(self, frame: Frame, event: Event | None) -> None:
        said = _without_form(frame, event, self._form)
        read = event is not None and (event.payload or event.type)
        raw = self._form == "raw" or said or not read
        self.json.display, self.raw.display = not raw, bool(raw)
        subject = (frame.seq, self._form)
        anew, self._subject = subject != self._subject, subject
        if said:
            block = Block(subject, said, lambda width: wrap_text(said, width, style=FAINT))
            self.raw.show([block], top=anew)
        elif raw:
            block = Block(subject, None, lambda width: frame_lines(frame, width))
            self.raw.show([block], top=anew)
        elif event is not None:
            value = event.payload if self._form == "json" else _delivered(event)
            self.json.show_value(value, anew=anew)


def _delivered(event: Event) -> list[Any]:
    return [each.payload for each in event.effects if not each.salvaged]


def _without_form(frame: Frame, event: Event | None, form: str) -> str:
    """Why a row has nothing to show in a form; empty where it has."""
    if form == "delivered" and event is None:
        return "This row is no event: nothing is delivered for it."
    if form == "delivered" and event is not None and not _delivered(event):
        return "Nothing of this event is delivered to the application."
    if form == "raw" and not frame.raw:
        kept = f" Its data: {frame.data[:2000]}" if frame.data else ""
        return f"This row has no bytes of its own.{kept}"
    return ""


def _title(frame: Frame, event: Event | None, form: str) -> str:
    """Escaped by being without brackets: border titles are parsed as markup."""
    number = f"event {event.seq} · " if event is not None else ""
    mode = "" if form == "json" else f"{form} · "
    return f"{mode}{number}frame {frame.seq} · {point(frame.at_ms)} s · {size(len(frame.raw))}"


def _notes(frame: Frame, event: Event | None, findings: list[Finding]) -> list[Content]:
    notes = [_finding(finding) for finding in findings[:_MOST_NOTES]]
    if len(findings) > _MOST_NOTES:
        notes.append(Content.styled(f"and {len(findings) - _MOST_NOTES} more findings", FAINT))
    if event is None:
        notes.append(
            line((f"{frame.kind.value.replace('_', ' ')}: ", ACCENT), describe_frame(frame))
        )
        return notes
    return [*notes, *_stages(event)]


def _finding(finding: Finding) -> Content:
    row = finding_row(finding)
    style = SEVERITY_STYLES[row.severity]
    where = line((f" {row.pointer}", FAINT)) if row.pointer else Content("")
    return line(severity_sign(row.severity), (f" {row.code} ", style), row.message, where)


def _stages(event: Event) -> Iterable[Content]:
    """What decoding, shims, enforcement and expansion said and made."""
    for departure in list(event.departures)[:_MOST_NOTES]:
        words = departure.kind.value.replace("-", " ")
        where = f" {safe(departure.pointer, 80)}" if departure.pointer else ""
        yield line((f"{words}{where}", ACCENT), f" {safe(departure.subject, 200)}")
    if event.applied is None:
        return
    if not event.applied:
        yield line(("nothing of it reaches the application", ACCENT))
    for made in event.applied[:_MOST_NOTES]:
        words = "read as far as it goes, not delivered" if made.salvaged else "stands for"
        yield line((f"{words} ", ACCENT), f"{safe(made.type, 60)} {item_of(made.payload)}")
