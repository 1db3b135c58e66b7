"""The event: what a frame means, and where it departs from what a client can take as it is.

Payloads stay plain JSON, exactly as decoded: an inspector must hold what is wrong as well as what
is right. Payloads are never modified after they are made; stages that change one make a new event.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class DepartureKind(StrEnum):
    """Who noticed what; each kind is read by one rule."""

    # decoding: nothing can be made of the data
    NOT_JSON = "not-json"
    NOT_AN_OBJECT = "not-an-object"
    TOO_DEEP = "too-deep"
    DUPLICATE_KEY = "duplicate-key"
    # shims: a retired shape was translated
    RETIRED_TYPE = "retired-type"
    BINARY_PART = "binary-part"
    BINARY_PART_DROPPED = "binary-part-dropped"
    TOLERATED_NULL = "tolerated-null"
    # enforcement: unknown material dropped or stripped, malformed material refused
    UNKNOWN_TYPE = "unknown-type"
    UNKNOWN_PROPERTY = "unknown-property"
    UNKNOWN_MEMBER = "unknown-member"
    MISSING_TYPE = "missing-type"
    MALFORMED = "malformed"
    # chunk expansion
    FIRST_CHUNK_INCOMPLETE = "first-chunk-incomplete"
    CHUNK_CONFLICT = "chunk-conflict"
    CHUNK_AMBIGUOUS = "chunk-ambiguous"
    # folding: an event that could not be applied
    ITEM_NOT_OPEN = "item-not-open"
    ITEM_DROPPED = "item-dropped"
    PATCH_REFUSED = "patch-refused"
    ACTIVITY_MISSING = "activity-missing"
    ACTIVITY_PATCH_REFUSED = "activity-patch-refused"
    ACTIVITY_NOT_AN_OBJECT = "activity-not-an-object"
    SNAPSHOT_DIVERGES = "snapshot-diverges"


@dataclass(slots=True)
class Departure:
    """One fact a stage states about an event.

    pointer: JSON pointer into the event as it arrived; "" is the event itself.
    subject: the name or value concerned, as text ready for a message.
    detail: whatever else the rule of this kind needs; its shape belongs to the kind.
    """

    kind: DepartureKind
    pointer: str = ""
    subject: str = ""
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Event:
    """One event.

    seq: counts from 0 over the whole session.
    type: the payload's ``type``; "" when there is none or the data could not be read.
    payload: the JSON object; empty when the data could not be read.
    frame: seq of the frame it came in.
    at_ms: the frame's arrival.
    departures: what decoding, shims, enforcement, expansion and folding had to say.
    applied: what the application of a conforming client is given for it, in order; None where
        that is the event itself, as it nearly always is.
    derived: made by a shim or by chunk expansion; it was never on the wire in this form.
    salvaged: the readable rest of a malformed event: folded so that one fault stays one finding,
        never delivered.
    """

    seq: int
    type: str
    payload: dict[str, Any]
    frame: int
    at_ms: float | None
    departures: list[Departure] | tuple[()] = ()
    applied: tuple[Event, ...] | None = None
    derived: bool = False
    salvaged: bool = False

    @property
    def effects(self) -> tuple[Event, ...]:
        """The events that were applied for this one."""
        return (self,) if self.applied is None else self.applied

    @property
    def owner(self) -> str | None:
        """The subagent the event is attributed to; None is the parent run."""
        owner = self.payload.get("subagentRunId")
        return owner if isinstance(owner, str) else None
