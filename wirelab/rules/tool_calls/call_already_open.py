"""A TOOL_CALL_START names a tool call that is still open.

What it checks
    Every TOOL_CALL_START against the calls whose arguments are still streaming, also those that a
    chunk opened. The same id may start again only after its TOOL_CALL_END.
Why it matters
    A client cannot tell a second call from a repeated start: it rejects the stream here, and
    nothing that follows reaches the application. Usually two different calls share one id.
What to do
    Give each call an id of its own, or send TOOL_CALL_END before the call is started again.
Spec
    events/tool-calls, basic/patterns/streaming: an item that is open is not opened again.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("TOL001", Severity.ERROR, "TOOL_CALL_START", fatal=True, spec="events/tool-calls")
def call_already_open(world: World, event: Event) -> Faults:
    call_id, name = event.payload["toolCallId"], event.payload["toolCallName"]
    call = world.tool_calls.open.get(call_id)
    if call is None or world.losses.has_closer("call"):
        return ()
    message = f"tool call {quote(call_id)} is already open since event {call.opened}"
    if name != call.name:
        message += (
            f": that start names the tool {quote(call.name)}, this one {quote(name)}, "
            "so two calls may share one id"
        )
    else:
        message += f" for the same tool {quote(name)}"
    return (Fault(message, pointer="/toolCallId", related=call.opened),)
