"""The answer to an interrupt is not of the shape that was asked for.

What it checks
    The ``payload`` of each resolved entry against the ``responseSchema`` of its interrupt, a JSON
    Schema. A payload that is missing counts, if the schema would not take null either. A schema
    that is broken or refers to something outside says nothing.
Why it matters
    The protocol carries the schema without looking at it, so this is legal. Many agents check, and
    answer with an error instead of going on; those that do not act on half an answer.
What to do
    Build the form from the responseSchema, and send what it asks for: true and not "yes".
Spec
    basic/patterns/interrupt-resume: responseSchema describes the answer that is expected. Hence a
    note.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.protocol.parameter_schema import mismatches
from wirelab.rules.finding import Severity
from wirelab.rules.resume_entries import answered_interrupts
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.wording import quote


@on_request("INT006", Severity.NOTE, spec="basic/patterns/interrupt-resume#interrupting")
def answer_misses_schema(world: World, sent: SentInput) -> Faults:
    for pointer, entry, interrupt, run in answered_interrupts(world, sent):
        if entry.get("status") != "resolved" or "responseSchema" not in interrupt:
            continue
        why = mismatches(interrupt["responseSchema"], entry.get("payload"))
        if not why:
            continue
        words = "; ".join(why) if "payload" in entry else "there is none"
        yield Fault(
            f"the payload for interrupt {quote(interrupt['id'])} does not match its "
            f"responseSchema: {words}",
            pointer=f"{pointer}/payload" if "payload" in entry else pointer,
            related=run.ended,
        )
