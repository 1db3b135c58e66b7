"""A session as the JSON a script may rely on: ``wirelab.report/1``.

Members are never removed or renamed under this name; more may be added.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from wirelab.rules.finding import Severity

if TYPE_CHECKING:
    from wirelab.projections.runs import Run
    from wirelab.session.session import Session

SCHEMA = "wirelab.report/1"
INCLUDABLE = ("messages", "state", "delivered", "request")
"""What a report holds only when asked for. ``delivered`` needs an inspection that keeps events."""


def report(
    session: Session, source: str | None, format: str | None, include: Collection[str] = ()
) -> dict[str, Any]:
    """The report of one source; ``source`` and ``format`` are its name and kind as given."""
    counts = session.ledger.counts
    members = {
        "schema": SCHEMA,
        "source": source,
        "format": format,
        "spec": session.world.spec,
        "verdict": session.verdict,
        "clean": session.clean,
        "counts": {
            "frames": session.frame_count,
            "events": session.event_count,
            **{severity.value: counts[severity] for severity in Severity},
            "opinion": session.ledger.opinions,
        },
        "runs": [_run(run) for run in session.runs],
        "findings": [finding.to_json() for finding in session.findings],
    }
    return members | {name: _INCLUDED[name](session) for name in INCLUDABLE if name in include}


def report_unread(source: str, reason: str) -> dict[str, Any]:
    """The report of a source that could not be read: no verdict, and ``error`` says why."""
    return {
        "schema": SCHEMA,
        "source": source,
        "format": None,
        "spec": None,
        "verdict": None,
        "clean": False,
        "counts": dict.fromkeys(
            ("frames", "events", *(each.value for each in Severity), "opinion"), 0
        ),
        "runs": [],
        "findings": [],
        "error": reason,
    }


def _run(run: Run) -> dict[str, Any]:
    return {
        "threadId": run.thread_id,
        "runId": run.run_id,
        "status": run.status.value,
        "message": run.error,
    }


def _request(session: Session) -> dict[str, Any] | None:
    """What a client sends of the last exchange's input; None without one, or where it refuses."""
    from wirelab.session.outgoing_request import outgoing_request

    run_input = session.world.input
    if run_input is None:
        return None
    return outgoing_request(run_input.payload, session.world.spec).payload


_INCLUDED = {
    "messages": lambda session: session.messages,
    "state": lambda session: session.state,
    "delivered": lambda session: session.delivered,
    "request": _request,
}
