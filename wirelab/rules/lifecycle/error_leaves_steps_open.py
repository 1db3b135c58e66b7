"""RUN_ERROR came while steps or announced subagents were still open.

What it checks
    Which steps were not finished and which announced subagents had not ended when the run failed:
    one warning that names them.
Why it matters
    The stream is legal, RUN_ERROR ends everything. But a display that draws steps and subagents
    keeps them spinning unless it closes them itself.
What to do
    On the way out of a failing step or subagent send STEP_FINISHED or SUBAGENT_ERROR, then
    RUN_ERROR. That also tells the reader where it failed.
Spec
    events/lifecycle: a client is owed a notice about steps and subagents an error leaves open.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.open_items import name_items, open_work
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.session.event import Event


@on_event("RUN012", Severity.WARNING, "RUN_ERROR", spec="events/lifecycle#run_error")
def error_leaves_steps_open(world: World, event: Event) -> Faults:
    items = list(open_work(world)) if world.runs.active is not None else []
    if not items:
        return ()
    return (Fault(f"the run failed and left {name_items(items)}", related=items[0].opened),)
