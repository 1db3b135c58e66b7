"""A tool call is attributed to one owner, the message that carries it to another.

What it checks
    A TOOL_CALL_START that begins a call and names a parentMessageId the client holds: whether
    both have the same subagentRunId, or both none.
Why it matters
    The call goes into that message. Under two owners it is shown as the work of the wrong agent,
    and clients that keep one lane an agent reject it.
What to do
    Tag the call like its message, or send it without parentMessageId.
Spec
    events/subagents (ownership): a call agrees with the message that carries it. An absent tag is
    the parent agent. Our choice: where a snapshot gave the message to somebody else after it
    streamed, either owner is accepted.
"""

from __future__ import annotations

from wirelab.projections.tool_calls import held_call
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import owner_name
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("TOL011", Severity.ERROR, "TOOL_CALL_START", fatal=True, spec="events/subagents")
def parent_of_another_owner(world: World, event: Event) -> Faults:
    payload = event.payload
    parent_id = payload.get("parentMessageId")
    if parent_id is None or held_call(world, payload["toolCallId"]) is not None:
        return ()
    parent = world.messages.find(parent_id)
    if parent is None or event.owner == parent.owner:
        return ()
    if parent.opened is not None and event.owner == parent.opener_owner:
        return ()  # whose it was when it streamed; a snapshot has made it another's since
    return (
        Fault(
            f"tool call {quote(payload['toolCallId'])} belongs to {owner_name(event.owner)}, "
            f"its parent message {quote(parent_id)} to {owner_name(parent.owner)}",
            pointer="/parentMessageId",
            related=parent.opened,
        ),
    )
