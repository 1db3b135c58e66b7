"""The arguments of a call to an advertised tool do not match the tool's parameters.

What it checks
    At TOOL_CALL_END, when the input advertised the tool with a JSON Schema as ``parameters`` and
    the arguments are JSON: whether they are valid by that schema. A schema that is itself broken,
    or that refers to other documents, is not judged.
Why it matters
    The application executes this call. It receives arguments that its own declaration rules out.
What to do
    Check what the model was told about the tool: the schema may have been shortened or renamed on
    the way. The application has to refuse such a call or ask again.
Spec
    events/tool-calls: arguments are untrusted input, to be validated against the declared schema.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.protocol import json_text
from wirelab.protocol.parameter_schema import mismatches
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("TOL006", Severity.NOTE, "TOOL_CALL_END", spec="events/tool-calls")
def arguments_miss_parameters(world: World, event: Event) -> Faults:
    call = world.tool_calls.open.get(event.payload["toolCallId"])
    tool = world.input.tools.get(call.name) if call is not None and world.input else None
    if call is None or tool is None or "parameters" not in tool:
        return ()
    try:
        arguments = json_text.parse(call.held_arguments).value
    except (json_text.NotJson, json_text.TooDeep):
        return ()
    found = mismatches(tool["parameters"], arguments)
    if not found:
        return ()
    return (
        Fault(
            f"the arguments of tool call {quote(call.id)} do not match the parameters that the "
            f"input declares for {quote(call.name)}: {'; '.join(found)}",
            related=call.opened,
        ),
    )
