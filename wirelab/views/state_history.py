"""What happened to the state, in order: each snapshot, each delta with its operations.

Rows are kept as numbers only (an event and an operation of it) and read when they are drawn.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wirelab.session.event import DepartureKind

if TYPE_CHECKING:
    from wirelab.session.event import Departure, Event
    from wirelab.session.session import Session

_MOST_OPERATIONS = 1000


@dataclass(slots=True, frozen=True)
class Change:
    """One row: a snapshot (operation None), or one operation of a delta.

    first: the row that names its event. refused: why its patch was not applied; only on the
    operation at fault. dropped: another operation of a patch that was not applied.
    """

    event: int
    first: bool
    operation: Any = None
    snapshot: Any = None
    is_snapshot: bool = False
    refused: str = ""
    dropped: bool = False


class StateHistory:
    """All changes of a session's state; ``update`` costs what is new."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._events_read = 0
        self._rows: list[tuple[int, int]] = []

    def update(self) -> None:
        """Take in what the session has gained since the last call."""
        events = self._session.events
        for seq in range(self._events_read, len(events)):
            type_ = events.type_of(seq)
            if type_ == "STATE_SNAPSHOT":
                self._rows.append((seq, -1))
            elif type_ == "STATE_DELTA":
                count = min(len(operations_of(events[seq])), _MOST_OPERATIONS)
                self._rows.extend((seq, at) for at in range(max(count, 1)))
        self._events_read = len(events)

    def __len__(self) -> int:
        return len(self._rows)

    def count_until(self, event: int) -> int:
        """How many rows there are up to an event, itself included."""
        return bisect_right(self._rows, (event, _MOST_OPERATIONS))

    def first_row_of(self, event: int) -> int:
        return bisect_right(self._rows, (event, -2))

    def change(self, row: int) -> Change:
        seq, index = self._rows[row]
        event = self._session.events[seq]
        if index < 0:
            return Change(seq, True, snapshot=event.payload.get("snapshot"), is_snapshot=True)
        operations = operations_of(event)
        refusal = refusal_of(event)
        at_fault = refusal is not None and refusal.pointer == f"/delta/{index}"
        return Change(
            seq,
            index == 0,
            operation=operations[index] if index < len(operations) else None,
            refused=refusal.subject if refusal is not None and at_fault else "",
            dropped=refusal is not None and not at_fault,
        )


def operations_of(event: Event) -> list[Any]:
    """The operations of a delta as they arrived."""
    delta = event.payload.get("delta")
    return delta if isinstance(delta, list) else []


def refusal_of(event: Event) -> Departure | None:
    """Why a delta was not applied; None where it was."""
    made = event.effects if event.applied is not None else (event,)
    stated = [departure for each in (event, *made) for departure in each.departures]
    refusals = (each for each in stated if each.kind is DepartureKind.PATCH_REFUSED)
    return next(refusals, None)
