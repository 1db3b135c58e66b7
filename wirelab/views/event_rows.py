"""Rows of the event list: one a frame, in order of arrival - events, comments, stray text, ends.

``EventRows`` follows a session as it grows at a cost of what is new; any row is made on demand in
constant time, so a list may draw only what is seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wirelab.views.brief_json import brief
from wirelab.views.event_summary import SUMMARY_LIMIT, item_of, summarize
from wirelab.views.safe_text import safe, size
from wirelab.views.signs import worst
from wirelab.wire.frame import Frame, FrameKind

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding, Severity
    from wirelab.session.event import Event
    from wirelab.session.session import Session

_FRAME_WORDS = {
    FrameKind.EVENT: "(event)",
    FrameKind.COMMENT: "(comment)",
    FrameKind.STRAY: "(stray text)",
    FrameKind.CUT_OFF: "(cut off)",
    FrameKind.CLOSED: "(closed)",
    FrameKind.BINARY: "(protobuf)",
}


@dataclass(slots=True, frozen=True)
class EventRow:
    """One row; every text is safe, bounded and on one line.

    seq: the event's number; None for frames that carry no event.
    frame: the frame's number, which is the row's own position.
    at_ms, delta_ms: arrival, and milliseconds since the frame before; None where unknown.
    type: the event's type, or what the frame is, in parentheses: ``(comment)``, ``(not JSON)``.
    item_id: the message, call, step, run or subagent it is about. owner: the subagent's run id.
    mark: the gravest severity found at it; None where nothing was. findings: how many.
    chunk: stands for other events (chunk expansion, shims), see ``Event.applied``.
    """

    seq: int | None
    frame: int
    at_ms: float | None
    delta_ms: float | None
    type: str
    item_id: str
    owner: str
    summary: str
    mark: Severity | None = None
    findings: int = 0
    chunk: bool = False


class EventRows:
    """The rows of one session: ``update`` after feeding, then ``len`` and ``row``.

    It needs a session that keeps frames and events.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._count = 0
        self._at_event: dict[int, list[Finding]] = {}
        self._at_frame: dict[int, list[Finding]] = {}
        self._at_end: list[Finding] = []
        self._findings_read = 0
        self.update()

    @property
    def session(self) -> Session:
        """Whose rows these are."""
        return self._session

    def update(self) -> None:
        """Take in what the session has gained since the last call."""
        self._count = len(self._session.frames)
        for finding in self._session.findings[self._findings_read :]:
            self._file(finding)
            self._findings_read += 1

    def __len__(self) -> int:
        return self._count

    def row(self, position: int) -> EventRow:
        """The row of frame ``position``, made now."""
        frames = self._session.frames
        frame, seq = frames[position], self._session.events.at_frame(position)
        before = frames.at_ms(position - 1) if position else None
        findings = self.findings_at_frame(position)
        event = self._session.events[seq] if seq is not None else None
        return make_row(frame, event, before, findings)

    def event_at(self, position: int) -> Event | None:
        """The event that frame ``position`` carried, if any."""
        seq = self._session.events.at_frame(position)
        return self._session.events[seq] if seq is not None else None

    def gap_at(self, position: int) -> float | None:
        """Milliseconds between frame ``position`` and the one before; None where unknown."""
        frames = self._session.frames
        before = frames.at_ms(position - 1) if position else None
        at_ms = frames.at_ms(position)
        return None if at_ms is None or before is None else at_ms - before

    def findings_at_frame(self, position: int) -> list[Finding]:
        """What was found at a frame or at its event, in order of discovery."""
        seq = self._session.events.at_frame(position)
        found = self._at_frame.get(position, [])
        return found if seq is None else [*found, *self._at_event.get(seq, [])]

    def findings_at_end(self) -> list[Finding]:
        """What belongs to no frame: response heads and ends of streams."""
        return self._at_end

    def position_of(self, event: int) -> int:
        """The row of an event by its number."""
        return self._session.events.frame_of(event)

    def _file(self, finding: Finding) -> None:
        if finding.event is not None:
            self._at_event.setdefault(finding.event, []).append(finding)
        elif finding.frame is not None:
            self._at_frame.setdefault(finding.frame, []).append(finding)
        else:
            self._at_end.append(finding)


def make_row(
    frame: Frame, event: Event | None, before_ms: float | None, findings: list[Finding]
) -> EventRow:
    """The row of one frame and the event it carried, if any."""
    at_ms = frame.at_ms
    delta_ms = None if at_ms is None or before_ms is None else at_ms - before_ms
    mark = worst([finding.severity for finding in findings])
    if event is None:
        word, said = _FRAME_WORDS[frame.kind], describe_frame(frame)
        return EventRow(None, frame.seq, at_ms, delta_ms, word, "", "", said, mark, len(findings))
    return EventRow(
        seq=event.seq,
        frame=frame.seq,
        at_ms=at_ms,
        delta_ms=delta_ms,
        type=safe(event.type, 60) or _untyped(event),
        item_id=item_of(event.payload),
        owner=safe(event.owner or "", 60),
        summary=summarize(event) if event.payload else _unreadable(frame, event),
        mark=mark,
        findings=len(findings),
        chunk=event.applied is not None,
    )


def describe_frame(frame: Frame) -> str:
    """What a frame that carries no event says, on one safe line."""
    if frame.kind is FrameKind.CLOSED:
        how, detail = frame.field("how") or frame.data, frame.field("detail")
        return safe(f"{how}: {detail}" if detail else how, SUMMARY_LIMIT)
    if frame.kind is FrameKind.BINARY:
        return size(len(frame.raw))
    return safe(frame.data, SUMMARY_LIMIT) or _ignored_fields(frame)


def _ignored_fields(frame: Frame) -> str:
    """A block without data or comment text: the fields SSE clients read and ignore."""
    return safe(", ".join(f"{name}: {value}" for name, value in frame.fields), SUMMARY_LIMIT)


def _untyped(event: Event) -> str:
    if not event.payload and event.departures:
        return f"({event.departures[0].kind.value.replace('-', ' ')})"
    return "(no type)" if "type" not in event.payload else f"({brief(event.payload['type'], 40)})"


def _unreadable(frame: Frame, event: Event) -> str:
    return safe(frame.data, SUMMARY_LIMIT) or summarize(event)
