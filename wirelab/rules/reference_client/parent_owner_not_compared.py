"""The reference client does not see that a call and its parent message have two owners.

What it checks
    TOOL_CALL_START where parent-of-another-owner reports an error, and the call itself has no
    ``subagentRunId`` or its parent is no assistant's message. (Any other it rejects, too.) One
    finding an exchange.
Why it matters
    The call shows under one owner and its result under the other.
What to do
    Tag the call as its parent message is tagged, or name another parent.
Spec
    events/tool-calls: a call and its parent message have one owner. @ag-ui/client 1.0.0 compares
    only what is tagged, and puts a call whose parent is no assistant's elsewhere.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.tool_calls.parent_of_another_owner import parent_of_another_owner
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event(
    "REF012",
    Severity.NOTE,
    "TOOL_CALL_START",
    spec="events/tool-calls",
    opinion=True,
)
def parent_owner_not_compared(world: World, event: Event) -> Faults:
    parent = world.messages.find(event.payload.get("parentMessageId"))
    if parent is None or world.refused:
        return ()
    if event.owner is not None and parent.role == "assistant":
        return ()
    if not any(True for _ in parent_of_another_owner.check(world, event)):
        return ()
    why = "calls with a subagentRunId" if event.owner is None else "messages of an assistant"
    return (
        Fault(
            f"{CLIENT}: goes on, for parent {quote(parent.id)}; it compares owners only of {why}",
            pointer="/parentMessageId",
            key=world.runs.exchange,
        ),
    )
