"""A subagent is announced under a parent that this run has not announced.

What it checks
    parentSubagentRunId of every SUBAGENT_STARTED against the subagents announced in this run, also
    those that ended since.
Why it matters
    The client cannot place the subagent in the tree. No client rejects it.
What to do
    Announce the parent first, or leave parentSubagentRunId out when the parent agent itself calls.
    It takes the parent's subagentRunId, not a run id or a name.
Spec
    events/subagents (nesting): the parent named has been announced in this run.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote, quoted_listing
from wirelab.session.event import Event


@on_event("SUB005", Severity.ERROR, "SUBAGENT_STARTED", spec="events/subagents")
def unknown_parent(world: World, event: Event) -> Faults:
    payload, announced = event.payload, world.subagents.of_run
    parent_id = payload.get("parentSubagentRunId")
    if parent_id is None or parent_id in announced:
        return ()
    run = world.runs.active
    if parent_id == payload["subagentRunId"]:
        why = "itself"
    elif run is not None and parent_id == run.run_id:
        why = "which is the run's own runId"
    else:
        names = quoted_listing(announced)
        why = "which this run has not announced" + (f" (announced: {names})" if names else "")
    return (
        Fault(
            f"subagent {quote(payload['subagentRunId'])} names the parent {quote(parent_id)}, "
            f"{why}",
            pointer="/parentSubagentRunId",
        ),
    )
