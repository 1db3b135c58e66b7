"""A world put aside: any number of worlds can be made of it again, each independent of the others.

It costs what changed, not what is held. Items that are closed are shared between the world it was
taken of, checkpoints and worlds made of them; whoever changes one takes a copy first, see
``Messages.own`` and ``ToolCalls.own``. Items that are open change with nearly every event, so each
has its own. Tables that follow from a list are made anew from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain
from operator import attrgetter, is_
from typing import Generic, TypeVar

from wirelab.projections.conversation_order import ConversationOrder
from wirelab.projections.copying import copier
from wirelab.projections.messages import Message, Messages
from wirelab.projections.reasoning import Reasoning, ReasoningSpan
from wirelab.projections.run_steps import RunStep, RunSteps
from wirelab.projections.runs import Run, Runs
from wirelab.projections.subagents import Subagent, Subagents
from wirelab.projections.tool_calls import ToolCall, ToolCalls
from wirelab.projections.world import World

_CHUNK = 512
Item = TypeVar("Item")
Key = TypeVar("Key")
_span, _step, _subagent = copier(ReasoningSpan), copier(RunStep), copier(Subagent)


class Checkpoint:
    """A world as it is now. before: an earlier one of the same session, to share lists with."""

    def __init__(self, world: World, before: Checkpoint | None = None) -> None:
        self._runs: _Runs = _Runs(world.runs, None if before is None else before._runs)
        self._messages: _Messages = _Messages(
            world.messages, None if before is None else before._messages
        )
        self._tool_calls: _ToolCalls = _ToolCalls(
            world.tool_calls, None if before is None else before._tool_calls
        )
        self._reasoning: _Reasoning = _Reasoning(
            world.reasoning, None if before is None else before._reasoning
        )
        self._steps: _Steps = _Steps(world.steps, None if before is None else before._steps)
        self._subagents: _Subagents = _Subagents(
            world.subagents, None if before is None else before._subagents
        )
        self._rest = World()
        _copy_rest(world, self._rest)

    def world(self) -> World:
        """The world as it was then."""
        made = World()
        made.runs = self._runs.made()
        made.messages = self._messages.made()
        made.tool_calls = self._tool_calls.made()
        made.reasoning = self._reasoning.made()
        made.steps = self._steps.made()
        made.subagents = self._subagents.made()
        _copy_rest(self._rest, made)
        return made


def _copy_rest(world: World, twin: World) -> None:
    """What is small, and the state, whose containers are copied before they are changed."""
    twin.state, twin.losses = world.state.copy(), world.losses.copy()
    twin.timing, twin.arrivals = world.timing.copy(), world.arrivals.copy()
    twin.input, twin.request, twin.response = world.input, world.request, world.response
    twin.spec, twin.refused = world.spec, world.refused
    twin.unread_frames = world.unread_frames
    twin.line_ends, twin.odd_bytes = world.line_ends.copy(), world.odd_bytes.copy()


class _Chunks(Generic[Item]):
    """A list as it is now, in chunks; those that an earlier one has, too, are held once."""

    def __init__(self, items: list[Item], before: _Chunks[Item] | None) -> None:
        known = before.chunks if before is not None else []
        self.chunks: list[tuple[Item, ...]] = []
        for at, start in enumerate(range(0, len(items), _CHUNK)):
            chunk = tuple(items[start : start + _CHUNK])
            if at < len(known) and len(known[at]) == len(chunk) and all(map(is_, known[at], chunk)):
                chunk = known[at]
            self.chunks.append(chunk)

    def __len__(self) -> int:
        return sum(map(len, self.chunks))

    def list(self) -> list[Item]:
        return list(chain.from_iterable(self.chunks))


class _Table(Generic[Key, Item]):
    """The dict that follows from chunks, made of the last one asked for: what they have in common
    at their beginning costs nothing."""

    def __init__(self, key: Callable[[Item], Key]) -> None:
        self._key = key
        self._chunks: list[tuple[Item, ...]] = []
        self._made: dict[Key, Item] = {}

    def of(self, chunks: _Chunks[Item]) -> dict[Key, Item]:
        """The items by key, in order; the last of those with the same key counts."""
        old, new = self._chunks, chunks.chunks
        same = 0
        for was, now in zip(old, new, strict=False):
            if was is not now:
                break
            same += 1
        for item in chain.from_iterable(old[same:]):
            self._made.pop(self._key(item), None)
        self._enter(chain.from_iterable(new[same:]))
        if len(self._made) != len(chunks):  # a key twice
            self._made.clear()
            self._enter(chain.from_iterable(new))
        self._chunks = new
        return self._made.copy()

    def _enter(self, items: Iterable[Item]) -> None:
        key, made = self._key, self._made
        for item in items:
            made[key(item)] = item


def _apart(
    items: Iterable[Item], still_open: Iterable[Item], copied: Callable[[Item], Item]
) -> tuple[list[Item], dict[int, Item]]:
    """The items with copies of the open ones in their places; the copies by whose they are."""
    twins = {id(item): copied(item) for item in still_open}
    return [twins.get(id(item), item) for item in items] if twins else list(items), twins


class _Messages:
    def __init__(self, held: Messages, before: _Messages | None) -> None:
        self._open: dict[tuple[str, str], Message] = {}
        self._dropped_open = held.dropped_open.copy()
        order = list(held.order)
        for key, message in held.open.items():
            self._open[key] = order[held.order.position_of(message)] = message.copy()
        held.share()
        self._order: _Chunks[Message] = _Chunks(order, None if before is None else before._order)
        self._table: _Table[tuple[str, str], Message] = (
            _Table(attrgetter("family", "id")) if before is None else before._table
        )

    def made(self) -> Messages:
        order = ConversationOrder(self._order.list())
        made = Messages(order, self._table.of(self._order), {}, self._dropped_open.copy())
        for key, message in self._open.items():
            made.open[key] = made.own(message)
        return made


class _ToolCalls:
    def __init__(self, held: ToolCalls, before: _ToolCalls | None) -> None:
        self._open = list(held.open)
        calls, _ = _apart(held.by_id.values(), held.open.values(), lambda call: call.copy())
        held.share()
        self._calls: _Chunks[ToolCall] = _Chunks(calls, None if before is None else before._calls)
        self._table: _Table[str, ToolCall] = (
            _Table(attrgetter("id")) if before is None else before._table
        )

    def made(self) -> ToolCalls:
        calls = self._table.of(self._calls)
        made = ToolCalls(calls, latest_id=next(reversed(calls), ""))
        for call_id in self._open:
            made.open[call_id] = made.own(made.by_id[call_id])
        return made


class _Reasoning:
    def __init__(self, held: Reasoning, before: _Reasoning | None) -> None:
        spans, twins = _apart(held.spans, held.open.values(), _span)
        self._open = {key: twins[id(span)] for key, span in held.open.items()}
        self._spans: _Chunks[ReasoningSpan] = _Chunks(
            spans, None if before is None else before._spans
        )

    def made(self) -> Reasoning:
        spans, twins = _apart(self._spans.list(), self._open.values(), _span)
        still_open = {key: twins[id(span)] for key, span in self._open.items()}
        return Reasoning(spans, still_open, {span.id: span for span in spans})


class _Steps:
    def __init__(self, held: RunSteps, before: _Steps | None) -> None:
        steps, twins = _apart(held.all, held.open.values(), _step)
        self._open = {key: twins[id(step)] for key, step in held.open.items()}
        self._all: _Chunks[RunStep] = _Chunks(steps, None if before is None else before._all)

    def made(self) -> RunSteps:
        steps, twins = _apart(self._all.list(), self._open.values(), _step)
        still_open = {key: twins[id(step)] for key, step in self._open.items()}
        return RunSteps(steps, still_open, {(step.owner, step.name): step for step in steps})


class _Subagents:
    def __init__(self, held: Subagents, before: _Subagents | None) -> None:
        subagents, twins = _apart(held.all, held.active.values(), _subagent)
        self._active = {key: twins[id(each)] for key, each in held.active.items()}
        self._of_run = {key: twins.get(id(each), each) for key, each in held.of_run.items()}
        self._first_attribution = held.first_attribution.copy()
        self._all: _Chunks[Subagent] = _Chunks(subagents, None if before is None else before._all)

    def made(self) -> Subagents:
        subagents, twins = _apart(self._all.list(), self._active.values(), _subagent)
        return Subagents(
            subagents,
            {key: twins.get(id(each), each) for key, each in self._of_run.items()},
            {key: twins[id(each)] for key, each in self._active.items()},
            self._first_attribution.copy(),
        )


class _Runs:
    """Only the last run still changes; its calls are the one list of a run that grows long."""

    def __init__(self, held: Runs, before: _Runs | None) -> None:
        runs = held.all.copy()
        call_ids = runs[-1].call_ids if runs else []
        if runs:
            runs[-1] = replace(runs[-1], call_ids=[])
        self._is_active = held.active is not None
        self._exchange, self._version_answers = held.exchange, held.version_answers.copy()
        self._all: _Chunks[Run] = _Chunks(runs, None if before is None else before._all)
        self._call_ids: _Chunks[str] = _Chunks(
            call_ids, None if before is None else before._call_ids
        )

    def made(self) -> Runs:
        runs = self._all.list()
        if runs:
            runs[-1] = replace(runs[-1], call_ids=self._call_ids.list())
        made = Runs(runs, runs[-1] if self._is_active else None, self._exchange)
        for run in runs:
            made.enter(run)
        made.version_answers = self._version_answers.copy()
        return made
