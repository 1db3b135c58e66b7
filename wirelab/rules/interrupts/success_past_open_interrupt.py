"""A run ended as a success although an interrupt was left without an answer.

What it checks
    The requested run, when its request left out an interrupt of the run it continues
    (interrupt-not-covered): it does not finish as a success. An interrupt whose tool call the run
    answered is another rule's (acted-without-answer).
Why it matters
    To the client the thread looks finished: nobody is asked again, and what waited for approval is
    neither done nor refused.
What to do
    Finish with the open interrupt once more, so that the client can answer it; or refuse the input,
    by an HTTP status or a RUN_ERROR, before any work is done.
Spec
    basic/patterns/interrupt-resume: an agent that knows an interrupt to be open neither acts on it
    nor ends as a success. One that keeps nothing between runs cannot know, hence a warning.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.open_interrupts import left_unanswered
from wirelab.rules.phrases import run_name
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quoted_listing
from wirelab.session.event import Event


@on_event("INT007", Severity.WARNING, "RUN_FINISHED", spec="basic/patterns/interrupt-resume")
def success_past_open_interrupt(world: World, event: Event) -> Faults:
    outcome = event.payload.get("outcome") or {}
    run, run_input = world.runs.active, world.input
    if run is None or run_input is None or run.run_id != run_input.run_id:
        return ()
    left = left_unanswered(world)
    if left is None or outcome.get("type", "success") != "success":
        return ()
    calls = world.tool_calls.by_id
    ids = [
        interrupt["id"]
        for interrupt in left.interrupts
        if (call := calls.get(interrupt.get("toolCallId", ""))) is None or call.result is None
    ]
    if not ids:
        return ()
    message = (
        f"{run_name(run)} ended as a success, but the request gave no answer to "
        f"{quoted_listing(ids)}, which {run_name(left.run)} asked for"
    )
    return (Fault(message, pointer="/outcome", related=left.run.ended),)
