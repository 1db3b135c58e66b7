"""A finding: one fault of a stream, in words a person can act on, with its place."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Severity(StrEnum):
    ERROR = "error"
    """Somebody broke a MUST that shows on the wire."""
    WARNING = "warning"
    """A conforming client carries on, and something was dropped, diverged or cut off."""
    NOTE = "note"
    """Legal, worth a look; never changes a verdict."""


class Place(StrEnum):
    """What a finding is about; each belongs to an exchange."""

    REQUEST = "request"
    RESPONSE = "response"
    FRAME = "frame"
    EVENT = "event"
    END = "end"
    """The end of the stream."""


@dataclass(slots=True)
class Finding:
    """One finding.

    exchange: the request it belongs to, counted from 0.
    event, frame: where, counted from 0 as they arrived; both None where ``place`` is neither.
    at_ms: arrival of its frame, where it has one and the time is known.
    pointer: JSON pointer into that event; "" is the whole event.
    related: the event that explains it (the START, the first use of an id), or None.
    more: how many further places of the same fault were folded into this finding.
    opinion: what some client would do, not what the protocol says: it never counts, neither for
        the verdict nor for any ``--fail-on``.
    """

    code: str
    slug: str
    severity: Severity
    fatal: bool
    message: str
    exchange: int
    place: Place
    event: int | None
    frame: int | None
    type: str | None
    pointer: str
    related: int | None
    spec: str
    more: int = 0
    opinion: bool = False
    at_ms: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The finding as ``validate --format json`` prints it."""
        return {
            "code": self.code,
            "slug": self.slug,
            "severity": self.severity.value,
            "fatal": self.fatal,
            "message": self.message,
            "exchange": self.exchange,
            "place": self.place.value,
            "event": self.event,
            "frame": self.frame,
            "type": self.type,
            "pointer": self.pointer,
            "related": self.related,
            "spec": self.spec,
            "more": self.more,
            "opinion": self.opinion,
        }
