"""A tool call ends without any argument text.

What it checks
    At TOOL_CALL_END, whether any arguments came: by TOOL_CALL_ARGS or by a snapshot.
Why it matters
    An empty string is not JSON, so a client that parses it fails, although the call most likely
    means "no arguments". Sometimes the arguments came together with the tool's name and the
    adapter lost them.
What to do
    Send one TOOL_CALL_ARGS with "{}" for a call without arguments. If the tool has parameters,
    look for the fragment that was dropped.
Spec
    events/tool-calls: argument text may be anything, also nothing.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("TOL005", Severity.NOTE, "TOOL_CALL_END", spec="events/tool-calls")
def arguments_empty(world: World, event: Event) -> Faults:
    call = world.tool_calls.open.get(event.payload["toolCallId"])
    if call is None or call.held_arguments.strip():
        return ()
    return (
        Fault(
            f"tool call {quote(call.id)} ({quote(call.name)}) ended without any argument text; "
            'a call without arguments is best sent as "{}"',
            related=call.opened,
            key=(world.run_index, call.id),
        ),
    )
