"""A stretch of a session laid out over columns: where a moment stands, and round ticks.

The stretch is of milliseconds or, where a source kept no times, of numbers of events.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

_LEAST_APART = 7
_STEPS = (1, 2, 5)
_MINUTE, _HOUR = 60_000.0, 3_600_000.0
_TIME_STEPS = tuple(
    chain(
        (step * 10.0**power for power in range(-2, 4) for step in _STEPS),
        (15_000.0, 30_000.0),
        (minutes * _MINUTE for minutes in (1, 2, 5, 10, 15, 30)),
        (hours * _HOUR for hours in (1, 2, 4, 6, 12, 24)),
    )
)


@dataclass(slots=True, frozen=True)
class TimeAxis:
    """From ``begin`` to ``end``; ``timed``: milliseconds, else events."""

    begin: float
    end: float
    timed: bool = True

    def column_of(self, value: float, width: int) -> int:
        """The column, of so many, in which a moment stands; the nearest for one outside."""
        length = self.end - self.begin
        share = (value - self.begin) / length if length > 0 else 0.0
        return min(max(int(share * width), 0), width - 1)

    def ticks(self, width: int) -> list[tuple[int, str]]:
        """Columns with their labels, as many as have room, at round values."""
        step = self._step(width)
        first = -(-self.begin // step)
        length = max(self.end - self.begin, 0.0)
        count = min(int(length / step) + 2, width)
        values = (round((first + at) * step, 6) for at in range(count))
        return [
            (self.column_of(value, width), self._label(value, step))
            for value in values
            if value <= self.end
        ]

    def _step(self, width: int) -> float:
        least = max(self.end - self.begin, 0.0) * _LEAST_APART / max(width, 1)
        if self.timed:
            fitting = (step for step in _TIME_STEPS if step >= least)
        else:
            fitting = (step * 10.0**power for power in range(16) for step in _STEPS)
            fitting = (step for step in fitting if step >= least)
        return next(fitting, least) or 1.0

    def _label(self, value: float, step: float) -> str:
        if not self.timed:
            return f"#{value:.0f}"
        if step >= _HOUR:
            return f"{value / _HOUR:g}h"
        if step >= _MINUTE:
            return f"{value / _MINUTE:g}m"
        return f"{value / 1000:g}s" if step >= 100 else f"{value:g}ms"
