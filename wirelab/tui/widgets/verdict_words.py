"""The verdict of the session on one line; where a client stops is the last to be left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from wirelab.rules.finding import Severity
from wirelab.tui.paint import ERROR, FAINT, GOOD, SEVERITY_STYLES, STATUS_STYLES, line
from wirelab.views.signs import SEVERITY_SIGNS, STATUS_SIGNS, counted, status_word
from wirelab.views.status_line import status_line

if TYPE_CHECKING:
    from wirelab.projections.runs import RunStatus
    from wirelab.session.session import Session
    from wirelab.tui.cursor import Moment

_MOST_STOPS = 20
_GAP = 3


class VerdictWords(Widget):
    """The line; it is made anew for every width."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._session: Session | None = None
        self._status: RunStatus | None = None
        self._order = ""

    def show(self, moment: Moment, order: str = "") -> None:
        """Show the verdict, and the run as of the moment; ``order``, the words for that of the
        list, stands at the right end."""
        self._session, self._order = moment.session, order
        status = status_line(moment.session, world=moment.world, event=moment.event).status
        self._status = status
        self.refresh()

    def render(self) -> Content:
        if self._session is None:
            return Content("")
        width = self.size.width
        said = verdict_line(self._session, width, self._status)
        room = width - said.cell_length - len(self._order) - 1
        if room < _GAP or not self._order:
            return said
        return line(said, " " * room, (self._order, FAINT))


def verdict_line(session: Session, width: int, status: RunStatus | None = None) -> Content:
    """The fullest of several wordings that fits; of the shortest, its beginning.

    status: how the run stands at the moment looked at; None is now.
    """
    stops = _stops(session)
    where = ", ".join(str(each) for each in stops[:_MOST_STOPS])
    event = "event" if len(stops) == 1 else "events"
    long = line((f"a client stops at {event} {where}", ERROR)) if stops else None
    short = line((f"stops at {where}", ERROR)) if stops else None
    head = _head(session, status or status_line(session).status)
    wordings = (
        [head, *_counts(session), long],
        [head, _signs(session), long],
        [head, _signs(session), short],
        [head, short],
    )
    lines = [Content(" · ").join([part for part in each if part]) for each in wordings]
    fitting = (each for each in lines if each.cell_length <= width)
    return next(fitting, lines[-1].truncate(width, ellipsis=True))


def _stops(session: Session) -> list[int]:
    return [each.stopped_at for each in session.exchanges if each.stopped_at is not None]


def _head(session: Session, status: RunStatus) -> Content:
    """The state of the one run; of several, the verdict on all."""
    turns = len(session.exchanges)
    if turns > 1:
        counts = session.ledger.counts
        grave = next((each for each in Severity if counts[each]), Severity.NOTE)
        return line((f"{counted(turns, 'turn')}: {session.verdict}", SEVERITY_STYLES[grave]))
    return line((f"{STATUS_SIGNS[status]} {status_word(status)}", STATUS_STYLES[status]))


def _counts(session: Session) -> list[Content]:
    counts = session.ledger.counts
    said = [
        line((counted(counts[severity], severity.value), SEVERITY_STYLES[severity]))
        for severity in Severity
        if counts[severity]
    ]
    return said or [line(("✔ clean", GOOD))]


def _signs(session: Session) -> Content:
    counts = session.ledger.counts
    said = [
        line((f"{SEVERITY_SIGNS[severity]}{counts[severity]}", SEVERITY_STYLES[severity]))
        for severity in Severity
        if counts[severity]
    ]
    return Content(" ").join(said) if said else line(("✔", FAINT))
