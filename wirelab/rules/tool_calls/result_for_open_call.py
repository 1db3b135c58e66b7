"""A tool call is answered while its arguments are still streaming.

What it checks
    Every TOOL_CALL_RESULT against the calls that are open at that moment.
Why it matters
    The result of a call that is not complete belongs to something else: to another call, or to an
    earlier attempt. A client carries on and shows a result beside half a call.
What to do
    Send TOOL_CALL_END before the result, also when the tool fails early.
Spec
    events/tool-calls: closing a call says that its arguments are complete. The result does not
    close the call; the TOOL_CALL_END that follows is in order.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("TOL007", Severity.WARNING, "TOOL_CALL_RESULT", spec="events/tool-calls")
def result_for_open_call(world: World, event: Event) -> Faults:
    call = world.tool_calls.open.get(event.payload["toolCallId"])
    if call is None or world.losses.has_closer("call"):
        return ()  # or call-not-open has told of an end that was meant for another call
    return (
        Fault(
            f"the result of tool call {quote(call.id)} ({quote(call.name)}) comes while its "
            f"arguments still stream: started at event {call.opened}, no TOOL_CALL_END yet",
            pointer="/toolCallId",
            related=call.opened,
        ),
    )
