"""Where a person asks to go, read from a line of text: an event, a frame, a time or an id.

What looks like none of the first three is an id; quotes make an id of anything (``"42"``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from wirelab.views.safe_text import safe

ACCEPTED = "an event (#42), a time (1.5s, 800ms, 1:02), an id (call-1) or a frame (frame 14)"


class NotADestination(ValueError):
    """A sentence that says what is wrong and what is accepted."""


@dataclass(slots=True, frozen=True)
class AtEvent:
    number: int


@dataclass(slots=True, frozen=True)
class AtFrame:
    number: int


@dataclass(slots=True, frozen=True)
class AtTime:
    """Milliseconds since the session began."""

    at_ms: float


@dataclass(slots=True, frozen=True)
class AtId:
    """The id of a message, call, run, subagent, thread, interrupt, or a step's name."""

    text: str


Destination: TypeAlias = AtEvent | AtFrame | AtTime | AtId

_EVENT = re.compile(r"#?\s*(\d{1,18})")
_FRAME = re.compile(r"frame\s*#?\s*(\d{1,18})", re.IGNORECASE)
_CLOCK = re.compile(r"(?:(\d{1,9}):)?(\d{1,9}):([0-5]?\d(?:\.\d{1,9})?)")
_NUMBER = r"(\d{1,12}(?:\.\d{0,9})?|\.\d{1,9})"
_SPAN = re.compile(rf"(?:{_NUMBER}\s*h)?\s*(?:{_NUMBER}\s*m)?\s*(?:{_NUMBER}\s*s)?")
_MILLISECONDS = re.compile(rf"{_NUMBER}\s*ms")
_UNITS_MS = (3_600_000, 60_000, 1000)


def read_destination(text: str) -> Destination:
    """Read what was asked for. Raises NotADestination for nothing, and for half of something."""
    asked = text.strip()
    if not asked:
        raise NotADestination(f"Say where to go: {ACCEPTED}.")
    if len(asked) > 1 and asked[0] == asked[-1] == '"':
        return AtId(asked[1:-1])
    if found := _EVENT.fullmatch(asked):
        return AtEvent(int(found[1]))
    if found := _FRAME.fullmatch(asked):
        return AtFrame(int(found[1]))
    at_ms = _time_ms(asked)
    if at_ms is not None:
        return AtTime(at_ms)
    if asked.startswith("#"):
        raise NotADestination(f"{safe(asked, 40)} is no event number: say {ACCEPTED}.")
    return AtId(asked)


def _time_ms(asked: str) -> float | None:
    if found := _MILLISECONDS.fullmatch(asked):
        return float(found[1])
    found = _CLOCK.fullmatch(asked) or _SPAN.fullmatch(asked)
    if found is None:
        return None
    parts = zip(found.groups(), _UNITS_MS, strict=True)
    return sum(float(part or 0) * unit for part, unit in parts)
