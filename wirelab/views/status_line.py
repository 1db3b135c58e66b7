"""The line that answers "how is it going" at a glance: run, state, counts, times, verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wirelab.projections.runs import RunStatus
from wirelab.rules.finding import Severity
from wirelab.session.session import status_of
from wirelab.views.durations import duration
from wirelab.views.safe_text import safe
from wirelab.views.signs import CLEAN_SIGN, SEVERITY_SIGNS, counted, status_word

if TYPE_CHECKING:
    from wirelab.projections.world import World
    from wirelab.session.session import Exchange, Session
    from wirelab.wire.traffic import Response


@dataclass(slots=True, frozen=True)
class StatusLine:
    """The parts of the line; texts are safe and bounded.

    Of the exchange at the moment looked at:
    status, word: its state, and its word in capitals; CANCELLED where this side hung up.
    response: its head; None while there is none.
    run_id, thread_id: of its run; empty where none began.
    elapsed_ms: since the request (or the first arrival), to its end or to now; None if unknown.
    first_event_ms: from the request to the first event; None while or where unknown.

    Of the whole session, which is more than that where ``in_all`` is True:
    events, frames, errors, warnings, notes: counts.
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
    response: Response | None = None
    in_all: bool = False

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
                self.found,
            )
        )

    @property
    def found(self) -> str:
        """The verdict by what it counts, for beside ``word``: that a run was rejected, and that a
        session is, are two things. ``✖ 2 errors · 1 warning``, ``✔ clean``, ``no verdict``."""
        said = [counted(self.errors, "error")] if self.errors else []
        said += [counted(self.warnings, "warning")] if self.warnings else []
        if not said:
            return f"{CLEAN_SIGN} clean" if self.events else "no verdict"
        worst = Severity.ERROR if self.errors else Severity.WARNING
        return f"{SEVERITY_SIGNS[worst]} {' · '.join(said)}"


def status_line(
    session: Session,
    now_ms: float | None = None,
    *,
    world: World | None = None,
    event: int = -1,
) -> StatusLine:
    """How a session stands; ``now_ms`` is the session clock, for an exchange still under way.

    world: the moment looked at, which is ``session.world_at(event)``; None is now.
    """
    world = world if world is not None else session.world
    is_now = world is session.world
    counts, run = session.ledger.counts, world.runs.current
    exchange = exchange_of(session, world)
    status = status_of(world)
    begun, ended = _begun(world), _ended(session, exchange, now_ms)
    if not is_now:
        ended = _reached(session, exchange, event)
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
        first_event_ms=_difference(world.timing.first_event_ms, begun),
        verdict=verdict_words(session),
        response=exchange.response if exchange is not None else None,
        in_all=not is_now or len(session.exchanges) > 1,
    )


def exchange_of(session: Session, world: World) -> Exchange | None:
    """The exchange a world is in; None before the first."""
    index = world.runs.exchange
    return session.exchanges[index] if 0 <= index < len(session.exchanges) else None


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


def _begun(world: World) -> float | None:
    """When a world's exchange began, on the session clock."""
    timing = world.timing
    return timing.requested_ms if timing.requested_ms is not None else timing.first_event_ms


def _ended(session: Session, exchange: Exchange | None, now_ms: float | None) -> float | None:
    """Where the last exchange stands, on the session clock."""
    if exchange is None:
        return None
    over = exchange.closed_after is not None
    known = exchange.ended_ms if over else now_ms
    return known if known is not None else session.world.timing.last_arrival_ms


def _reached(session: Session, exchange: Exchange | None, event: int) -> float | None:
    """Where an exchange stood after an event, on the session clock."""
    if exchange is None or event < 0:
        return None
    last = exchange.closed_after is not None and exchange.closed_after <= event + 1
    at_ms = session.events[event].at_ms
    return exchange.ended_ms if last and exchange.ended_ms is not None else at_ms


def _difference(later: float | None, earlier: float | None) -> float | None:
    return later - earlier if later is not None and earlier is not None else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
