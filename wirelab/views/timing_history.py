"""The figures of a session as of any frame, exactly, at a bounded cost.

Every so many frames a copy of the figures is kept (some hundred bytes); a moment is the nearest
copy before it and the few frames since. ``update`` takes in a bounded piece at a time, so that a
long session can be read without holding anybody up.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from wirelab.views.timing_figures import Figures

if TYPE_CHECKING:
    from wirelab.session.session import Session

SPACING = 2048


@dataclass(slots=True)
class Reading:
    """How far a session was read: counts of frames and events, and the figures there.

    exchange: the one read last, counted from 0; ``current`` is of it, ``before`` of all earlier.
    begun_ms, reached_ms: the first and the latest time known at all.
    """

    frames: int = 0
    events: int = 0
    exchange: int = -1
    begun_ms: float | None = None
    reached_ms: float | None = None
    current: Figures = field(default_factory=Figures)
    before: Figures = field(default_factory=Figures)

    @property
    def whole(self) -> Figures:
        """All exchanges together."""
        whole = self.before.copy()
        whole.absorb(self.current)
        return whole

    def take(self, session: Session, count: int) -> None:
        """Read on until so many frames are read."""
        frames, events, exchanges = session.frames, session.events, session.exchanges
        for position in range(self.frames, count):
            later = self.exchange + 1
            if later < len(exchanges) and exchanges[later].first_frame <= position:
                self._begin(session)
            event = events[self.events] if self.events < len(events) else None
            if event is not None and event.frame == position:
                self.events += 1
            else:
                event = None
            self.current.note(frames[position], event, self.events - 1)
            self._note_times()
        self.frames = max(self.frames, count)

    def _begin(self, session: Session) -> None:
        self.exchange += 1
        self.before.absorb(self.current)
        request = session.exchanges[self.exchange].request
        self.current = Figures(begun_ms=request.at_ms if request is not None else None)

    def _note_times(self) -> None:
        last_ms = self.current.last_ms
        if last_ms is not None and (self.reached_ms is None or last_ms > self.reached_ms):
            self.reached_ms = last_ms
            if self.begun_ms is None:
                self.begun_ms = self.current.begun_ms

    def copy(self) -> Reading:
        return replace(self, current=self.current.copy(), before=self.before.copy())


class TimingHistory:
    """Follows one session, which must keep its frames and events."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._kept: list[Reading] = [Reading()]
        self._asked: Reading | None = None
        self.latest = Reading()

    def update(self, most: int) -> bool:
        """Take in what the session has gained, at most so many frames; whether that was all."""
        target = min(len(self._session.frames), self.latest.frames + most)
        while self.latest.frames < target:
            stop = min((self.latest.frames // SPACING + 1) * SPACING, target)
            self.latest.take(self._session, stop)
            if stop % SPACING == 0:
                self._kept.append(self.latest.copy())
        return target == len(self._session.frames)

    def at(self, frame: int) -> Reading:
        """The figures after a frame (-1 is before the first); read them, do not keep them."""
        count = min(frame + 1, self.latest.frames)
        if count == self.latest.frames:
            return self.latest
        if self._asked is None or self._asked.frames != count:
            self._asked = self._kept[count // SPACING].copy()
            self._asked.take(self._session, count)
        return self._asked
