"""The events that an event hangs together with: what opened and closed it, its parent, its result.

Read from what the projections know at the event, and (for what only came later) now; nothing is
searched for, so the cost is that of a few look-ups, however long the session.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import chain, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from wirelab.session.event import DepartureKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wirelab.projections.runs import Run
    from wirelab.projections.world import World
    from wirelab.rules.finding import Finding
    from wirelab.session.event import Event

MOST_RELATED = 12
_MOST_FINDINGS = 50
_STARTED, _OPENED = attrgetter("started"), attrgetter("opened")


@dataclass(slots=True, frozen=True)
class Related:
    """One related event: how it is related, in words that go before ``#9``, and its number."""

    words: str
    event: int


@dataclass(slots=True, frozen=True)
class _Place:
    """An event in its session: the world after it, and the world now."""

    event: Event
    payload: dict[str, Any]
    then: World
    now: World

    def member(self, name: str) -> str:
        value = self.payload.get(name)
        return value if isinstance(value, str) else ""


Pairs: TypeAlias = "Iterator[tuple[str, int | None]]"


def related_events(
    event: Event, then: World, now: World, findings: Iterable[Finding] = ()
) -> list[Related]:
    """What an event is related to, the nearest kin first; an event of several kinds comes once.

    then: the world after the event; now: the world as the session stands. findings: those at it.
    """
    made = event.effects
    place = _Place(event, made[-1].payload if made else event.payload, then, now)
    words: dict[int, list[str]] = {}
    for said, seq in chain(_of_findings(findings), _of_kind(place), _of_any(place)):
        if seq is not None and seq != event.seq and said not in words.setdefault(seq, []):
            words[seq].append(said)
    each = ((", ".join(said), seq) for seq, said in words.items() if said)
    return [Related(said, seq) for said, seq in islice(each, MOST_RELATED)]


def _of_findings(findings: Iterable[Finding]) -> Pairs:
    for finding in islice(findings, _MOST_FINDINGS):
        yield f"explains {finding.code}", finding.related


def _of_kind(place: _Place) -> Pairs:
    type_ = place.member("type")
    for prefix, kin in _KIN:
        if type_.startswith(prefix):
            yield from kin(place)
            return


def _of_any(place: _Place) -> Pairs:
    """What dropped its item, and the subagent it is attributed to."""
    for departure in islice(place.event.departures, _MOST_FINDINGS):
        if departure.kind is DepartureKind.ITEM_DROPPED and departure.subject != "call":
            yield "dropped by the snapshot", departure.detail.get("event")
    if place.event.owner is not None:
        owner = place.then.subagents.of_run.get(place.event.owner)
        yield "subagent started", owner.opened if owner is not None else None


def _message(family: str) -> Callable[[_Place], Pairs]:
    def kin(place: _Place) -> Pairs:
        key = family, place.member("messageId")
        yield from _life(place.then.messages.by_key.get(key), place.now.messages.by_key.get(key))
        yield "dropped by the snapshot", place.then.messages.dropped_open.get(key)

    return kin


def _life(then: Any, now: Any) -> Pairs:
    """When an item was opened and closed; what is known now counts while it is the same life."""
    if then is None:
        yield "opened only later by", _opened(now)
        return
    yield "opened by", then.opened
    same = now is not None and now.opened == then.opened
    yield "closed by", now.closed if same else then.closed


def _call(place: _Place) -> Pairs:
    call_id = place.member("toolCallId")
    then, now = (world.tool_calls.by_id.get(call_id) for world in (place.then, place.now))
    yield from _life(then, now)
    if then is None:
        return
    same = now is not None and now.opened == then.opened
    result = now.result if now is not None and same else then.result
    yield "result", result.event if result is not None else None
    yield "parent message", _opened(place.then.messages.find(then.parent_id or ""))


def _span(place: _Place) -> Pairs:
    then = place.then.reasoning.last_by_id.get(place.member("messageId"))
    yield from _life(then, _twin(place.now.reasoning.spans, then))


def _step(place: _Place) -> Pairs:
    then = place.then.steps.latest.get((place.event.owner, place.member("stepName")))
    yield from _life(then, _twin(place.now.steps.all, then))


def _twin(later: list[Any], item: Any) -> Any:
    """The same item as a later world knows it; items are in the order they were opened in."""
    if item is None:
        return None
    index = bisect_left(later, item.opened, key=_OPENED)
    return later[index] if index < len(later) and later[index].opened == item.opened else None


def _activity(place: _Place) -> Pairs:
    held = place.then.messages.by_key.get(("activity", place.member("messageId")))
    yield "first snapshot", _opened(held)


def _encrypted(place: _Place) -> Pairs:
    entity_id = place.member("entityId")
    call = place.then.tool_calls.by_id.get(entity_id)
    of_call = place.payload.get("subtype") == "tool-call"
    held = call if of_call else place.then.messages.find(entity_id)
    yield "item opened by", _opened(held)


def _subagent(place: _Place) -> Pairs:
    agent = place.then.subagents.of_run.get(place.member("subagentRunId"))
    if agent is None:
        return
    yield from _life(agent, _twin(place.now.subagents.all, agent))
    parent = place.then.subagents.of_run.get(agent.parent_id or "")
    yield "parent subagent", _opened(parent)
    yield "parent call", _opened(place.then.tool_calls.by_id.get(agent.parent_call_id or ""))
    yield "parent message", _opened(place.then.messages.find(agent.parent_message_id or ""))


def _run(place: _Place) -> Pairs:
    run = _run_at(place.now.runs.all, place.event.seq)
    if run is None:
        return
    yield "run started by", run.started
    yield "run ended by", run.ended
    key = run.thread_id or "", place.member("parentRunId")
    parent = place.then.runs.latest.get(key)
    yield "parent run", place.then.runs.all[parent].started if parent is not None else None


def _run_at(runs: list[Run], seq: int) -> Run | None:
    """The last run that had started at an event."""
    index = bisect_left(runs, seq + 1, key=_STARTED) - 1
    return runs[index] if index >= 0 else None


def _state(place: _Place) -> Pairs:
    state = place.then.state
    yield "diverged since", state.diverged
    yield "snapshot it patches", state.snapshot


def _opened(item: Any) -> int | None:
    return item.opened if item is not None else None


_KIN: tuple[tuple[str, Callable[[_Place], Pairs]], ...] = (
    ("TEXT_MESSAGE_", _message("text")),
    ("REASONING_MESSAGE_", _message("reasoning")),
    ("REASONING_ENCRYPTED", _encrypted),
    ("REASONING_", _span),
    ("TOOL_CALL_", _call),
    ("STEP_", _step),
    ("ACTIVITY_", _activity),
    ("SUBAGENT_", _subagent),
    ("STATE_DELTA", _state),
    ("RUN_", _run),
)
