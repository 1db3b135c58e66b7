"""The agent answers a call to a tool that the client advertised.

What it checks
    Every TOOL_CALL_RESULT: whether its call names a tool in the input's ``tools``. Repeating an
    answer that the client itself sent in the input is another fault (second-result).
Why it matters
    An advertised tool is the application's to execute. With a result in the stream the client
    shows, and the model reads, an answer that nobody gave.
What to do
    Finish the run with the call unanswered, as success, and name it in ``pendingToolCallIds``. The
    next input brings the answer as a tool message. An agent that executes the tool itself must not
    have it advertised.
Spec
    events/tool-calls (frontend tools): no TOOL_CALL_RESULT for such a call.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("TOL010", Severity.ERROR, "TOOL_CALL_RESULT", spec="events/tool-calls")
def frontend_tool_answered(world: World, event: Event) -> Faults:
    call = world.tool_calls.by_id.get(event.payload["toolCallId"])
    if call is None or world.input is None or call.name not in world.input.tools:
        return ()
    if call.result is not None and call.result.event is None:
        return ()
    return (
        Fault(
            f"the agent answers tool call {quote(call.id)}, but {quote(call.name)} is a tool the "
            "input advertises: only the application may answer it",
            pointer="/toolCallId",
            related=call.opened,
        ),
    )
