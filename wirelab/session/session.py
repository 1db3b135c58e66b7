"""A session: one conversation as it was inspected - frames, events, findings, and any moment of it.

``world_at`` refolds from the nearest checkpoint. Checkpoints are bounded in number and spread out
however long the session grows, and the more a world holds, the further apart they are: taking them
costs an event no more at the end of a long session than at its beginning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wirelab.projections.runs import Run, RunStatus
from wirelab.projections.world import World
from wirelab.rules.finding import Finding, Severity
from wirelab.session.findings import Findings

if TYPE_CHECKING:
    from collections.abc import Collection

    from wirelab.protocol.run_input import RunInput
    from wirelab.session.event import Event
    from wirelab.wire.frame import Frame
    from wirelab.wire.traffic import Request, Response

_MOST_CHECKPOINTS = 64
_FIRST_SPACING = 512
_EVENTS_FOR_ITEM = 1
"""Events between checkpoints for each item a checkpoint copies."""
_NEARBY = 256
"""Events before a moment that was asked for; one more checkpoint is kept there, for whoever asks
for a moment asks for those beside it next."""


@dataclass(slots=True)
class Exchange:
    """One request and what came back.

    first_event, first_frame: counts of the session when it began.
    closed_after: count of events when its transport ended; None while it is under way.
    ending, ending_detail: how it ended, in the words of ``wire.traffic.Ending``.
    stopped_at: the event at which a conforming client rejected the stream, where it did.
    rejected_run: the run that this rejected, by index, and the event from which on it is.
    """

    request: Request | None
    run_input: RunInput | None
    first_event: int
    first_frame: int
    response: Response | None = None
    closed_after: int | None = None
    ending: str | None = None
    ending_detail: str = ""
    ended_ms: float | None = None
    stopped_at: int | None = None
    rejected_run: tuple[int, int] | None = None


@dataclass(slots=True, frozen=True)
class Left:
    """What a conforming client was left with when it rejected the stream."""

    messages: list[dict[str, Any]]
    state: Any


class Session:
    """What an inspection leaves; also what it grows while it runs.

    frames, events: empty where the inspection was told not to keep them.
    world: the world now. frozen: what a conforming client was left with when it rejected the
    exchange's stream, None where it did not.
    """

    def __init__(self, spec: str = "auto") -> None:
        self.spec_asked = spec
        self.frames: list[Frame] = []
        self.events: list[Event] = []
        self.delivered: list[dict[str, Any]] = []
        self.exchanges: list[Exchange] = []
        self.frame_count = 0
        self.event_count = 0
        self.world = World()
        self.frozen: Left | None = None
        self.ledger = Findings()
        self._checkpoints: list[tuple[int, World]] = []
        self._spacing = _FIRST_SPACING
        self._next_checkpoint = 0
        self._visited: tuple[int, World | None] = (-1, None)

    @property
    def findings(self) -> list[Finding]:
        """All findings, in order of discovery."""
        return self.ledger.all

    @property
    def verdict(self) -> str:
        """``rejected`` with an error among the findings, else ``accepted``."""
        return "rejected" if self.ledger.counts[Severity.ERROR] else "accepted"

    @property
    def clean(self) -> bool:
        """Neither error nor warning."""
        counts = self.ledger.counts
        return not counts[Severity.ERROR] and not counts[Severity.WARNING]

    @property
    def runs(self) -> list[Run]:
        """All runs, oldest first."""
        return self.world.runs.all

    @property
    def status(self) -> RunStatus:
        """The one word for how the current exchange stands."""
        return status_of(self.world)

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The conversation a conforming client is left with, as JSON."""
        return self.world.conversation() if self.frozen is None else self.frozen.messages

    @property
    def state(self) -> Any:
        """The state a conforming client is left with."""
        return self.world.state.shared() if self.frozen is None else self.frozen.state

    def report(
        self, source: str | None = None, format: str | None = None, include: Collection[str] = ()
    ) -> dict[str, Any]:
        """The session as ``validate --format json`` prints it."""
        from wirelab.session.report import report

        return report(self, source, format, include)

    def world_at(self, seq: int) -> World:
        """The world after event ``seq`` (counted from 0; -1 is before the first).

        The last event gives the live world itself: read it, do not keep it.
        """
        if seq >= self.event_count - 1:
            return self.world
        position, world = self._nearest_checkpoint(seq)
        pause = seq - _NEARBY if seq - position > 2 * _NEARBY else -1
        for event in self.events[position + 1 : seq + 1]:
            if event.seq == pause:
                self._visited = (pause - 1, world.copy())
            self._pass_boundary(world, event.seq)
            if not event.type:
                world.note_unread(event)
            for effect in event.effects:
                world.fold(effect)
            self._pass_rejection(world, event.seq)
        self._pass_end(world, seq + 1)
        return world

    def freeze(self) -> None:
        """A conforming client rejects the stream here: what it holds stays as it is now."""
        self.frozen = Left(self.world.conversation(), self.world.state.shared())

    def remember(self, seq: int) -> None:
        """Take a checkpoint after event ``seq`` when one is due."""
        if seq < self._next_checkpoint:
            return
        self._checkpoints.append((seq, self.world.copy()))
        if len(self._checkpoints) > _MOST_CHECKPOINTS:
            self._spacing *= 2
            del self._checkpoints[1::2]
        pause = max(self._spacing, self.world.item_count * _EVENTS_FOR_ITEM)
        self._next_checkpoint = seq + pause

    def _nearest_checkpoint(self, seq: int) -> tuple[int, World]:
        recent = (each for each in reversed(self._checkpoints) if each[0] <= seq)
        at, world = next(recent, (-1, None))
        if at < self._visited[0] <= seq:
            at, world = self._visited
        return at, world.copy() if world is not None else World()

    def _pass_boundary(self, world: World, seq: int) -> None:
        """Before event ``seq``: the end of one exchange and the beginning of the next."""
        self._pass_end(world, seq)
        for index in range(world.runs.exchange + 1, len(self.exchanges)):
            exchange = self.exchanges[index]
            if exchange.first_event > seq:
                break
            world.begin_exchange(exchange.request, exchange.run_input)
            if exchange.response is not None:
                world.answer(exchange.response)

    def _pass_end(self, world: World, count: int) -> None:
        index = world.runs.exchange
        if 0 <= index < len(self.exchanges):
            closed_after = self.exchanges[index].closed_after
            if closed_after is not None and closed_after <= count:
                world.close_stream()

    def _pass_rejection(self, world: World, seq: int) -> None:
        since, run = self.exchanges[world.runs.exchange].rejected_run or (-1, -1)
        if since == seq:
            world.runs.all[run].rejected = True


def status_of(world: World) -> RunStatus:
    """The one word for how a world's current exchange stands."""
    run = world.runs.current
    return run.status if run is not None else RunStatus.NEVER_STARTED
