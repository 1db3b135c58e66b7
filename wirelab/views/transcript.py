"""The conversation as of a moment, as a sequence of entries: what stands where, not how it looks.

Messages keep the conversation's own order. Steps, subagents, run ends and the place where a
conforming client stops are set between them by the number of their event. An input restates what
earlier turns said, without their events: the runs of those are set where their inputs end. Only
so many messages, calls, steps, subagents, runs and turns before the end are taken, so that the
cost of a repaint is bounded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from wirelab.projections.messages import Message
from wirelab.projections.run_steps import RunStep
from wirelab.projections.runs import Run
from wirelab.projections.subagents import Subagent
from wirelab.projections.tool_calls import ToolCall
from wirelab.views.ignored_content import Ignored
from wirelab.views.lanes import Lanes

if TYPE_CHECKING:
    from wirelab.projections.world import World
    from wirelab.session.session import Session

MOST_MESSAGES = 300
_MOST_TURNS = 100
_MOST_LOOKED_AT = 10_000
_USERS = ("user", "system", "developer")
_Item = TypeVar("_Item", RunStep, Subagent)


class Moment(Protocol):
    """A moment of a session: the world after event number ``event``; -1 before the first."""

    @property
    def session(self) -> Session: ...
    @property
    def event(self) -> int: ...
    @property
    def world(self) -> World: ...


@dataclass(slots=True, frozen=True)
class RunBegan:
    """``anew``: on another thread than the run before, from the messages of its input."""

    run: Run
    of: int
    anew: bool = False


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
    """Earlier ``what`` (messages, or calls of a message) that are not shown."""

    count: int
    what: str = "message"


Subject: TypeAlias = "Message | ToolCall | RunStep | Subagent | Mark"
Mark: TypeAlias = "RunBegan | RunEnded | ClientStops | LeftOut | Ignored"


@dataclass(slots=True, frozen=True)
class Entry:
    """One thing of the conversation.

    lane: the numbers of the subagents it belongs to, outermost first; none for the parent run.
    owner: the name of the innermost, or its id where it was not announced.
    """

    key: Hashable
    subject: Subject
    lane: tuple[int, ...] = ()
    owner: str = ""


def transcript(moment: Moment, lanes: Lanes, ignored: Sequence[Ignored] = ()) -> list[Entry]:
    """Everything in the conversation at a moment, in the order a person reads it.

    ignored: what arrived and reaches no application.
    """
    lanes.update(moment.world.subagents.all)
    since = _restated_by(moment)
    shown, left_out = _window(moment)
    entries: list[Entry] = []
    if left_out:
        entries.append(Entry("left out", LeftOut(left_out)))
    first = shown[0].opened if shown and left_out else None
    between = _between(moment, lanes, ignored, since, first or 0)
    places = {message.id: position for position, message in enumerate(shown)}
    before = _before(moment, places, ignored, since)
    answered = _end_of_input(moment, since, places)
    for position, message in enumerate(shown):
        while before and before[0][0] <= position:
            entries.append(before.popleft()[1])
        for begun, entry in _of_message(moment, message, lanes):
            reached = begun if begun is not None and position >= answered else -1
            while between and _stands_before(*between[0], reached):
                entries.append(between.popleft()[1])
            entries.append(entry)
    return entries + [entry for _, entry in (*before, *between)]


def _stands_before(event: int, entry: Entry, begun: int) -> bool:
    """Whether a mark at an event stands before what began with event ``begun``."""
    return event < begun + isinstance(entry.subject, RunBegan | ClientStops)


def _window(moment: Moment) -> tuple[list[Message], int]:
    """The last messages to show, with their calls no more than MOST_MESSAGES, one at least; and
    how many stand before them."""
    order, weight = moment.world.messages.order, 0
    shown: list[Message] = []
    for at in range(len(order) - 1, max(len(order) - _MOST_LOOKED_AT, 0) - 1, -1):
        message = order[at]
        if _stands_with_its_call(moment, message):
            continue
        weight += 1 + len(message.call_ids)
        if shown and weight > MOST_MESSAGES:
            return shown[::-1], at + 1
        shown.append(message)
    return shown[::-1], max(len(order) - _MOST_LOOKED_AT, 0)


def _stands_with_its_call(moment: Moment, message: Message) -> bool:
    """A result that is shown with the call it answers and not once more."""
    if message.family != "tool":
        return False
    call = moment.world.tool_calls.by_id.get(message.tool_call_id or "")
    return call is not None and call.result is not None and call.result.message_id == message.id


def _of_message(
    moment: Moment, message: Message, lanes: Lanes
) -> Iterator[tuple[int | None, Entry]]:
    """The message and the calls it holds, each with the event it began with.

    A message minted for a call is its calls.
    """
    calls = moment.world.tool_calls.by_id
    place = lanes.of(message.owner), lanes.name(message.owner)
    says = message.parts or message.body is not None or message.open
    if says or message.family != "text" or not message.call_ids:
        yield message.opened, Entry((message.family, message.id), message, *place)
    left_out = len(message.call_ids) - MOST_MESSAGES
    if left_out > 0:
        yield None, Entry(("left out", message.id), LeftOut(left_out, "call"), *place)
    for call_id in islice(message.call_ids, max(left_out, 0), None):
        if call_id in calls:
            call = calls[call_id]
            yield call.opened, Entry(("call", message.id, call_id), call, *place)


def _restated_by(moment: Moment) -> int:
    """The exchange whose input the conversation was taken from: messages before it have no events;
    0 where no input was kept."""
    exchanges = moment.session.exchanges
    given = range(min(moment.world.runs.exchange, len(exchanges) - 1), 0, -1)
    return next((index for index in given if exchanges[index].run_input is not None), 0)


def _between(
    moment: Moment, lanes: Lanes, ignored: Sequence[Ignored], since: int, first: int
) -> deque[tuple[int, Entry]]:
    """What is no message, with the event before which it stands, in order; of exchanges from
    ``since`` and of events from ``first`` on."""
    exchanges = moment.session.exchanges
    if since >= len(exchanges):
        return deque()
    first = max(exchanges[since].first_event, first)
    found = [
        (event, entry) for turn, event, entry in _marks(moment, ignored, since) if turn >= since
    ]
    found += _parts(moment, lanes, first)
    return deque(sorted((each for each in found if each[0] >= first), key=itemgetter(0)))


def _before(
    moment: Moment, places: dict[str, int], ignored: Sequence[Ignored], since: int
) -> deque[tuple[int, Entry]]:
    """The runs of exchanges before ``since``, each with the message before which it stands."""
    earliest = max(since - _MOST_TURNS, 0)
    turns: dict[int, list[tuple[int, Entry]]] = {}
    for turn, event, entry in _marks(moment, ignored, earliest):
        if earliest <= turn < since:
            turns.setdefault(turn, []).append((event, entry))
    placed: deque[tuple[int, Entry]] = deque()
    reached = 0
    for turn in range(earliest, since):
        began = max(_end_of_input(moment, turn, places), reached)
        reached = max(_asked_anew(moment, turn + 1, places), began)
        marks = sorted(turns.get(turn, ()), key=itemgetter(0))
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


def _marks(
    moment: Moment, ignored: Sequence[Ignored], earliest: int
) -> Iterator[tuple[int, int, Entry]]:
    """Where runs begin and end and clients stop, with the exchange and the event of each; of
    exchanges from ``earliest`` on."""
    runs, exchanges = moment.world.runs, moment.session.exchanges
    reached = min(runs.exchange + 1, len(exchanges))
    for index in range(max(earliest, reached - MOST_MESSAGES), reached):
        stopped = exchanges[index].stopped_at
        if stopped is not None and stopped <= moment.event:
            yield index, stopped, Entry(("stop", stopped), ClientStops(stopped))
    count = len(moment.session.runs)
    for run in runs.all[-MOST_MESSAGES:]:
        if run.exchange < earliest:
            continue
        exchange = exchanges[run.exchange]
        if count > 1:
            began = RunBegan(run, count, _is_anew(run, moment))
            yield run.exchange, run.started, Entry(("run", run.index), began)
        if run.ended is not None:
            yield run.exchange, run.ended, Entry(("end", run.index), RunEnded(run))
        elif run is not runs.active:
            closed = exchange.closed_after or moment.event + 1
            ended = RunEnded(run, cancelled=exchange.ending == "cancelled")
            yield run.exchange, closed, Entry(("end", run.index), ended)
    for loss in ignored:
        if loss.first.exchange >= earliest and _has_come(loss, moment):
            key = ("ignored", loss.first.exchange, loss.first.code)
            yield loss.first.exchange, loss.behind, Entry(key, loss)


def _has_come(loss: Ignored, moment: Moment) -> bool:
    """The cursor stands at it or behind it, in an exchange that brought events besides."""
    exchange = moment.session.exchanges[loss.first.exchange]
    over, count = exchange.closed_after, moment.session.event_count
    if (over if over is not None else count) <= exchange.first_event:
        return False
    return loss.behind <= moment.event and loss.first.exchange <= moment.world.runs.exchange


def _is_anew(run: Run, moment: Moment) -> bool:
    runs = moment.session.runs
    return 0 < run.index <= len(runs) and runs[run.index - 1].thread_id != run.thread_id


def _parts(moment: Moment, lanes: Lanes, first: int) -> Iterator[tuple[int, Entry]]:
    for index, step in _since(moment.world.steps.all, first):
        yield (
            step.opened,
            Entry(("step", index), step, lanes.of(step.owner), lanes.name(step.owner)),
        )
    for index, subagent in _since(moment.world.subagents.all, first):
        lane, name = lanes.of(subagent.parent_id), lanes.name_of(index)
        yield subagent.opened, Entry(("subagent", index), subagent, lane, name)


def _since(items: Sequence[_Item], first: int) -> list[tuple[int, _Item]]:
    """The last items, as far as they began at ``first`` or later, with their numbers."""
    start = max(len(items) - MOST_MESSAGES, 0)
    recent = enumerate(items[start:], start)
    return [(index, item) for index, item in recent if item.opened >= first]
