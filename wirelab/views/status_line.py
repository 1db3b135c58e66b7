"""The line that answers "how is it going" at a glance: run, state, counts, times, verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wirelab.rules.finding import Severity
from wirelab.views.durations import duration
from wirelab.views.safe_text import safe
from wirelab.views.signs import CLEAN_SIGN, SEVERITY_SIGNS, counted, status_word

if TYPE_CHECKING:
    from wirelab.projections.runs import RunStatus
    from wirelab.session.session import Session


@dataclass(slots=True, frozen=True)
class StatusLine:
    """The parts of the line; texts are safe and bounded.

    status, word: the state of the current exchange, and its word in capitals.
    run_id, thread_id: of the current run; empty where none began.
    elapsed_ms: since the request (or the first arrival), to its end or to now; None if unknown.
    first_event_ms: from the request to the first event; None while or where unknown.
    verdict: ``✔ clean``, ``✔ accepted · 1 warning``, ``✖ rejected · 2 errors``.
    """

    status: RunStatus
    word: str
    run_id: str
    thread_id: str
    events: int
    frames: int
    errors: int
    warnings: int
    notes: int
    elapsed_ms: float | None
    first_event_ms: float | None
    verdict: str

    @property
    def text(self) -> str:
        """The whole line: what a view prints when it has nothing finer."""
        run = f"run {self.run_id or '—'} on {self.thread_id or '—'}"
        first = f"first event {duration(self.first_event_ms)}"
        return " · ".join(
            (
                run,
                f"{self.word} {duration(self.elapsed_ms)}",
                first,
                counted(self.events, "event"),
                self.verdict,
            )
        )


def status_line(session: Session, now_ms: float | None = None) -> StatusLine:
    """How a session stands; ``now_ms`` is the session clock, for an exchange still under way."""
    counts = session.ledger.counts
    run = session.world.runs.current
    status = session.status
    begun, ended = _span(session, now_ms)
    return StatusLine(
        status=status,
        word=status_word(status),
        run_id=safe(_text(run.run_id), 40) if run is not None else "",
        thread_id=safe(_text(run.thread_id), 40) if run is not None else "",
        events=session.event_count,
        frames=session.frame_count,
        errors=counts[Severity.ERROR],
        warnings=counts[Severity.WARNING],
        notes=counts[Severity.NOTE],
        elapsed_ms=_difference(ended, begun),
        first_event_ms=_difference(session.world.timing.first_event_ms, begun),
        verdict=verdict_words(session),
    )


def verdict_words(session: Session) -> str:
    """The verdict so far, with its sign and what counts towards it."""
    counts = session.ledger.counts
    errors, warnings = counts[Severity.ERROR], counts[Severity.WARNING]
    said = [counted(errors, "error")] if errors else []
    said += [counted(warnings, "warning")] if warnings else []
    if errors:
        return " · ".join((f"{SEVERITY_SIGNS[Severity.ERROR]} rejected", *said))
    word = "accepted" if warnings else "clean"
    return " · ".join((f"{CLEAN_SIGN} {word}", *said))


def _span(session: Session, now_ms: float | None) -> tuple[float | None, float | None]:
    """When the current exchange began and where it stands, on the session clock."""
    timing = session.world.timing
    begun = timing.requested_ms if timing.requested_ms is not None else timing.first_event_ms
    if not session.exchanges:
        return None, None
    exchange = session.exchanges[-1]
    if exchange.closed_after is not None:
        ended = exchange.ended_ms
        return begun, ended if ended is not None else timing.last_arrival_ms
    return begun, now_ms if now_ms is not None else timing.last_arrival_ms


def _difference(later: float | None, earlier: float | None) -> float | None:
    return later - earlier if later is not None and earlier is not None else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
