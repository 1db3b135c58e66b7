"""Steps of a run, told apart by owner and name [events/lifecycle]."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.projections.world import World
    from wirelab.session.event import Departure, Event


@dataclass(slots=True)
class RunStep:
    """One step; ``closed`` is None while it is open."""

    name: str
    owner: str | None
    opened: int
    opened_ms: float | None
    closed: int | None = None
    closed_ms: float | None = None
    cut_off: bool = False
    run: int | None = None


@dataclass(slots=True)
class RunSteps:
    """All steps in order; the open ones, and the latest, by (owner, name)."""

    all: list[RunStep] = field(default_factory=list)
    open: dict[tuple[str | None, str], RunStep] = field(default_factory=dict)
    latest: dict[tuple[str | None, str], RunStep] = field(default_factory=dict)


def _start(world: World, event: Event) -> Iterable[Departure]:
    name = event.payload.get("stepName")
    if name is not None and (event.owner, name) in world.steps.open:
        world.losses.note_opener("step")
    elif name is not None:
        step = RunStep(name, event.owner, event.seq, event.at_ms, run=world.run_index)
        world.steps.all.append(step)
        world.steps.open[event.owner, name] = world.steps.latest[event.owner, name] = step
    return ()


def _finish(world: World, event: Event) -> Iterable[Departure]:
    name = event.payload.get("stepName")
    step = world.steps.open.pop((event.owner, name or ""), None)
    if step is None and name is not None:
        world.losses.note_closer("step")
    elif step is not None:
        step.closed, step.closed_ms = event.seq, event.at_ms
    return ()


FOLDS = {"STEP_STARTED": _start, "STEP_FINISHED": _finish}
