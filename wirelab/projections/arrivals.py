"""What arrived in the current exchange, counted: read where nothing that arrived made a run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wirelab.wire.frame import Frame


@dataclass(slots=True)
class Arrivals:
    """Counts of the exchange's frames by kind; its closing frame is not among them.

    lost_events: stray lines and unfinished frames that hold what looks like an event.
    """

    events: int = 0
    comments: int = 0
    strays: int = 0
    cut_off: int = 0
    lost_events: int = 0

    def note(self, frame: Frame) -> None:
        """A frame that is no event arrived; events are counted by the world itself."""
        kind = frame.kind
        if kind == "comment":
            self.comments += 1
        elif kind == "stray":
            self.strays += 1
            self.lost_events += frame.data.lstrip().startswith("{")
        elif kind == "cut_off":
            self.cut_off += 1
            self.lost_events += "{" in frame.data

    def copy(self) -> Arrivals:
        return replace(self)
