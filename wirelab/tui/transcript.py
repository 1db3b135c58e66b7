"""The conversation as of a moment, as a sequence of entries: what stands where, not how it looks.

Messages keep the conversation's own order. Steps, subagents, run ends and the place where a
conforming client stops are set between them by the number of their event. An input restates what
earlier turns said, without their events: the runs of those are set where their inputs end. Only
so many messages and turns before the end are taken, so that the cost of a repaint is bounded.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeAlias

from wirelab.projections.messages import Message
from wirelab.projections.run_steps import RunStep
from wirelab.projections.runs import Run
from wirelab.projections.subagents import Subagent
from wirelab.projections.tool_calls import ToolCall

if TYPE_CHECKING:
    from wirelab.tui.cursor import Moment

MOST_MESSAGES = 300
_MOST_TURNS = 100
_USERS = ("user", "system", "developer")
_DEEPEST = 8


@dataclass(slots=True, frozen=True)
class RunBegan:
    run: Run
    of: int


@dataclass(slots=True, frozen=True)
class RunEnded:
    """``cancelled``: this side hung up on it."""

    run: Run
    cancelled: bool = False


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
    since = _restated_by(moment)
    between = _between(moment, owners, since)
    order = moment.world.messages.order
    entries: list[Entry] = []
    if len(order) > MOST_MESSAGES:
        entries.append(Entry("left out", LeftOut(len(order) - MOST_MESSAGES)))
        first = order[-MOST_MESSAGES].opened
        between = [each for each in between if first is None or each[0] >= first]
    shown = order[-MOST_MESSAGES:]
    places = {message.id: position for position, message in enumerate(shown)}
    before = _before(moment, places, since)
    answered = _end_of_input(moment, since, places)
    for position, message in enumerate(shown):
        while before and before[0][0] <= position:
            entries.append(before.pop(0)[1])
        for begun, entry in _of_message(moment, message, owners):
            reached = begun if begun is not None and position >= answered else -1
            while between and between[0][0] < reached:
                entries.append(between.pop(0)[1])
            entries.append(entry)
    return entries + [entry for _, entry in (*before, *between)]


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


def _restated_by(moment: Moment) -> int:
    """The exchange whose input the conversation was taken from: messages before it have no events;
    0 where no input was kept."""
    exchanges = moment.session.exchanges
    given = range(min(moment.world.runs.exchange, len(exchanges) - 1), 0, -1)
    return next((index for index in given if exchanges[index].run_input is not None), 0)


def _between(moment: Moment, owners: _Owners, since: int) -> list[tuple[int, Entry]]:
    """What is no message, with the event before which it stands, in order; of exchanges from
    ``since`` on."""
    exchanges = moment.session.exchanges
    if since >= len(exchanges):
        return []
    first = exchanges[since].first_event
    found = [(event, entry) for turn, event, entry in _marks(moment) if turn >= since]
    found += [each for each in _parts(moment, owners) if each[0] >= first]
    return sorted(found, key=lambda each: each[0])


def _before(moment: Moment, places: dict[str, int], since: int) -> list[tuple[int, Entry]]:
    """The runs of exchanges before ``since``, each with the message before which it stands."""
    earliest = max(since - _MOST_TURNS, 0)
    turns: dict[int, list[tuple[int, Entry]]] = {}
    for turn, event, entry in _marks(moment):
        if earliest <= turn < since:
            turns.setdefault(turn, []).append((event, entry))
    placed: list[tuple[int, Entry]] = []
    reached = 0
    for turn in range(earliest, since):
        began = max(_end_of_input(moment, turn, places), reached)
        reached = max(_asked_anew(moment, turn + 1, places), began)
        marks = sorted(turns.get(turn, ()), key=lambda each: each[0])
        for at, (_, entry) in enumerate(marks):
            first = at == 0 and isinstance(entry.subject, RunBegan)
            placed.append((began if first else reached, entry))
    return placed


def _given(moment: Moment, turn: int) -> list[dict[str, Any]]:
    exchanges = moment.session.exchanges
    run_input = exchanges[turn].run_input if turn < len(exchanges) else None
    return run_input.messages[-MOST_MESSAGES:] if run_input is not None else []


def _end_of_input(moment: Moment, turn: int, places: dict[str, int]) -> int:
    """The place behind the last message a turn's input carried."""
    ids = (each.get("id") for each in reversed(_given(moment, turn)))
    return next((places[each] + 1 for each in ids if isinstance(each, str) and each in places), 0)


def _asked_anew(moment: Moment, turn: int, places: dict[str, int]) -> int:
    """The place of what the user said for a turn, which its input carries last."""
    said = takewhile(lambda each: each.get("role") in _USERS, reversed(_given(moment, turn)))
    found = [places[each["id"]] for each in said if each.get("id") in places]
    return found[-1] if found else _end_of_input(moment, turn, places)


def _marks(moment: Moment) -> Iterator[tuple[int, int, Entry]]:
    """Where runs begin and end and clients stop, with the exchange and the event of each."""
    for index, exchange in enumerate(moment.session.exchanges):
        stopped = exchange.stopped_at
        if stopped is not None and stopped <= moment.event:
            yield index, stopped, Entry(("stop", stopped), ClientStops(stopped))
    runs, count = moment.world.runs, len(moment.session.runs)
    for run in runs.all:
        exchange = moment.session.exchanges[run.exchange]
        if count > 1:
            yield run.exchange, run.started, Entry(("run", run.index), RunBegan(run, count))
        if run.ended is not None:
            yield run.exchange, run.ended, Entry(("end", run.index), RunEnded(run))
        elif run is not runs.active:
            closed = exchange.closed_after or moment.event + 1
            ended = RunEnded(run, cancelled=exchange.ending == "cancelled")
            yield run.exchange, closed, Entry(("end", run.index), ended)


def _parts(moment: Moment, owners: _Owners) -> Iterator[tuple[int, Entry]]:
    for index, step in enumerate(moment.world.steps.all):
        place = owners.depth(step.owner), owners.name(step.owner)
        yield step.opened, Entry(("step", index), step, *place)
    for index, subagent in enumerate(moment.world.subagents.all):
        depth = owners.depth(subagent.parent_id)
        yield subagent.opened, Entry(("subagent", index), subagent, depth)
