"""A tool call that waited for an answer got its result without one.

What it checks
    TOOL_CALL_RESULT for a call that an interrupt of the run before is about (its ``toolCallId``),
    when the request has no entry for that interrupt.
Why it matters
    An interrupt on a call is an approval. A result without an answer means that the tool ran though
    nobody said yes, or that the agent took silence for a no.
What to do
    Run the tool only on an entry that is resolved, drop it only on one that is cancelled, and
    else ask again with the same interrupt.
Spec
    basic/patterns/interrupt-resume: an agent does not perform what waits on the strength of a
    missing entry, nor take it for abandoned. What a result means nobody can see, hence a warning.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.open_interrupts import left_unanswered
from wirelab.rules.phrases import run_name
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("INT008", Severity.WARNING, "TOOL_CALL_RESULT", spec="basic/patterns/interrupt-resume")
def acted_without_answer(world: World, event: Event) -> Faults:
    call_id, left = event.payload["toolCallId"], left_unanswered(world)
    for interrupt in left.interrupts if left is not None else ():
        if left is not None and interrupt.get("toolCallId") == call_id:
            yield Fault(
                f"tool call {quote(call_id)} has a result, but the request gave no answer to "
                f"interrupt {quote(interrupt['id'])}, by which {run_name(left.run)} asked about it",
                pointer="/toolCallId",
                related=left.run.ended,
                key=(world.run_index, call_id),
            )
