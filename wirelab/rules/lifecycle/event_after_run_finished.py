"""An event came after RUN_FINISHED, outside of any run.

What it checks
    After RUN_FINISHED a stream may begin another run with RUN_STARTED, or take the outcome back
    with one late RUN_ERROR. Anything else is outside of a run. All such events after one run are
    one finding, which counts them.
Why it matters
    Clients refuse the stream at the first of them, after having shown a finished run.
What to do
    Send RUN_FINISHED last. Usual causes: a snapshot or a CUSTOM event sent by a clean-up step, a
    second RUN_FINISHED from an outer layer, a background task that is still streaming.
Spec
    events/lifecycle: what may follow RUN_FINISHED.
"""

from __future__ import annotations

from wirelab.projections.runs import RunStatus
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.open_items import was_left_open
from wirelab.rules.phrases import run_name
from wirelab.rules.rule import ANY, Fault, Faults, on_event
from wirelab.session.event import Event

_MAY_FOLLOW = ("RUN_STARTED", "RUN_ERROR")


@on_event(
    "RUN004",
    Severity.ERROR,
    ANY,
    fatal=True,
    preempts=True,
    outside_run=True,
    spec="events/lifecycle#the-run",
)
def event_after_run_finished(world: World, event: Event) -> Faults:
    if world.runs.active is not None or event.type in _MAY_FOLLOW:
        return ()
    last = world.runs.current
    if last is None or last.ending is RunStatus.FAILED:
        return ()
    if world.losses.unread or was_left_open(world, event, last):
        return ()
    again = "a second " if event.type == "RUN_FINISHED" else ""
    message = f"{again}{event.type} came after {run_name(last)} had finished (event {last.ended})"
    return (Fault(message, related=last.ended, key=last.index),)
