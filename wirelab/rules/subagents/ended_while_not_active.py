"""A SUBAGENT_FINISHED or SUBAGENT_ERROR names a subagent that is not active.

What it checks
    The subagentRunId against the subagents that were announced in this run and have not ended.
Why it matters
    Clients reject the stream: nothing is there to end. Usually the end is sent twice, on success
    and again in a clean-up, or an agent that was never announced is ended.
What to do
    End each announced invocation exactly once. Do not end what was only attributed.
Spec
    events/subagents (lifecycle): only an active invocation is finished or failed.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.open_items import explained
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote, quoted_listing
from wirelab.session.event import Event


@on_event(
    "SUB004",
    Severity.ERROR,
    "SUBAGENT_FINISHED",
    "SUBAGENT_ERROR",
    fatal=True,
    spec="events/subagents",
)
def ended_while_not_active(world: World, event: Event) -> Faults:
    subagent_id, subagents = event.payload["subagentRunId"], world.subagents
    earlier = subagents.of_run.get(subagent_id)
    if subagent_id in subagents.active or explained(world, "subagent"):
        return ()
    attributed = subagents.first_attribution.get(subagent_id)
    if earlier is not None:
        related = earlier.closed
        why = f"it already ended ({earlier.ending} at event {earlier.closed})"
    elif attributed is not None:
        related = attributed
        why = f"it was never announced, only attributed from event {attributed} on"
    else:
        related = None
        names = quoted_listing(subagents.active)
        why = "this run did not announce it" + (f" (active: {names})" if names else "")
    return (
        Fault(
            f"{event.type} for subagent {quote(subagent_id)}, which is not active: {why}",
            pointer="/subagentRunId",
            related=related,
        ),
    )
