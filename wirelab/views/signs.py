"""The signs and words for severities and run states: the same in every view, never colour alone."""

from __future__ import annotations

from wirelab.projections.runs import RunStatus
from wirelab.rules.finding import Severity

CLEAN_SIGN = "✔"
SEVERITY_SIGNS = {Severity.ERROR: "✖", Severity.WARNING: "▲", Severity.NOTE: "·"}
SEVERITY_ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
STATUS_SIGNS = {
    RunStatus.NEVER_STARTED: "○",
    RunStatus.RUNNING: "▶",
    RunStatus.SUCCESS: "✔",
    RunStatus.INTERRUPTED: "⏸",
    RunStatus.CANCELLED: "◼",
    RunStatus.FAILED: "✖",
    RunStatus.TRUNCATED: "✂",
    RunStatus.REJECTED: "⊘",
}


def status_word(status: RunStatus) -> str:
    """The word for a state as views shout it: ``NEVER STARTED``, ``RUNNING``, ``SUCCESS``."""
    return status.value.upper()


def counted(count: int, noun: str) -> str:
    """``1 error``, ``2 errors``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def worst(severities: list[Severity]) -> Severity | None:
    """The gravest of some severities; None of none."""
    return min(severities, key=SEVERITY_ORDER.index, default=None)
