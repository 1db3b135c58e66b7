"""Two lines that never move: what is looked at, and how it is going.

Every part of the second line has its own columns, so a number that grows pushes nothing aside;
ids, which have no bounded length, stand last and are cut by the edge of the screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from wirelab.rules.finding import Severity
from wirelab.tui.paint import ACCENT, FAINT, GOOD, NAME, SEVERITY_STYLES, STATUS_STYLES, line
from wirelab.views.durations import duration
from wirelab.views.exchange_text import response_line
from wirelab.views.safe_text import safe
from wirelab.views.signs import CLEAN_SIGN, SEVERITY_SIGNS, STATUS_SIGNS, counted

if TYPE_CHECKING:
    from wirelab.views.status_line import StatusLine
    from wirelab.wire.traffic import Response

_WORD_WIDTH = len("NEVER STARTED")
_VERDICT_WIDTH = 17
_LEAST_NAME = 6
_ROOM_FOR_WORDS = 24


class StatusHeader(Widget):
    """What is looked at on the first line, the status line on the second."""

    ALLOW_SELECT = False

    def __init__(self, subject: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._subject = safe(subject, 300)
        self._answer = ""
        self._status: StatusLine | None = None
        self._note = ""

    def look_at(self, subject: str) -> None:
        """Something else is looked at."""
        self._subject = safe(subject, 300)
        self.refresh()

    def show(self, status: StatusLine, note: str = "") -> None:
        """Take how things stand; ``note`` is a word on the feed, such as ``recording``."""
        note = safe(note, 200)
        answer = _answer(status.response) if status.response is not None else ""
        if (answer, status, note) != (self._answer, self._status, self._note):
            self._answer, self._status, self._note = answer, status, note
            self.refresh()

    def render(self) -> Content:
        width = self.size.width
        status = self._status
        second = status_content(status, width) if status is not None else Content("")
        return self._first(width) + "\n" + second.truncate(width, ellipsis=True)

    def _first(self, width: int) -> Content:
        right = " · ".join(part for part in (self._answer, self._note) if part)
        tail = line("  ", (right, FAINT)).truncate(max(width * 2 // 3, 1), ellipsis=True)
        head = line(("wirelab ", ACCENT), self._subject)
        room = max(width - tail.cell_length, 1)
        return head.truncate(room, ellipsis=True, pad=True) + tail


def _answer(response: Response) -> str:
    """``200 event-stream``: the subtype says it all where it is what was asked for."""
    said = response_line(response)
    if response.content_type == "text/event-stream":
        return f"{response.status} event-stream"
    return said


def status_content(status: StatusLine, width: int) -> Content:
    """The status line in its columns, and the ids in what room is left.

    What counts and the verdict say "in all" where the rest is of one run among others, or of a
    moment that is past.
    """
    sign = STATUS_SIGNS[status.status]
    fixed = line(
        (f"{sign} {status.word:<{_WORD_WIDTH}}", STATUS_STYLES[status.status]),
        f" {duration(status.elapsed_ms):>7}",
        ("  first ", FAINT),
        f"{duration(status.first_event_ms):>6}  ",
        ("in all " if status.in_all else "", FAINT),
        f"{counted(status.events, 'event'):>9}  ",
        _verdict(status).truncate(_VERDICT_WIDTH, pad=True),
    )
    return fixed + _names(status, width - fixed.cell_length)


def _verdict(status: StatusLine) -> Content:
    """What was found: the gravest in a word while that has room, else signs with counts."""
    counts = (
        (Severity.ERROR, status.errors),
        (Severity.WARNING, status.warnings),
        (Severity.NOTE, status.notes),
    )
    signs = [
        (f"{SEVERITY_SIGNS[severity]}{count}", SEVERITY_STYLES[severity])
        for severity, count in counts
        if count
    ]
    if not status.errors and not status.warnings:
        if not status.events:
            return line(("no verdict yet", FAINT))
        return _apart([(f"{CLEAN_SIGN} clean", GOOD), *signs])
    word = "error" if status.errors else "warning"
    plural = "s" if (status.errors or status.warnings) > 1 else ""
    (sign, style), *others = signs[:2]
    worded = _apart([(f"{sign} {word}{plural}", style), *others])
    return worded if worded.cell_length < _VERDICT_WIDTH else _apart([(sign, style), *others])


def _apart(parts: list[tuple[str, str]]) -> Content:
    return Content(" ").join([line(part) for part in parts])


def _names(status: StatusLine, room: int) -> Content:
    """Run and thread, each cut to its share of the room."""
    if not status.run_id or room < _LEAST_NAME:
        return Content("")
    run, thread = Content.styled(status.run_id, NAME), Content.styled(status.thread_id, NAME)
    words = line(("run ", FAINT)) if room >= _ROOM_FOR_WORDS else Content("")
    if not status.thread_id or not words:
        return words + run.truncate(room - words.cell_length, ellipsis=True)
    room -= words.cell_length + len(" on ")
    share = max(room - thread.cell_length, room // 2)
    shown = run.truncate(share, ellipsis=True)
    rest = thread.truncate(room - shown.cell_length, ellipsis=True)
    return line(words, shown, (" on ", FAINT), rest)
