"""The parentMessageId of a tool call names a message that is not an assistant's.

What it checks
    A TOOL_CALL_START that begins a call: the role of the message its parentMessageId names, where
    the client holds one of that id. Naming a message that does not exist yet is fine, the call
    then makes it.
Why it matters
    Only an assistant message can carry calls. A client puts the call into a message of its own
    instead, so it shows at another place than meant.
What to do
    Name the assistant message the call belongs to, or leave parentMessageId out.
Spec
    events/tool-calls: the parent is the assistant message that carries the call. Where the owners
    differ as well, parent-of-another-owner says so and this rule is silent.
"""

from __future__ import annotations

from wirelab.projections.tool_calls import held_call
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("TOL012", Severity.WARNING, "TOOL_CALL_START", spec="events/tool-calls")
def parent_not_assistant(world: World, event: Event) -> Faults:
    payload = event.payload
    parent_id = payload.get("parentMessageId")
    if parent_id is None or held_call(world, payload["toolCallId"]) is not None:
        return ()
    parent = world.messages.find(parent_id)
    if parent is None or parent.role == "assistant" or event.owner != parent.owner:
        return ()
    return (
        Fault(
            f"the parent of tool call {quote(payload['toolCallId'])}, message {quote(parent_id)}, "
            f"has the role {quote(parent.role)}; only an assistant message carries calls, so "
            "clients place the call elsewhere",
            pointer="/parentMessageId",
            related=parent.opened,
        ),
    )
