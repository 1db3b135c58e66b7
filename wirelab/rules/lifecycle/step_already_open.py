"""STEP_STARTED names a step that is already open.

What it checks
    A step is open at most once for each owner. The parent run and every subagent count for
    themselves, so two subagents may be in a step of the same name at once.
Why it matters
    Steps are matched by name: with two open under one name, the first STEP_FINISHED closes both
    or either. Clients refuse the stream.
What to do
    Finish the step before starting it again. For a step that runs inside of itself, or several
    times in parallel, put a number into the name.
Spec
    events/lifecycle: steps are matched by stepName within their owner.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import owner_name
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("STP001", Severity.ERROR, "STEP_STARTED", fatal=True, spec="events/lifecycle#steps")
def step_already_open(world: World, event: Event) -> Faults:
    name = event.payload.get("stepName", "")
    step = world.steps.open.get((event.owner, name))
    if step is None or world.losses.has_closer("step"):
        return ()
    whose = "" if event.owner is None else f" of {owner_name(event.owner)}"
    message = f"step {quote(name)}{whose} was already open (since event {step.opened})"
    return (Fault(message, pointer="/stepName", related=step.opened),)
