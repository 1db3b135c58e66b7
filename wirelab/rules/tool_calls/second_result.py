"""A tool call that already has a result is answered again.

What it checks
    Every TOOL_CALL_RESULT against the result its call has: streamed before, restated by a
    snapshot, or carried by the input. Where the input carried the call and the stream started it
    again, history-restreamed has said so and this rule is silent.
Why it matters
    The client keeps both tool messages, or the later one only. Model providers refuse a history
    with two answers to one call.
What to do
    Send one result a call. Do not send again what the client itself answered.
Spec
    events/tool-calls: a result is a message of its own and answers one call.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("TOL008", Severity.WARNING, "TOOL_CALL_RESULT", spec="events/tool-calls")
def second_result(world: World, event: Event) -> Faults:
    call = world.tool_calls.by_id.get(event.payload["toolCallId"])
    if call is None or call.result is None:
        return ()
    if call.origin == "input" and call.opened is not None:
        return ()
    earlier, message_id = call.result, event.payload["messageId"]
    where = "the input" if earlier.event is None else f"event {earlier.event}"
    same = "the same content" if earlier.content == event.payload["content"] else "other content"
    return (
        Fault(
            f"tool call {quote(call.id)} ({quote(call.name)}) already has the result "
            f"{quote(earlier.message_id)} from {where}; this one, {quote(message_id)}, "
            f"has {same}",
            pointer="/toolCallId",
            related=earlier.event,
        ),
    )
