"""A subagent is announced after events were already attributed to it.

What it checks
    SUBAGENT_STARTED for an id that some earlier event of the run carries as its subagentRunId.
Why it matters
    Until then clients show a subagent without a name, or make up its start. No client rejects it.
What to do
    Send SUBAGENT_STARTED before the first event of the subagent, or never announce it.
Spec
    events/subagents (lifecycle): who announces an invocation does so before any event attributed
    to it. Attribution without any announcement is legal.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("SUB001", Severity.ERROR, "SUBAGENT_STARTED", spec="events/subagents")
def announced_late(world: World, event: Event) -> Faults:
    subagent_id = event.payload["subagentRunId"]
    first = world.subagents.first_attribution.get(subagent_id)
    if first is None or subagent_id in world.subagents.of_run:
        return ()
    return (
        Fault(
            f"subagent {quote(subagent_id)} ({quote(event.payload['name'])}) is announced late: "
            f"event {first} is already attributed to it",
            pointer="/subagentRunId",
            related=first,
        ),
    )
