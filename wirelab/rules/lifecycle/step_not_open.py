"""STEP_FINISHED names a step that is not open.

What it checks
    The step was started by the same owner (the parent run, or the subagent the event is tagged
    with) and is not finished yet.
Why it matters
    There is nothing to close, and clients refuse the stream. The step that was meant stays open;
    at RUN_FINISHED that is not told again.
What to do
    Compare the spelling of stepName and the subagentRunId of both events. A name from another
    request is a sign of state shared between runs.
Spec
    events/lifecycle, events/subagents: a step is finished by its owner, under its name.
"""

from __future__ import annotations

from itertools import islice

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.open_items import explained
from wirelab.rules.phrases import owner_name
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote, quoted_listing
from wirelab.session.event import Event

_MOST_LOOKED_AT = 100


@on_event("STP002", Severity.ERROR, "STEP_FINISHED", fatal=True, spec="events/lifecycle#steps")
def step_not_open(world: World, event: Event) -> Faults:
    name, steps = event.payload.get("stepName", ""), world.steps
    if (event.owner, name) in steps.open or explained(world, "step"):
        return ()
    pointer, related = "/stepName", None
    elsewhere = list(islice(steps.open.values(), _MOST_LOOKED_AT))
    before = steps.latest.get((event.owner, name))
    other = next((step for step in elsewhere if step.name == name), None)
    if other is not None:
        pointer, related = "/subagentRunId", other.opened
        hint = f"it is open for {owner_name(other.owner)}, not for {owner_name(event.owner)}"
    elif before is not None and before.run == world.run_index:
        related = before.closed
        hint = f"that was done at event {before.closed}, and it was not started again"
    elif elsewhere:
        names = quoted_listing([step.name for step in elsewhere])
        hint = f"it was not started in this run; open: {names}{likely('shared-agent')}"
    else:
        hint = "it was not started in this run"
    message = f"step {quote(name)} was finished, but {hint}"
    return (Fault(message, pointer=pointer, related=related),)
