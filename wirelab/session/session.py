"""A session: one conversation as it was inspected - frames, events, findings, and any moment of it.

``world_at`` refolds from the nearest checkpoint. Checkpoints are bounded in number and spread out
however long the session grows, and the more a world holds, the further apart they are: taking them
costs an event no more at the end of a long session than at its beginning.
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from wirelab.projections.checkpoint import Checkpoint
from wirelab.projections.runs import Run, RunStatus
from wirelab.projections.world import World
from wirelab.rules.finding import Finding, Severity
from wirelab.session.findings import Findings
from wirelab.session.kept_events import KeptEvents
from wirelab.session.kept_frames import KeptFrames

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from wirelab.protocol.run_input import RunInput
    from wirelab.session.event import Event
    from wirelab.wire.traffic import Request, Response

_MOST_CHECKPOINTS = 256
_FIRST_SPACING = 512
_EVENTS_FOR_ITEM = 1 / 8
"""Events between checkpoints for each item of the world, which is looked at for each."""
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

    @property
    def by_us(self) -> bool:
        """This side closed the connection."""
        return self.ending == "cancelled"


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

    def __init__(self, spec: str = "auto", *, keep: bool = True) -> None:
        self.spec_asked = spec
        self.frames = KeptFrames()
        self.events = KeptEvents(self.frames)
        self.exchanges: list[Exchange] = []
        self.frame_count = 0
        self.event_count = 0
        self.world = World(passing=not keep)
        self.frozen: Left | None = None
        self.ledger = Findings()
        self._checkpoints: list[tuple[int, Checkpoint]] = []
        self._spacing = _FIRST_SPACING
        self._next_checkpoint = 0
        self._visited: tuple[int, Checkpoint | None] = (-1, None)
        self._delivered = array("Q")

    @property
    def findings(self) -> list[Finding]:
        """All findings, in order of discovery."""
        return self.ledger.all

    @property
    def verdict(self) -> str:
        """``rejected`` with an error among the findings, else ``accepted``."""
        return "rejected" if self.ledger.counts[Severity.ERROR] else "accepted"

    @property
    def delivered(self) -> list[dict[str, Any]]:
        """The events an application is given, as JSON: what shims, enforcement and chunk expansion
        made, and nothing from where a conforming client rejected the stream."""
        given: list[dict[str, Any]] = []
        for seq, times in Counter(self._delivered).items():
            whole = [each for each in self.events[seq].effects if not each.salvaged]
            given += [each.payload for each in whole[:times]]
        return given

    def deliver(self, seq: int) -> None:
        """An application is given the next effect of event ``seq``."""
        self._delivered.append(seq)

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
        position, checkpoint = self._nearest_checkpoint(seq)
        world = checkpoint.world() if checkpoint is not None else World()
        if seq - position > 2 * _NEARBY:
            pause = seq - _NEARBY - 1
            self._go_on(world, position + 1, pause + 1)
            self._visited = position, _ = pause, Checkpoint(world, checkpoint)
        self._go_on(world, position + 1, seq + 1)
        self._pass_end(world, seq + 1)
        return world

    def worlds(self) -> Iterator[tuple[Event, World]]:
        """Every event with the world after it, at the cost of one fold each.

        It is one world that goes on: read it before the next is asked for, and keep nothing of it.
        """
        world = World()
        for event in self._steps(world, 0, self.event_count):
            self._pass_end(world, event.seq + 1)
            yield event, world

    def _go_on(self, world: World, first: int, stop: int) -> None:
        """Fold the events from ``first`` up to, not including, ``stop``."""
        for _ in self._steps(world, first, stop):
            pass

    def _steps(self, world: World, first: int, stop: int) -> Iterator[Event]:
        """``_go_on``, one event after the other; each is yielded once it is folded."""
        boundary: float = first
        rejection = -1
        for event in self.events.between(first, stop):
            if event.seq >= boundary:
                self._pass_boundary(world, event.seq)
                boundary, rejection = self._next_boundary(world)
            if not event.type:
                world.note_unread(event)
            if event.applied is None:
                world.fold(event)
            else:
                for effect in event.applied:
                    world.fold(effect)
            if event.seq == rejection:
                self._pass_rejection(world, event.seq)
            yield event

    def freeze(self) -> None:
        """A conforming client rejects the stream here: what it holds stays as it is now."""
        self.frozen = Left(self.world.conversation(), self.world.state.shared())

    def remember(self, seq: int) -> None:
        """Take a checkpoint after event ``seq`` when one is due."""
        if seq < self._next_checkpoint:
            return
        before = self._checkpoints[-1][1] if self._checkpoints else None
        self._checkpoints.append((seq, Checkpoint(self.world, before)))
        if len(self._checkpoints) > _MOST_CHECKPOINTS:
            self._spacing *= 2
            del self._checkpoints[1::2]
        looked_at = int(self.world.item_count * _EVENTS_FOR_ITEM)
        self._next_checkpoint = seq + max(self._spacing, looked_at + self.world.open_count)

    def _nearest_checkpoint(self, seq: int) -> tuple[int, Checkpoint | None]:
        recent = (each for each in reversed(self._checkpoints) if each[0] <= seq)
        nearest: tuple[int, Checkpoint | None] = next(recent, (-1, None))
        return self._visited if nearest[0] < self._visited[0] <= seq else nearest

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

    def _next_boundary(self, world: World) -> tuple[float, int]:
        """Before which event the exchange of a world may be over, and at which it was rejected."""
        index = world.runs.exchange
        over: list[float | None] = [each.first_event for each in self.exchanges[index + 1 :][:1]]
        if 0 <= index < len(self.exchanges):
            over.append(self.exchanges[index].closed_after)
        since, _ = self.exchanges[index].rejected_run or (-1, -1)
        return min((each for each in over if each is not None), default=inf), since

    def _pass_end(self, world: World, count: int) -> None:
        index = world.runs.exchange
        if 0 <= index < len(self.exchanges):
            exchange = self.exchanges[index]
            if exchange.closed_after is not None and exchange.closed_after <= count:
                world.close_stream(by_us=exchange.by_us)

    def _pass_rejection(self, world: World, seq: int) -> None:
        since, run = self.exchanges[world.runs.exchange].rejected_run or (-1, -1)
        if since == seq:
            world.runs.all[run].rejected = True


def status_of(world: World) -> RunStatus:
    """The one word for how a world's current exchange stands."""
    run = world.runs.current
    return run.status if run is not None else RunStatus.NEVER_STARTED
