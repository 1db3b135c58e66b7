"""The reference client rejects a subagent whose parent was not announced.

What it checks
    SUBAGENT_STARTED where unknown-parent reports an error, which a client may live with. One
    finding an exchange.
Why it matters
    The stream ends there for everybody who uses that client.
What to do
    Announce the parent first, or leave ``parentSubagentRunId`` out.
Spec
    events/subagents: the producer is to name one that was announced in the run. @ag-ui/client 1.0.0
    insists.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.subagents.unknown_parent import unknown_parent
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event(
    "REF022",
    Severity.NOTE,
    "SUBAGENT_STARTED",
    member="parentSubagentRunId",
    spec="events/subagents",
    opinion=True,
)
def unknown_parent_rejected(world: World, event: Event) -> Faults:
    if world.refused or not any(True for _ in unknown_parent.check(world, event)):
        return ()
    parent = quote(event.payload["parentSubagentRunId"])
    message = f"{CLIENT}: rejects the stream here, parent {parent} was not announced"
    return (Fault(message, pointer="/parentSubagentRunId", key=world.runs.exchange),)
