"""A position in time that moves by itself over what has arrived, at its recorded intervals.

It reads no event and waits for nothing: whoever asks is told where it is by now. Milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

AFTER_THE_END_MS = 700.0
"""How long the end is shown before a loop begins again, whatever the speed."""


def _now_ms() -> float:
    return perf_counter() * 1000


class Playhead:
    """speed: 2 is twice as fast. looping: at the end it begins again. playing: it moves."""

    def __init__(self, clock: Callable[[], float] = _now_ms) -> None:
        self.clock = clock
        self.looping = False
        self.playing = False
        self._speed = 1.0
        self._from_ms = self._since_ms = 0.0

    @property
    def position_ms(self) -> float:
        if not self.playing:
            return self._from_ms
        return self._from_ms + (self.clock() - self._since_ms) * self._speed

    @property
    def speed(self) -> float:
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._anchor(self.position_ms)
        self._speed = speed

    def play(self, from_ms: float) -> None:
        """Move on from there."""
        self._anchor(from_ms)
        self.playing = True

    def pause(self) -> None:
        self._anchor(self.position_ms)
        self.playing = False

    def is_over(self, last_ms: float) -> bool:
        """The end was reached, and in a loop was shown long enough."""
        shown = AFTER_THE_END_MS * self._speed if self.looping else 0.0
        return self.position_ms >= last_ms + shown

    def _anchor(self, position_ms: float) -> None:
        self._from_ms, self._since_ms = position_ms, self.clock()
