"""How much sooner or later the one of two sessions was, request by request; milliseconds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from wirelab.views.durations import duration
from wirelab.views.timing_history import Reading

if TYPE_CHECKING:
    from wirelab.session.session import Session
    from wirelab.views.timing_figures import Figures

MEASURES = ("first event", "first text", "longest gap", "total")


@dataclass(slots=True, frozen=True)
class Tolerance:
    """How far two times may be apart: by so much, or by such a share of the expected one."""

    ms: float = 0.0
    share: float = 0.0

    def allows(self, shift: Shift) -> bool:
        """What is unknown on one side cannot be told to be late."""
        if shift.before_ms is None or shift.after_ms is None:
            return True
        apart = abs(shift.after_ms - shift.before_ms)
        return apart <= self.ms + self.share * shift.before_ms


@dataclass(slots=True, frozen=True)
class Shift:
    """One measure of one request and its answer, which count from 0; None where unknown."""

    exchange: int
    measure: str
    before_ms: float | None
    after_ms: float | None


def shown_shifts(shifts: list[Shift]) -> list[Shift]:
    """Those a person can see: whose times are put in different words."""
    return [each for each in shifts if duration(each.before_ms) != duration(each.after_ms)]


def timing_shifts(expected: Session, actual: Session) -> list[Shift]:
    """Every measure of every request that is known on either side."""
    return [
        Shift(exchange, measure, before, after)
        for exchange, (ones, others) in enumerate(
            zip_longest(_measured(expected), _measured(actual), fillvalue=(None,) * len(MEASURES))
        )
        for measure, before, after in zip(MEASURES, ones, others, strict=True)
        if before is not None or after is not None
    ]


def _measured(session: Session) -> Iterator[tuple[float | None, ...]]:
    if session.world.timing.last_arrival_ms is None:
        return  # its source kept no times
    reading = Reading()
    ends = [each.first_frame for each in session.exchanges[1:]] + [len(session.frames)]
    for end in ends:
        reading.take(session, end)
        yield _measures(reading.current)


def _measures(figures: Figures) -> tuple[float | None, ...]:
    longest = figures.gaps.longest
    return (
        _since(figures.begun_ms, figures.first_event_ms),
        _since(figures.begun_ms, figures.first_text_ms),
        longest[0].ms if longest else None,
        figures.lasted_ms,
    )


def _since(begun_ms: float | None, at_ms: float | None) -> float | None:
    return None if begun_ms is None or at_ms is None else at_ms - begun_ms
