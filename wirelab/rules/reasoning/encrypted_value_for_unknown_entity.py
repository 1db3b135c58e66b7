"""A REASONING_ENCRYPTED_VALUE names a message or tool call that nobody has seen.

What it checks
    ``entityId``, by ``subtype``: a tool call, or a message of any kind but activity, which cannot
    hold such a value. The entity has to be known when the event arrives. The value itself is never
    looked at, nor shown.
Why it matters
    The client has nowhere to keep the value, drops it, and cannot send it back: the model loses
    its reasoning on the next turn.
What to do
    Send the value behind the START of the message or call it belongs to, with exactly that id. A
    reasoning span is no entity.
Spec
    events/reasoning: an unknown entityId is warned about and never fails the run.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("RSN005", Severity.WARNING, "REASONING_ENCRYPTED_VALUE", spec="events/reasoning")
def encrypted_value_for_unknown_entity(world: World, event: Event) -> Faults:
    entity_id, of_call = event.payload["entityId"], event.payload["subtype"] == "tool-call"
    message = world.messages.find(entity_id)
    call = world.tool_calls.by_id.get(entity_id)
    if call is not None if of_call else message is not None and message.family != "activity":
        return ()
    if world.losses.has_closer("call" if of_call else "reasoning"):
        return ()  # it was never started, as the rule on its end has told
    hint = ""
    if of_call and message is not None:
        hint = '; a message has that id, so the subtype may have to be "message"'
    elif not of_call and call is not None:
        hint = '; a tool call has that id, so the subtype may have to be "tool-call"'
    elif not of_call and message is not None:
        hint = "; that is an activity message, which cannot hold one"
    elif entity_id in world.reasoning.last_by_id:
        hint = "; a reasoning span has that id, but a span holds no value"
    kind = "tool call" if of_call else "message"
    return (
        Fault(
            f"the encrypted value belongs to {kind} {quote(entity_id)}, which nobody has seen: "
            f"clients drop it{hint}",
            pointer="/entityId",
        ),
    )
