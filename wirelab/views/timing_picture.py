"""What there is to see of a session's timing at a moment: spans, their axis, and the figures.

``TimingPictures`` follows one session; both of its indices take in a bounded piece at a time.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from wirelab.views.time_axis import TimeAxis
from wirelab.views.timing_history import TimingHistory
from wirelab.views.waterfall import Waterfall

if TYPE_CHECKING:
    from wirelab.session.session import Session
    from wirelab.views.span import Span
    from wirelab.views.timing_history import Reading
    from wirelab.views.waterfall import WaterfallRows

_MOST_RUNS = 20


@dataclass(slots=True, frozen=True)
class TimingPicture:
    """A moment.

    event: the last event at or before it that was taken in. now: its place on the axis, None where
    its time is unknown. run: the run it falls into; ``zoomed``: the axis and the rows are of that
    run alone. marked: what the event is about.
    runs_with_usage: the last few runs that had told theirs by then, oldest first.
    read: the share of the session that was taken in.
    """

    event: int
    now: float | None
    axis: TimeAxis
    rows: WaterfallRows
    reading: Reading
    run: Span | None
    zoomed: bool
    marked: Span | None
    runs_with_usage: list[Span]
    read: float

    @property
    def silences(self) -> list[tuple[float, float]]:
        """The longest gaps that had ended by now: where each began, and how long it was."""
        if not self.axis.timed:
            return []
        figures = self.reading.current if self.zoomed else self.reading.whole
        return [(gap.began_ms, gap.ms) for gap in figures.silences]


class TimingPictures:
    """Pictures of a session that grows."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._waterfall = Waterfall(session)
        self._history = TimingHistory(session)

    def update(self, most: int) -> bool:
        """Take in what is new, at most so many frames and events; whether that was all."""
        spans, figures = self._waterfall.update(most), self._history.update(most)
        return spans and figures

    def at(self, frame: int, event: int, *, zoomed: bool = False) -> TimingPicture:
        """The picture at a frame, and the last event at or before it."""
        event = min(event, self._waterfall.read - 1)
        run = self._waterfall.run_at(event)
        zoomed = zoomed and run is not None
        reading = self._history.at(frame)
        axis = self._run_axis(run) if zoomed and run is not None else self._whole_axis()
        return TimingPicture(
            event=event,
            now=reading.reached_ms if axis.timed else max(event, 0),
            axis=axis,
            rows=self._waterfall.rows(event, run_only=zoomed),
            reading=reading,
            run=run,
            zoomed=zoomed,
            marked=self._waterfall.concerned_by(event),
            runs_with_usage=self._with_usage(event),
            read=self._history.latest.frames / max(len(self._session.frames), 1),
        )

    def _with_usage(self, event: int) -> list[Span]:
        runs = self._waterfall.runs
        until = bisect_right(runs, event, key=attrgetter("opened"))
        last = runs[max(until - _MOST_RUNS, 0) : until]
        return [run for run in last if run.usage and not run.is_open(event)]

    def _whole_axis(self) -> TimeAxis:
        latest = self._history.latest
        if latest.begun_ms is None or latest.reached_ms is None:
            return TimeAxis(0.0, max(self._waterfall.read - 1, 1), timed=False)
        return TimeAxis(latest.begun_ms, latest.reached_ms)

    def _run_axis(self, run: Span) -> TimeAxis:
        """From the request that a run answers to its end, or to where the session stands."""
        begin_ms = run.asked_ms if run.asked_ms is not None else run.opened_ms
        end_ms = run.closed_ms if run.closed is not None else self._history.latest.reached_ms
        if begin_ms is not None and end_ms is not None:
            return TimeAxis(begin_ms, end_ms)
        end = run.closed if run.closed is not None else self._waterfall.read - 1
        return TimeAxis(run.opened, end, timed=False)
