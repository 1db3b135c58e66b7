"""What arrived in the current exchange, counted: read where nothing that arrived made a run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from wirelab.protocol import json_text

if TYPE_CHECKING:
    from wirelab.wire.frame import Frame


OPENING_KEPT = 4_000


class Unfinished(StrEnum):
    """What a frame without its end holds, for a reader that takes it all the same."""

    EVENT = "event"
    """A whole JSON object."""
    FRAGMENT = "fragment"
    """Data that is no JSON object."""
    NOTHING = "nothing"
    """No data."""


@dataclass(slots=True)
class Arrivals:
    """Counts of the exchange's frames by kind; its closing frame is not among them.

    lost_events: stray lines and unfinished frames that hold what looks like an event.
    opening: the text of a body that began with lines that are no SSE, as long as nothing else came;
        its first OPENING_KEPT characters.
    unfinished: what the last frame holds that the body's end cut off.
    """

    events: int = 0
    comments: int = 0
    strays: int = 0
    cut_off: int = 0
    lost_events: int = 0
    opening: str = ""
    unfinished: Unfinished | None = None

    def note(self, frame: Frame) -> None:
        """A frame that is no event arrived; events are counted by the world itself."""
        kind = frame.kind
        if kind == "comment":
            self.comments += 1
        elif kind == "stray":
            self.strays += 1
            self.lost_events += frame.data.lstrip().startswith("{")
            if not self.events and len(self.opening) < OPENING_KEPT:
                self.opening = (self.opening + frame.data + "\n")[:OPENING_KEPT]
        elif kind == "cut_off":
            self.cut_off += 1
            self.lost_events += "{" in frame.data
            self.unfinished = _unfinished(frame)

    def copy(self) -> Arrivals:
        return replace(self)


def _unfinished(frame: Frame) -> Unfinished:
    lines = [value for name, value in frame.fields if name == "data"]
    if not lines:
        return Unfinished.NOTHING
    try:
        value = json_text.parse("\n".join(lines)).value
    except (json_text.NotJson, json_text.TooDeep):
        return Unfinished.FRAGMENT
    return Unfinished.EVENT if isinstance(value, dict) else Unfinished.FRAGMENT
