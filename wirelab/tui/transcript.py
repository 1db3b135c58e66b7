"""The conversation as of a moment, as a sequence of entries: what stands where, not how it looks.

Messages keep the conversation's own order. Steps, subagents, run ends and the place where a
conforming client stops are set between them by the number of their event. Only so many messages
before the end are taken, so that the cost of a repaint does not grow with the conversation.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from wirelab.projections.messages import Message
from wirelab.projections.run_steps import RunStep
from wirelab.projections.runs import Run
from wirelab.projections.subagents import Subagent
from wirelab.projections.tool_calls import ToolCall

if TYPE_CHECKING:
    from wirelab.tui.cursor import Moment

MOST_MESSAGES = 300
_DEEPEST = 8


@dataclass(slots=True, frozen=True)
class RunBegan:
    run: Run
    of: int


@dataclass(slots=True, frozen=True)
class RunEnded:
    run: Run


@dataclass(slots=True, frozen=True)
class ClientStops:
    """A conforming client rejected the stream at this event."""

    event: int


@dataclass(slots=True, frozen=True)
class LeftOut:
    """Earlier messages that are not shown."""

    count: int


Subject: TypeAlias = (
    "Message | ToolCall | RunStep | Subagent | RunBegan | RunEnded | ClientStops | LeftOut"
)


@dataclass(slots=True, frozen=True)
class Entry:
    """One thing of the conversation.

    depth: how deep its subagent is nested, 0 for the parent run. owner: the subagent's name, or
    its id where it was not announced; empty for the parent run.
    """

    key: Hashable
    subject: Subject
    depth: int = 0
    owner: str = ""


def transcript(moment: Moment) -> list[Entry]:
    """Everything in the conversation at a moment, in the order a person reads it."""
    owners = _Owners(moment)
    between = _between(moment, owners)
    order = moment.world.messages.order
    entries: list[Entry] = []
    if len(order) > MOST_MESSAGES:
        entries.append(Entry("left out", LeftOut(len(order) - MOST_MESSAGES)))
        first = order[-MOST_MESSAGES].opened
        between = [each for each in between if first is None or each[0] >= first]
    for message in order[-MOST_MESSAGES:]:
        for begun, entry in _of_message(moment, message, owners):
            while begun is not None and between and between[0][0] < begun:
                entries.append(between.pop(0)[1])
            entries.append(entry)
    return entries + [entry for _, entry in between]


class _Owners:
    """The subagents of a moment by id: what they are called, how deep they are nested."""

    def __init__(self, moment: Moment) -> None:
        self._by_id = {each.id: each for each in moment.world.subagents.all}

    def depth(self, owner: str | None) -> int:
        """0 for the parent run, 1 for its subagents, one more for each level below."""
        depth = 0
        while owner is not None and depth < _DEEPEST:
            depth += 1
            subagent = self._by_id.get(owner)
            owner = subagent.parent_id if subagent is not None else None
        return depth

    def name(self, owner: str | None) -> str:
        subagent = self._by_id.get(owner or "")
        return (subagent.name if subagent is not None else "") or owner or ""


def _of_message(
    moment: Moment, message: Message, owners: _Owners
) -> Iterator[tuple[int | None, Entry]]:
    """The message and the calls it holds, each with the event it began with.

    A result stands with its call and not once more; a message minted for a call is its calls.
    """
    calls = moment.world.tool_calls.by_id
    place = owners.depth(message.owner), owners.name(message.owner)
    if message.family == "tool":
        call = calls.get(message.tool_call_id or "")
        if call is not None and call.result is not None and call.result.message_id == message.id:
            return
    says = message.parts or message.body is not None or message.open
    if says or message.family != "text" or not message.call_ids:
        yield message.opened, Entry((message.family, message.id), message, *place)
    for call_id in message.call_ids:
        if call_id in calls:
            call = calls[call_id]
            yield call.opened, Entry(("call", message.id, call_id), call, *place)


def _between(moment: Moment, owners: _Owners) -> list[tuple[int, Entry]]:
    """What is no message, with the event before which it stands, in order.

    Only of the current exchange: what went before is in the messages its input carried.
    """
    exchange = max(moment.world.runs.exchange, 0)
    if exchange >= len(moment.session.exchanges):
        return []
    first = moment.session.exchanges[exchange].first_event
    found = [*_runs(moment), *_parts(moment, owners), *_stops(moment)]
    return sorted((each for each in found if each[0] >= first), key=lambda each: each[0])


def _runs(moment: Moment) -> Iterator[tuple[int, Entry]]:
    runs, count = moment.world.runs, len(moment.session.runs)
    for run in runs.all:
        if count > 1:
            yield run.started, Entry(("run", run.index), RunBegan(run, count))
        if run.ended is not None:
            yield run.ended, Entry(("end", run.index), RunEnded(run))
        elif run is not runs.active:
            closed = moment.session.exchanges[run.exchange].closed_after
            yield closed or moment.event + 1, Entry(("end", run.index), RunEnded(run))


def _parts(moment: Moment, owners: _Owners) -> Iterator[tuple[int, Entry]]:
    for index, step in enumerate(moment.world.steps.all):
        place = owners.depth(step.owner), owners.name(step.owner)
        yield step.opened, Entry(("step", index), step, *place)
    for index, subagent in enumerate(moment.world.subagents.all):
        depth = owners.depth(subagent.parent_id)
        yield subagent.opened, Entry(("subagent", index), subagent, depth)


def _stops(moment: Moment) -> Iterator[tuple[int, Entry]]:
    for exchange in moment.session.exchanges:
        stopped = exchange.stopped_at
        if stopped is not None and stopped <= moment.event:
            yield stopped, Entry(("stop", stopped), ClientStops(stopped))
