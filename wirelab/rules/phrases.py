"""Phrases that messages of several rules share, so that one thing has one name everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.rules.wording import quote

if TYPE_CHECKING:
    from wirelab.projections.runs import Run
    from wirelab.wire.frame import Frame

_ENDINGS = {
    "eof": "the body closed cleanly",
    "reset": "the connection broke",
    "timeout": "nothing more arrived in time",
    "cancelled": "this side closed the connection",
    "unreached": "no answer came",
}

FAMILY_NAMES = {
    "text": "text message",
    "tool": "tool result",
    "reasoning": "reasoning message",
    "activity": "activity message",
}
"""What a message of a projection's family is called."""


def run_name(run: Run | None) -> str:
    """``run "r-1"``, or ``the run`` where nothing said its id."""
    return f"run {quote(run.run_id)}" if run is not None and run.run_id is not None else "the run"


def owner_name(owner: str | None) -> str:
    """Whose an item is: ``subagent "s-1"``, or ``the parent run``."""
    return f"subagent {quote(owner)}" if owner is not None else "the parent run"


def ending(closed: Frame) -> str:
    """How the transport ended, told by the frame that closes an exchange."""
    words = _ENDINGS.get(how_it_ended(closed), "the source does not say how")
    detail = closed.field("detail")
    return f"{words} ({quote(detail, 160)})" if detail else words


def how_it_ended(closed: Frame) -> str:
    """The word of ``wire.traffic.Ending`` in a closing frame."""
    return closed.field("how") or closed.data
