"""The last exchange of a session in figures and words: how its run stands, what was found in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wirelab.projections.runs import RunStatus
from wirelab.rules.finding import Severity
from wirelab.views.durations import duration
from wirelab.views.exchange_text import ending_line
from wirelab.views.safe_text import safe
from wirelab.views.signs import CLEAN_SIGN, SEVERITY_SIGNS, STATUS_SIGNS, counted
from wirelab.views.status_line import status_line

if TYPE_CHECKING:
    from wirelab.session.session import Session


@dataclass(slots=True, frozen=True)
class ExchangeSummary:
    """status, word: of its run. run_id, thread_id: safe. events, errors, warnings: counts.

    elapsed_ms: from the request to its end, or until now; None where unknown. ending: how it
    ended in words; empty while it is under way.
    """

    status: RunStatus
    word: str
    run_id: str
    thread_id: str
    events: int
    errors: int
    warnings: int
    notes: int
    elapsed_ms: float | None
    ending: str

    @property
    def verdict(self) -> str:
        """``✔ clean``, ``✔ accepted · 1 warning``, ``✖ rejected · 2 errors``."""
        said = [counted(self.errors, "error")] if self.errors else []
        said += [counted(self.warnings, "warning")] if self.warnings else []
        sign = SEVERITY_SIGNS[Severity.ERROR] if self.errors else CLEAN_SIGN
        word = "rejected" if self.errors else "accepted" if self.warnings else "clean"
        return " · ".join((f"{sign} {word}", *said))

    @property
    def text(self) -> str:
        """The whole on one line: ``✔ clean · SUCCESS: run r-1 on t-1 · 1.20s · 23 events``."""
        who = f"run {self.run_id or '—'} on {self.thread_id or '—'}"
        said = f"{STATUS_SIGNS[self.status]} {self.word}: {who}"
        counts = counted(self.events, "event")
        judged = self.events or self.errors or self.warnings
        verdict = self.verdict if judged else "not judged"
        return " · ".join((verdict, said, duration(self.elapsed_ms), counts))


def last_summary(
    session: Session, before: dict[Severity, int], now_ms: float | None = None
) -> ExchangeSummary:
    """The summary of the session's last exchange. before: the counts of findings when it began.
    now_ms: the session's time, for one under way."""
    exchange = session.exchanges[-1]
    line = status_line(session, now_ms)
    run_input = exchange.run_input
    counts = session.ledger.counts
    found = {severity: counts[severity] - before.get(severity, 0) for severity in Severity}
    return ExchangeSummary(
        status=line.status,
        word=line.word,
        run_id=line.run_id or safe((run_input and run_input.run_id) or "", 40),
        thread_id=line.thread_id or safe((run_input and run_input.thread_id) or "", 40),
        events=session.event_count - exchange.first_event,
        errors=found[Severity.ERROR],
        warnings=found[Severity.WARNING],
        notes=found[Severity.NOTE],
        elapsed_ms=line.elapsed_ms,
        ending=ending_line(exchange) if exchange.closed_after is not None else "",
    )
