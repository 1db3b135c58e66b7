"""One frame as a filter looks at it: its event, findings, run and times, looked up when asked for.

Every look-up is bounded by what the frame holds, or by the logarithm of the session.
"""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wirelab.projections.runs import Run
    from wirelab.rules.finding import Finding
    from wirelab.session.event import Event
    from wirelab.views.event_rows import EventRows
    from wirelab.wire.frame import Frame

_STARTED = attrgetter("started")


class Candidate:
    """The frame at a position of ``rows``.

    event: None where the frame carries none.
    """

    __slots__ = ("_folded", "_position", "_rows", "event", "frame")

    def __init__(self, rows: EventRows, position: int) -> None:
        self._rows = rows
        self._position = position
        self.frame: Frame = rows.session.frames[position]
        self.event: Event | None = rows.event_at(position)
        self._folded: str | None = None

    @property
    def findings(self) -> list[Finding]:
        return self._rows.findings_at_frame(self._position)

    @property
    def gap_ms(self) -> float | None:
        """Since the frame before; None where unknown."""
        return self._rows.gap_at(self._position)

    @property
    def folded(self) -> str:
        """The frame's text with its case folded."""
        if self._folded is None:
            frame = self.frame
            fields = () if self.event is not None else frame.fields
            text = frame.data or "\n".join(f"{name}: {value}" for name, value in fields)
            self._folded = text.casefold()
        return self._folded

    @property
    def run(self) -> Run | None:
        """The run it came in: the last that had begun in its exchange."""
        session = self._rows.session
        seq = session.events.last_at(self._position)
        index = bisect_right(session.runs, seq, key=_STARTED) - 1
        if index < 0:
            return None
        run = session.runs[index]
        later = session.exchanges[run.exchange + 1 : run.exchange + 2]
        return None if later and self._position >= later[0].first_frame else run
