"""The reference client renames a tool call that is reopened under another name.

What it checks
    TOOL_CALL_START with an id the client already holds, and another ``toolCallName``. One finding a
    call.
Why it matters
    The arguments of both are one text under the new name: another tool gets them.
What to do
    Give the second call an id of its own.
Spec
    basic/patterns/streaming: a reopened item keeps its name; a START that disagrees is warned
    about. @ag-ui/client 1.0.0 warns, and takes the new name.
"""

from __future__ import annotations

from wirelab.projections.tool_calls import held_call
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("REF015", Severity.NOTE, "TOOL_CALL_START", spec="basic/patterns/streaming", opinion=True)
def reopened_call_renamed(world: World, event: Event) -> Faults:
    call_id, name = event.payload["toolCallId"], event.payload["toolCallName"]
    call = held_call(world, call_id)
    if call is None or call.open or call.name == name or world.refused:
        return ()
    return (
        Fault(
            f"{CLIENT}: renames tool call {quote(call_id)} from {quote(call.name)} to "
            f"{quote(name)}, and appends its arguments",
            pointer="/toolCallName",
            related=call.opened,
            key=(world.runs.exchange, call_id),
        ),
    )
