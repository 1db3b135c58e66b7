"""The reference client does not mind that a subagent is announced late.

What it checks
    SUBAGENT_STARTED where announced-late reports an error. One finding an exchange.
Why it matters
    What came before has no name there until the announcement, and no error says so.
What to do
    Announce a subagent before anything of its.
Spec
    events/subagents: the announcement comes first. @ag-ui/client 1.0.0 accepts it at any time.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.subagents.announced_late import announced_late
from wirelab.session.event import Event


@on_event("REF018", Severity.NOTE, "SUBAGENT_STARTED", spec="events/subagents", opinion=True)
def late_announcement_accepted(world: World, event: Event) -> Faults:
    if world.refused or not any(True for _ in announced_late.check(world, event)):
        return ()
    message = f"{CLIENT}: takes the announcement late as well as early"
    return (Fault(message, pointer="/subagentRunId", key=world.runs.exchange),)
