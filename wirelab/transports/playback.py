"""Recorded traffic at its recorded times: as it was, faster, slower, paused, a step at a time.

Invariant: every item's moment is reckoned from one anchor (a position in the recording and the
time on the clock at which it was reached), which moves only when somebody changes the speed,
pauses or steps. So waiting a little too long once never delays what follows.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Protocol, TypeAlias

from wirelab.wire.frame import Frame
from wirelab.wire.traffic import Traffic

Item: TypeAlias = Traffic | Frame

_BREATH = 64
"""Items delivered without waiting after which others in the event loop get their turn."""


class Clock(Protocol):
    """What playback asks of time; tests bring one that needs none."""

    def now_ms(self) -> float:
        """Milliseconds, never going backwards."""

    async def wait(self, changed: asyncio.Event, duration_ms: float | None) -> None:
        """Return once ``changed`` is set, or after the duration if there is one."""


class WallClock:
    """The monotonic clock of this machine."""

    def now_ms(self) -> float:
        return time.monotonic() * 1000

    async def wait(self, changed: asyncio.Event, duration_ms: float | None) -> None:
        timeout = None if duration_ms is None else duration_ms / 1000
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(changed.wait(), timeout)


class Playback:
    """Iterate it once, asynchronously; call the rest from the same event loop at any time.

    items: traffic with ``at_ms`` in milliseconds of the recording; one without is due at once.
    speed: 2 is twice as fast; None waits for nothing.
    start_at_ms: what lies before it is delivered at once, and time begins there.
    begins: for a start whose moment is not known yet: None while what lies before it is delivered,
    then its moment, from which on time runs.
    progress: how much of the source was read, from 0 to 1; None where that is not known.
    """

    def __init__(
        self,
        items: Iterable[Item],
        *,
        speed: float | None = 1.0,
        start_at_ms: float = 0.0,
        begins: Callable[[], float | None] | None = None,
        clock: Clock | None = None,
        progress: Callable[[], float | None] = lambda: None,
    ) -> None:
        self._progress = progress
        self._behind = start_at_ms > 0 or begins is not None
        self._begins = begins
        self._items = items
        self._clock = clock or WallClock()
        self._changed = asyncio.Event()
        self._speed = _checked(speed)
        self._paused = False
        self._steps = 0
        self._position_ms = start_at_ms
        self._reached_ms = self._clock.now_ms()

    @property
    def speed(self) -> float | None:
        return self._speed

    @property
    def paused(self) -> bool:
        return self._paused

    @property
    def position_ms(self) -> float:
        """Where in the recording playback is now."""
        if self._paused or self._speed is None:
            return self._position_ms
        return self._position_ms + (self._clock.now_ms() - self._reached_ms) * self._speed

    @property
    def reading(self) -> float | None:
        """How much of the source was read, while it is delivered as fast as it can be read; None
        while it is played at a pace, or where that is not known."""
        rushes = not self._paused and (self._speed is None or self._behind)
        return self._progress() if rushes else None

    def pause(self) -> None:
        """Deliver nothing until ``resume``, but for steps."""
        self._anchor(self.position_ms)
        self._paused = True

    def resume(self) -> None:
        """Go on from where it was paused; steps not taken yet are forgotten."""
        self._anchor(self.position_ms)
        self._paused = False
        self._steps = 0

    def step(self, count: int = 1) -> None:
        """Deliver the next items at once and move to their times; paused stays paused."""
        self._steps += count
        self._changed.set()

    def set_speed(self, speed: float | None) -> None:
        """Go on from here at another speed; None waits for nothing. Raises ValueError for <= 0."""
        checked = _checked(speed)
        self._anchor(self.position_ms)
        self._speed = checked

    async def __aiter__(self) -> AsyncIterator[Item]:
        self._anchor(self._position_ms)
        without_wait = 0
        for item in self._items:
            waited = await self._until_due(item.at_ms)
            without_wait = 0 if waited else without_wait + 1
            if without_wait >= _BREATH:
                without_wait = 0
                await asyncio.sleep(0)
            yield item

    async def _until_due(self, at_ms: float | None) -> bool:
        """Wait for the item's moment; whether there was anything to wait for."""
        waited = False
        self._begin_if_reached()
        while self._steps == 0:
            duration = self._still_ms(at_ms)
            if duration is not None and duration <= 0:
                break
            self._behind = False
            self._changed.clear()
            await self._clock.wait(self._changed, duration)
            waited = True
        stepped, self._steps = self._steps > 0, max(self._steps - 1, 0)
        rushed = self._speed is None or self._begins is not None
        if at_ms is not None and (stepped or rushed):
            self._anchor(max(at_ms, self.position_ms))
        return waited

    def _begin_if_reached(self) -> None:
        moment_ms = self._begins() if self._begins is not None else None
        if moment_ms is not None:
            self._begins = None
            self._anchor(moment_ms)

    def _still_ms(self, at_ms: float | None) -> float | None:
        """Milliseconds until the item is due; None while paused."""
        if self._paused:
            return None
        if at_ms is None or self._speed is None or self._begins is not None:
            return 0.0
        return (at_ms - self.position_ms) / self._speed

    def _anchor(self, position_ms: float) -> None:
        self._position_ms = position_ms
        self._reached_ms = self._clock.now_ms()
        self._changed.set()


async def play(
    items: Iterable[Item],
    *,
    speed: float | None = 1.0,
    clock: Clock | None = None,
    start_at_ms: float = 0.0,
) -> AsyncIterator[Item]:
    """``items`` at their times; see ``Playback``, which can also be paused and stepped."""
    async for item in Playback(items, speed=speed, clock=clock, start_at_ms=start_at_ms):
        yield item


def _checked(speed: float | None) -> float | None:
    if speed is not None and not 0 < speed < math.inf:
        raise ValueError(f"a speed is a number above 0, or None for no waiting; not {speed}")
    return speed
