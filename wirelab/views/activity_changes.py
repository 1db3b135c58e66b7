"""What happened to each activity message: its snapshots and patches, and those not applied."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wirelab.session.event import DepartureKind

if TYPE_CHECKING:
    from wirelab.session.event import Departure, Event
    from wirelab.session.session import Session

_TYPES = frozenset({"ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA"})
_REFUSALS = (DepartureKind.ACTIVITY_PATCH_REFUSED, DepartureKind.ACTIVITY_NOT_AN_OBJECT)


@dataclass(slots=True, frozen=True)
class ActivityChange:
    """How an activity came to be what it is at a moment.

    count: snapshots and patches so far. last: the latest of them. refusal: why that one was not
    applied; None where it was.
    """

    count: int
    last: Event
    refusal: Departure | None


class ActivityChanges:
    """An index of a session's activity events by message; ``update`` costs what is new."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._events_read = 0
        self._by_message: dict[str, list[int]] = {}

    def update(self) -> None:
        """Take in what the session has gained since the last call."""
        events = self._session.events
        for event in events[self._events_read :]:
            if event.type in _TYPES:
                message_id = event.payload.get("messageId")
                if isinstance(message_id, str):
                    self._by_message.setdefault(message_id, []).append(event.seq)
        self._events_read = len(events)

    def of(self, message_id: str, until: int) -> ActivityChange | None:
        """The changes of a message up to an event, itself included; None where there are none."""
        changes = self._by_message.get(message_id, [])
        count = bisect_right(changes, until)
        if not count:
            return None
        last = self._session.events[changes[count - 1]]
        return ActivityChange(count, last, _refusal_of(last))


def _refusal_of(event: Event) -> Departure | None:
    made = event.effects if event.applied is not None else (event,)
    stated = (departure for each in (event, *made) for departure in each.departures)
    return next((each for each in stated if each.kind in _REFUSALS), None)
