"""A SUBAGENT_STARTED reuses the id of a subagent that ended in this run.

What it checks
    The subagentRunId of every announcement against those that finished, were suspended or failed
    earlier in the run. In a later run the id may appear again: that continues a suspended
    invocation.
Why it matters
    The id stands for one invocation. Clients reject a second one in the run, because its events
    would be mixed up with the first one's.
What to do
    Make a new id for every invocation, also of the same subagent.
Spec
    events/subagents (attribution, lifecycle): an id is not reused for a second invocation within
    a run.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("SUB003", Severity.ERROR, "SUBAGENT_STARTED", fatal=True, spec="events/subagents")
def reused_after_end(world: World, event: Event) -> Faults:
    subagent = world.subagents.of_run.get(event.payload["subagentRunId"])
    if subagent is None or subagent.closed is None:
        return ()
    return (
        Fault(
            f"subagent {quote(subagent.id)} is started again in the run in which it ended "
            f"({subagent.ending} at event {subagent.closed}); a new invocation needs a new id",
            pointer="/subagentRunId",
            related=subagent.closed,
        ),
    )
