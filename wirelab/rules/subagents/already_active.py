"""A SUBAGENT_STARTED names a subagent that is still active.

What it checks
    The subagentRunId of every announcement against the subagents that are active.
Why it matters
    The id stands for one invocation. A client cannot tell a second one from a repeated
    announcement and rejects the stream.
What to do
    Give every invocation an id of its own, also when the same subagent is called again.
Spec
    events/subagents (lifecycle): an id that is active is not announced again.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("SUB002", Severity.ERROR, "SUBAGENT_STARTED", fatal=True, spec="events/subagents")
def already_active(world: World, event: Event) -> Faults:
    subagent = world.subagents.active.get(event.payload["subagentRunId"])
    if subagent is None or world.losses.has_closer("subagent"):
        return ()
    return (
        Fault(
            f"subagent {quote(subagent.id)} is already active: announced at event "
            f"{subagent.opened} as {quote(subagent.name)}, now as "
            f"{quote(event.payload['name'])}",
            pointer="/subagentRunId",
            related=subagent.opened,
        ),
    )
