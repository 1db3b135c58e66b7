"""An event came after RUN_ERROR, outside of any run.

What it checks
    RUN_ERROR ends a run for good. Only RUN_STARTED may follow it; not RUN_FINISHED, and not a
    second RUN_ERROR. All such events after one failed run are one finding, which counts them.
Why it matters
    Clients refuse the stream at the first of them, so that the failure the user sees is this
    fault and no longer the error that the agent reported.
What to do
    Stop streaming once RUN_ERROR is sent. Usual causes: a ``finally`` block that sends
    RUN_FINISHED or a status event, and two layers that both report the same exception.
Spec
    events/lifecycle: what may follow RUN_ERROR.
"""

from __future__ import annotations

from wirelab.projections.runs import RunStatus
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.phrases import run_name
from wirelab.rules.rule import ANY, Fault, Faults, on_event
from wirelab.session.event import Event


@on_event(
    "RUN005",
    Severity.ERROR,
    ANY,
    fatal=True,
    preempts=True,
    outside_run=True,
    spec="events/lifecycle#run_error",
)
def event_after_run_error(world: World, event: Event) -> Faults:
    if world.runs.active is not None or event.type == "RUN_STARTED":
        return ()
    last = world.runs.current
    if last is None or last.ending is not RunStatus.FAILED or world.losses.unread:
        return ()
    again = "a second " if event.type == "RUN_ERROR" else ""
    message = f"{again}{event.type} came after {run_name(last)} had failed (event {last.ended})"
    if event.type == "RUN_FINISHED":
        message += likely("finish-after-error")
    return (Fault(message, related=last.ended, key=last.index),)
