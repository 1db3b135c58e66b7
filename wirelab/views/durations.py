"""Times and durations for people. In: milliseconds, or None where a source did not keep them."""

from __future__ import annotations

UNKNOWN = "—"


def moment(at_ms: float | None) -> str:
    """A point in the session in seconds with three decimals: ``1.204``."""
    return UNKNOWN if at_ms is None else f"{at_ms / 1000:.3f}"


def duration(ms: float | None) -> str:
    """A duration in the unit that fits: ``0.4ms``, ``41ms``, ``1.84s``, ``2m05s``."""
    if ms is None:
        return UNKNOWN
    if ms < 10:
        return f"{ms:.1f}ms" if ms % 1 else f"{ms:.0f}ms"
    if ms < 1000:
        return f"{ms:.0f}ms"
    if ms < 60_000:
        return f"{ms / 1000:.2f}s"
    minutes, seconds = divmod(round(ms / 1000), 60)
    return f"{minutes}m{seconds:02d}s"


def gap(ms: float | None) -> str:
    """The time since what came before: ``+13ms``; empty where unknown."""
    return "" if ms is None else f"+{duration(ms)}"
