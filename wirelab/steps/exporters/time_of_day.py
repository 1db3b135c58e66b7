"""When a session began by the calendar, which recordings do not keep: taken from the Date header of
the first response where it has one, else 1970, and said so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import chain

from wirelab.steps.exporters.exporter import Export, Item
from wirelab.wire.traffic import Request, Response

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_UNKNOWN = "the time of day is not known: it was written as 1970"


def dated(traffic: Iterable[Item], export: Export) -> tuple[datetime, Iterator[Item]]:
    """When the session began, and the same traffic."""
    rest, seen = iter(traffic), []
    for item in rest:
        seen.append(item)
        if not isinstance(item, Request):
            break
    began = _began(seen[-1]) if seen and isinstance(seen[-1], Response) else None
    if began is None:
        export.note(_UNKNOWN)
    return began or _EPOCH, chain(seen, rest)


def after(began: datetime, at_ms: float | None) -> datetime:
    """The moment so many milliseconds later."""
    try:
        return began + timedelta(milliseconds=at_ms or 0.0)
    except OverflowError:
        return began


def iso(moment: datetime, *, to: str = "milliseconds") -> str:
    """ISO 8601 in UTC, to the millisecond or finer."""
    return moment.isoformat(timespec=to).replace("+00:00", "Z")


def _began(response: Response) -> datetime | None:
    try:
        moment = parsedate_to_datetime(response.header("date") or "")
        return moment.astimezone(UTC) - timedelta(milliseconds=round(response.at_ms or 0.0))
    except (ValueError, TypeError, OverflowError):
        return None
