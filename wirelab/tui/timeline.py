"""How arrivals spread over time, in a bounded number of buckets, at a constant cost an event.

When the session outgrows the buckets, neighbours merge and each bucket spans twice the time.
Where a source kept no times, positions stand in for milliseconds.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from wirelab.rules.finding import Severity
from wirelab.views.signs import worst

if TYPE_CHECKING:
    from wirelab.session.session import Session

_BUCKETS = 1024


class Timeline:
    """Counts of frames by time, the gravest finding by time, and where runs begin."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._span = 1.0
        self._counts = [0] * _BUCKETS
        self._marks: dict[int, Severity] = {}
        self._frames_read = 0
        self._findings_read = 0
        self.last_ms = 0.0

    def update(self) -> None:
        """Take in what the session has gained since the last call."""
        frames = self._session.frames
        for position in range(self._frames_read, len(frames)):
            at_ms = self.time_of(position)
            self.last_ms = max(self.last_ms, at_ms)
            while at_ms >= self._span * _BUCKETS:
                self._merge()
            self._counts[int(at_ms / self._span)] += 1
        self._frames_read = len(frames)
        findings = self._session.findings
        for finding in findings[self._findings_read :]:
            at_ms = self.time_of(finding.frame) if finding.frame is not None else self.last_ms
            self._mark(int(at_ms / self._span), finding.severity)
        self._findings_read = len(findings)

    @property
    def version(self) -> tuple[int, int]:
        """Changes whenever the picture does."""
        return (self._frames_read, self._findings_read)

    @property
    def has_times(self) -> bool:
        """The source kept the times of what arrived; else positions stand in for them."""
        frames = self._session.frames
        return any(frames[at].at_ms is not None for at in (0, -1)) if frames else False

    def time_of(self, position: int) -> float:
        """The time of a frame; without one, of a frame shortly before, else its position."""
        frames = self._session.frames
        for at in range(min(position, len(frames) - 1), max(position - 8, -1), -1):
            at_ms = frames.at_ms(at)
            if at_ms is not None and at_ms >= 0:
                return at_ms
        return float(max(position, 0))

    def frame_at(self, at_ms: float) -> int:
        """The last frame at or before a time; the first where there is none."""
        return max(bisect_right(range(self._frames_read), at_ms, key=self.time_of) - 1, 0)

    def columns(self, width: int) -> list[int]:
        """Frames by column of a line so wide."""
        columns = [0] * width
        for bucket in range(int(self.last_ms / self._span) + 1):
            count = self._counts[bucket]
            if count:
                columns[self.column_of(bucket * self._span, width)] += count
        return columns

    def marks(self, width: int) -> dict[int, Severity]:
        """The gravest finding by column."""
        marked: dict[int, Severity] = {}
        for bucket, severity in self._marks.items():
            column = self.column_of(bucket * self._span, width)
            graver = worst([severity, marked.get(column, severity)])
            marked[column] = graver or severity
        return marked

    def boundaries(self, width: int) -> set[int]:
        """Columns at which a run after the first begins."""
        events = self._session.events
        starts = [events.frame_of(run.started) for run in self._session.runs[1:][-width:]]
        return {self.column_of(self.time_of(frame), width) for frame in starts}

    def column_of(self, at_ms: float, width: int) -> int:
        whole = max(self.last_ms, self._span)
        return min(max(int(at_ms / whole * (width - 1)), 0), width - 1)

    def time_at(self, column: int, width: int) -> float:
        return column / max(width - 1, 1) * max(self.last_ms, self._span)

    def _mark(self, bucket: int, severity: Severity) -> None:
        graver = worst([severity, self._marks.get(bucket, severity)])
        self._marks[bucket] = graver or severity

    def _merge(self) -> None:
        counts = self._counts
        merged = [counts[at] + counts[at + 1] for at in range(0, _BUCKETS, 2)]
        self._counts = merged + [0] * (_BUCKETS - len(merged))
        self._span *= 2
        marks, self._marks = self._marks, {}
        for bucket, severity in marks.items():
            self._mark(bucket // 2, severity)
