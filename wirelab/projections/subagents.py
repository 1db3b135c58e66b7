"""Subagents: announced, active, ended, and who was attributed to before [events/subagents]."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.projections.world import World
    from wirelab.session.event import Departure, Event


@dataclass(slots=True)
class Subagent:
    """One announced subagent; ``ending`` is finished, suspended, failed or (run over) cut off."""

    id: str
    name: str
    run: int | None
    opened: int
    opened_ms: float | None
    parent_id: str | None = None
    parent_call_id: str | None = None
    parent_message_id: str | None = None
    description: str | None = None
    ending: str | None = None
    error: str | None = None
    closed: int | None = None
    closed_ms: float | None = None


@dataclass(slots=True)
class Subagents:
    """Every announcement in order; the tables below speak of the run under way.

    of_run: announced in this run, by id (the latest). active: those not ended yet.
    first_attribution: the event that first named an owner in this run, by owner.
    """

    all: list[Subagent] = field(default_factory=list)
    of_run: dict[str, Subagent] = field(default_factory=dict)
    active: dict[str, Subagent] = field(default_factory=dict)
    first_attribution: dict[str, int] = field(default_factory=dict)


def _start(world: World, event: Event) -> Iterable[Departure]:
    payload, subagents = event.payload, world.subagents
    subagent_id = payload.get("subagentRunId")
    if subagent_id is None or subagent_id in subagents.active:
        if subagent_id is not None:
            world.losses.note_opener("subagent")
        return ()
    subagent = Subagent(
        subagent_id,
        payload.get("name") or "",
        world.run_index,
        event.seq,
        event.at_ms,
        parent_id=payload.get("parentSubagentRunId"),
        parent_call_id=payload.get("parentToolCallId"),
        parent_message_id=payload.get("parentMessageId"),
        description=payload.get("description"),
    )
    subagents.all.append(subagent)
    subagents.of_run[subagent_id] = subagents.active[subagent_id] = subagent
    return ()


def _finish(world: World, event: Event) -> Iterable[Departure]:
    outcome = event.payload.get("outcome")
    suspended = isinstance(outcome, dict) and outcome.get("type") == "suspended"
    _end(world, event, "suspended" if suspended else "finished")
    return ()


def _fail(world: World, event: Event) -> Iterable[Departure]:
    subagent = _end(world, event, "failed")
    if subagent is not None:
        subagent.error = event.payload.get("message")
    return ()


def _end(world: World, event: Event, ending: str) -> Subagent | None:
    subagent_id = event.payload.get("subagentRunId")
    subagent = world.subagents.active.pop(subagent_id or "", None)
    if subagent is None and subagent_id is not None:
        world.losses.note_closer("subagent")
    elif subagent is not None:
        subagent.ending = ending
        subagent.closed, subagent.closed_ms = event.seq, event.at_ms
    return subagent


FOLDS = {"SUBAGENT_STARTED": _start, "SUBAGENT_FINISHED": _finish, "SUBAGENT_ERROR": _fail}
