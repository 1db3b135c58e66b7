"""A clock that passes only when somebody waits, so that hours of playback take no time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class FakeClock:
    """``late_ms``: how much too long every wait takes, as on a busy machine.

    ``at(ms, act)`` calls ``act`` when that moment is reached, ending the wait under way there.
    """

    def __init__(self, late_ms: float = 0.0, now_ms: float = 1_000_000.0) -> None:
        self.now = now_ms
        self.started = now_ms
        self.late_ms = late_ms
        self.waits = 0
        self._acts: list[tuple[float, Callable[[], None]]] = []

    def now_ms(self) -> float:
        return self.now

    def at(self, ms: float, act: Callable[[], None]) -> None:
        self._acts.append((self.started + ms, act))
        self._acts.sort(key=lambda planned: planned[0])

    async def wait(self, changed: asyncio.Event, duration_ms: float | None) -> None:
        self.waits += 1
        await asyncio.sleep(0)
        end = None if duration_ms is None else self.now + duration_ms + self.late_ms
        while not changed.is_set() and self._acts and (end is None or self._acts[0][0] <= end):
            moment, act = self._acts.pop(0)
            self.now = max(self.now, moment)
            act()
        if changed.is_set():
            return
        assert end is not None, "paused for ever"
        self.now = end
