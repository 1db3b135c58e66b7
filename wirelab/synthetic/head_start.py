"""A run that begins in its middle: what lies before an event or a moment is written at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from wirelab.synthetic.faults.event_faults import payload_of
from wirelab.synthetic.performance import Beat


class HeadStart(NamedTuple):
    """event: the first one at its pace, by its number in the run; else the moment, in ms."""

    event: int | None = None
    at_ms: float = 0.0

    def given(self, beats: Iterable[Beat]) -> Iterable[Beat]:
        """The same writes, without the pauses before it."""
        if self.event is not None:
            return _from_event(beats, self.event)
        return _from_moment(beats, self.at_ms) if self.at_ms else beats


FROM_THE_BEGINNING = HeadStart()


def _from_event(beats: Iterable[Beat], number: int) -> Iterator[Beat]:
    seen = 0
    for beat in beats:
        if seen > number:
            yield beat
            continue
        yield Beat(0.0, beat.data)
        seen += payload_of(beat) is not None


def _from_moment(beats: Iterable[Beat], at_ms: float) -> Iterator[Beat]:
    now_ms = 0.0
    for beat in beats:
        before_ms, now_ms = now_ms, now_ms + beat.pause_ms
        yield Beat(max(now_ms - max(before_ms, at_ms), 0.0), beat.data)
