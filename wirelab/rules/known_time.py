"""The time of day in a session, where anything tells it; there is no clock here.

What tells it: event timestamps (milliseconds since 1970) and the Date header of an answer, both by
the agent's clock, and how many milliseconds passed since.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wirelab.projections.world import World
    from wirelab.wire.traffic import Request

_EARLIEST_MS, _LATEST_MS = 1e12, 1e13
"""Milliseconds since 1970 in this and the next two centuries; anything else is no time of day."""


def sent_not_before(world: World, request: Request | None) -> datetime | None:
    """A moment that had certainly come when a request was sent, told by the exchange before it;
    None where nothing tells."""
    at_ms = request.at_ms if request is not None else None
    timing = world.timing
    told = (
        _after(_of_stamp(timing.last_stamp), timing.last_event_ms, at_ms),
        _after(_of_date(world), timing.answered_ms, at_ms),
    )
    return max((moment for moment in told if moment is not None), default=None)


def read_moment(text: object) -> datetime | None:
    """A moment in ISO 8601 with its offset from UTC; None for anything else."""
    try:
        moment = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return moment if moment is not None and moment.tzinfo is not None else None


def _after(moment: datetime | None, known_ms: float | None, at_ms: float | None) -> datetime | None:
    """The moment of ``at_ms``, when that of ``known_ms`` is known; never before it."""
    if moment is None or known_ms is None or at_ms is None:
        return moment
    try:
        return moment + timedelta(milliseconds=max(0.0, at_ms - known_ms))
    except OverflowError:
        return moment


def _of_stamp(stamp: float | None) -> datetime | None:
    if stamp is None or not _EARLIEST_MS <= stamp < _LATEST_MS:
        return None
    return datetime.fromtimestamp(stamp / 1000, UTC)


def _of_date(world: World) -> datetime | None:
    text = world.response.header("date") if world.response is not None else None
    try:
        moment = parsedate_to_datetime(text) if text is not None else None
    except (TypeError, ValueError):
        return None
    return moment if moment is not None and moment.tzinfo is not None else None
