"""The single cursor: one position in the session, which every tab follows.

A position is a frame, because comments and stray lines can be looked at too; its event is the
last one at or before that frame, and the world is the world after that event. While it follows,
the cursor stands at the end, wherever that is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from wirelab.tui.bookmarks import Bookmarks
from wirelab.views.finding_place import frame_of

if TYPE_CHECKING:
    from wirelab.projections.world import World
    from wirelab.rules.finding import Finding
    from wirelab.session.session import Session
    from wirelab.views.event_rows import EventRows


@dataclass(slots=True, frozen=True)
class Moment:
    """What a tab is given to show: the session, and the world as of the cursor.

    frame: the cursor's position; -1 before anything arrived. event: the last event at or before
    it; -1 before the first. following: the cursor is at the end and stays there.
    """

    session: Session
    rows: EventRows
    frame: int
    event: int
    world: World
    following: bool
    bookmarks: Bookmarks = field(default_factory=Bookmarks)

    @property
    def is_latest(self) -> bool:
        """Nothing that arrived lies behind the cursor."""
        return self.frame >= len(self.rows) - 1


class Found(Enum):
    """What became of going to the next place with a finding."""

    NONE = "none"
    """There is no such place."""
    ON = "on"
    AROUND = "around"
    """Past the last place to the first, or before the first to the last."""
    HERE = "here"
    """The only such place is the one the cursor was at."""


class Cursor:
    """A position in a session that grows."""

    def __init__(self, session: Session, rows: EventRows) -> None:
        self._session = session
        self._rows = rows
        self._frame = -1
        self._kept: tuple[int, World] | None = None
        self._placed: list[int] = []
        self._findings_placed = 0
        self.following = True
        self.bookmarks = Bookmarks()

    @property
    def frame(self) -> int:
        return self.last_frame if self.following else min(self._frame, self.last_frame)

    @property
    def last_frame(self) -> int:
        return len(self._rows) - 1

    @property
    def is_at_end(self) -> bool:
        return self.frame >= self.last_frame

    @property
    def event(self) -> int:
        """The last event at or before the cursor; -1 before the first."""
        return self._session.events.last_at(self.frame)

    @property
    def is_after_event(self) -> bool:
        """The cursor is at a frame of no event, behind one."""
        event = self.event
        return event >= 0 and self._session.events.frame_of(event) != self.frame

    def moment(self) -> Moment:
        """The world here; made once for a position, however often it is asked for."""
        event = self.event
        if event >= self._session.event_count - 1:
            self._kept = None
            world = self._session.world
        elif self._kept is not None and self._kept[0] == event:
            world = self._kept[1]
        else:
            world = self._session.world_at(event)
            self._kept = (event, world)
        return Moment(
            self._session, self._rows, self.frame, event, world, self.following, self.bookmarks
        )

    def to_frame(self, frame: int) -> None:
        """Go to a frame; following ends, unless it is the last one while following."""
        frame = min(max(frame, -1), self.last_frame)
        self.following = self.following and frame == self.last_frame
        self._frame = frame

    def to_event(self, event: int) -> None:
        """Go to an event; before the first is the beginning of the session."""
        last = self._session.event_count - 1
        self.to_frame(self._rows.position_of(min(event, last)) if event >= 0 and last >= 0 else -1)

    def by_events(self, count: int) -> None:
        """Go so many events forward or, below zero, back."""
        target = self.event + count + (count < 0 and self.is_after_event)
        if target < self._session.event_count:
            self.to_event(target)
        else:
            self.to_frame(self.last_frame)

    def to_run(self, step: int) -> None:
        """Go to where the next run begins, behind the last to the end; or, below zero, back to
        where this one begins, and from there to the one before."""
        starts = [self._rows.position_of(run.started) for run in self._session.runs]
        if step > 0:
            later = bisect_right(starts, self.frame)
            self.to_frame(starts[later] if later < len(starts) else self.last_frame)
        else:
            earlier = bisect_left(starts, self.frame) - 1
            self.to_frame(starts[earlier] if earlier >= 0 else 0)

    def to_start(self) -> None:
        self.to_event(0)

    def to_end(self) -> None:
        """Go to the end and follow it."""
        self.following = True

    def hold(self) -> None:
        """Stop following; stay here."""
        self._frame = self.frame
        self.following = False

    def to_finding(self, step: int) -> Found:
        """Go to the next place with a finding, or the one before; behind the last is the first."""
        places = self._finding_places()
        if not places:
            return Found.NONE
        here = self.frame
        at = bisect_right(places, here) if step > 0 else bisect_left(places, here) - 1
        target = places[at % len(places)]
        self.to_frame(target)
        if target == here:
            return Found.HERE
        return Found.ON if 0 <= at < len(places) or len(places) == 1 else Found.AROUND

    def place_of(self, finding: Finding) -> int:
        """The frame a finding leads to."""
        return frame_of(finding, self._session)

    def _finding_places(self) -> list[int]:
        """Every frame with findings, ascending; computed again only when there are more."""
        findings = self._session.findings
        if len(findings) != self._findings_placed:
            self._placed = sorted({self.place_of(finding) for finding in findings})
            self._findings_placed = len(findings)
        return self._placed
