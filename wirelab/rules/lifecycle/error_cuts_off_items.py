"""RUN_ERROR came in the middle of a message, a tool call or reasoning.

What it checks
    Which messages, tool calls and reasoning were open when the run failed: one note that names
    them. What a chunk opened counts as closed, since RUN_ERROR closes it.
Why it matters
    Perfectly legal, and worth knowing: the text shown is half an answer, and the arguments of the
    call are probably no JSON.
What to do
    Nothing in the agent. A client may mark what was cut off.
Spec
    events/lifecycle: RUN_ERROR ends whatever is open.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.open_items import name_items, open_streams
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.session.event import Event


@on_event("RUN013", Severity.NOTE, "RUN_ERROR", spec="events/lifecycle#run_error")
def error_cuts_off_items(world: World, event: Event) -> Faults:
    items = list(open_streams(world)) if world.runs.active is not None else []
    if not items:
        return ()
    return (Fault(f"the run failed and cut off {name_items(items)}", related=items[0].opened),)
