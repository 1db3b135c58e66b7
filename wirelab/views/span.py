"""A span: something of a run that begins with one event and ends with another.

It is kept once for the whole session; what it was as of an event is asked with that event's number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from wirelab.projections.runs import RunStatus


class SpanKind(StrEnum):
    RUN = "run"
    TEXT = "message"
    REASONING = "reasoning"
    REASONING_SPAN = "reasoning span"
    CALL = "call"
    STEP = "step"
    SUBAGENT = "subagent"


CONTAINERS = frozenset({SpanKind.RUN, SpanKind.STEP, SpanKind.SUBAGENT, SpanKind.REASONING_SPAN})
"""Kinds that carry nothing themselves: they span what others bring."""


@dataclass(slots=True, eq=False)
class Span:
    """One of them.

    number: counts from 0 in order of beginning. place: the numbers of what holds it, the run
    first, and its own: in their order, spans make a tree, written from its root.
    name: a message's role, a call's tool, a subagent's name. owner: the subagent it is tagged
    with, where no such subagent was announced.
    opened, closed: the events, counted from 0; ``closed`` None while it is open.
    cut_off: its run, or the stream, ended before it did.
    answered: the event that brought a call's result.
    ending: how a run or a subagent ended. usage: a run's, as its last event gave it.
    asked_ms: when the request was sent that a run is the first to answer.
    """

    kind: SpanKind
    number: int
    place: tuple[int, ...]
    id: str
    name: str
    opened: int
    opened_ms: float | None
    run: Span | None = None
    owner: str | None = None
    closed: int | None = None
    closed_ms: float | None = None
    cut_off: bool = False
    answered: int | None = None
    answered_ms: float | None = None
    ending: str = ""
    usage: Any = None
    asked_ms: float | None = None

    @property
    def depth(self) -> int:
        """0 for a run, one more for each thing that holds it."""
        return len(self.place) - 1

    def close(self, event: int, at_ms: float | None, *, cut_off: bool = False) -> None:
        self.closed, self.closed_ms, self.cut_off = event, at_ms, cut_off

    def is_open(self, event: int) -> bool:
        return self.closed is None or self.closed > event

    def is_cut(self, event: int) -> bool:
        return self.cut_off and not self.is_open(event)

    def is_answered(self, event: int) -> bool:
        return self.answered is not None and self.answered <= event

    def waits(self, event: int) -> bool:
        """A call whose arguments are complete and whose result may still come in its run."""
        over = self.is_open(event) or self.is_cut(event) or self.is_answered(event)
        return (
            self.kind is SpanKind.CALL
            and not over
            and self.run is not None
            and self.run.is_open(event)
        )

    def status(self, event: int) -> RunStatus:
        """How a run stood."""
        return RunStatus.RUNNING if self.is_open(event) else RunStatus(self.ending)

    def end(self, event: int, now: float | None, *, timed: bool) -> float | None:
        """Where it ended as of an event, or stands ``now``: a time, or (not ``timed``) an event."""
        if self.is_answered(event):
            return self.answered_ms if timed else self.answered
        if self.is_open(event) or self.waits(event):
            return now
        return self.closed_ms if timed else self.closed
