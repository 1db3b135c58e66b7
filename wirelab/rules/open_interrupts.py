"""Which run a request continues, and which interrupts it has to answer.

Only what a session surely shows: a run that succeeded leaves nothing to answer, one that failed
leaves what no answer was sent to. [basic/patterns/interrupt-resume]
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from wirelab.projections.runs import RunStatus

if TYPE_CHECKING:
    from wirelab.projections.runs import Run
    from wirelab.projections.world import World
    from wirelab.protocol.run_input import RunInput

_MOST_LOOKED_AT = 500


@dataclass(slots=True, frozen=True)
class Waiting:
    """An interrupted run, and those of its interrupts that wait for an answer."""

    run: Run
    interrupts: list[dict[str, Any]]


def waiting_before(world: World, run_input: RunInput | None) -> Waiting | None:
    """What waits on the input's thread, asked before the input is taken in; None for nothing."""
    if run_input is None:
        return None
    answered: set[str] = set()
    for run in world.runs.back_on(run_input.thread_id):
        if is_interrupted(run):
            open_ones = [each for each in run.interrupts if each.get("id") not in answered]
            return Waiting(run, open_ones) if open_ones else None
        if not _may_be_retried(world, run) or world.input is None:
            return None
        answered |= answers(world.input)
    return None


def left_unanswered(world: World) -> Waiting | None:
    """What the request under way should have answered and did not; None for nothing."""
    run_input = world.input
    if run_input is None:
        return None
    before = next(world.runs.back_on(run_input.thread_id, earlier=True), None)
    if before is None or not is_interrupted(before):
        return None
    answered = answers(run_input)
    left = [each for each in before.interrupts if each.get("id") not in answered]
    return Waiting(before, left) if left else None


def latest_interrupted(world: World, thread_id: str | None) -> Run | None:
    """The most recent interrupted run of a thread, whether it still waits or not.

    Looked for so many runs back: every request asks, and a thread may have any number of runs.
    """
    recent = islice(world.runs.back_on(thread_id), _MOST_LOOKED_AT)
    return next(filter(is_interrupted, recent), None)


def is_interrupted(run: Run) -> bool:
    """Whether a client was told of the run's interrupts."""
    return run.ending is RunStatus.INTERRUPTED and not run.rejected


def answers(run_input: RunInput) -> set[str]:
    """The interrupts that an input answers, by id."""
    ids = (entry.get("interruptId") for entry in run_input.resume)
    return {interrupt_id for interrupt_id in ids if isinstance(interrupt_id, str)}


def _may_be_retried(world: World, run: Run) -> bool:
    """Whether a run failed, and what its request answered is known."""
    return run.cut_short and not run.rejected and run.exchange == world.runs.exchange
