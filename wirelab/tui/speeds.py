"""The speeds a replay steps through; None waits for nothing."""

from __future__ import annotations

SPEEDS: tuple[float | None, ...] = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0, None)


def faster(speed: float | None) -> float | None:
    """The next speed above."""
    return next((each for each in SPEEDS if each is not None and _of(each) > _of(speed)), None)


def slower(speed: float | None) -> float | None:
    """The next speed below, or the lowest."""
    below = [each for each in SPEEDS if _of(each) < _of(speed)]
    return below[-1] if below else SPEEDS[0]


def speed_words(speed: float | None) -> str:
    """``2x``, or ``max``."""
    return "max" if speed is None else f"{speed:g}x"


def _of(speed: float | None) -> float:
    return float("inf") if speed is None else speed
