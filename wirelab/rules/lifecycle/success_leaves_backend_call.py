"""A run ended as a success with a call to a backend tool unanswered.

What it checks
    When the request is known, a run that finishes as a success has a result for every call it
    started, except for calls to tools that the request advertised (the client answers those) and
    calls listed in ``pendingToolCallIds``.
Why it matters
    Legal, and often a lost approval: a framework that pauses for a human, and says so only in a
    RAW or CUSTOM event, looks finished to every client, and nobody can resume it.
What to do
    If the run waits for an answer, finish with an outcome of type "interrupt". If the tool did
    run, send its TOOL_CALL_RESULT.
Spec
    basic/patterns/interrupt-resume: what waits for a human is an interrupt. Nothing forbids this,
    hence a note.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.lifecycle.pending_calls_disagree import unanswered
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import listing, quote
from wirelab.session.event import Event


@on_event("RUN020", Severity.NOTE, "RUN_FINISHED", spec="basic/patterns/interrupt-resume")
def success_leaves_backend_call(world: World, event: Event) -> Faults:
    run, outcome = world.runs.active, event.payload.get("outcome") or {}
    if run is None or world.input is None or outcome.get("type", "success") != "success":
        return ()
    listed = outcome.get("pendingToolCallIds") or ()
    calls = [
        call
        for call_id in unanswered(world, run)
        if (call := world.tool_calls.by_id[call_id]).name not in world.input.tools
        and call_id not in listed
    ]
    if not calls:
        return ()
    names = listing([f"{quote(call.id)} ({quote(call.name)})" for call in calls])
    which = "which is no tool" if len(calls) == 1 else "which are no tools"
    message = f"the run ended as a success with no result for {names}, {which} of the client's"
    return (Fault(message, related=calls[0].opened),)
