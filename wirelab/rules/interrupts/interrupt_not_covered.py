"""The run before waits for answers, and the next input of its thread does not give them all.

What it checks
    After a run that ended with interrupts, ``resume`` of the thread's next input has an entry for
    each: resolved, or cancelled. So too when that input brings a new message and no ``resume`` at
    all; and again, for what is still open, when the run so started fails.
Why it matters
    Leaving an interrupt out is not a way to abandon it. Agents that notice refuse the run; agents
    that do not go on as if nobody had been asked.
What to do
    Hold the user's new message until every interrupt has an answer, and send all answers at once.
    To drop a question, send an entry with the status "cancelled".
Spec
    basic/patterns/interrupt-resume: the client covers every interrupt of the run it continues, and
    refuses to send an input that does not. Once a run of the thread has succeeded, nothing more is
    asked for, whatever it left out.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.open_interrupts import answers, waiting_before
from wirelab.rules.phrases import run_name
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.sent_history import is_malformed
from wirelab.rules.wording import quoted_listing


@on_request("INT001", Severity.ERROR, spec="basic/patterns/interrupt-resume#resuming")
def interrupt_not_covered(world: World, sent: SentInput) -> Faults:
    waiting = waiting_before(world, sent.run_input)
    if sent.run_input is None or waiting is None or is_malformed(sent, "/resume"):
        return ()
    answered = answers(sent.run_input)
    missing = [each["id"] for each in waiting.interrupts if each["id"] not in answered]
    if not missing:
        return ()
    waits = "interrupt {} waits" if len(missing) == 1 else "interrupts {} wait"
    message = (
        f"{waits.format(quoted_listing(missing))} for an answer since {run_name(waiting.run)}, and "
        f"{'resume has no entry for it' if sent.run_input.resume else 'the input has no resume'}"
    )
    return (Fault(message, pointer="/resume", related=waiting.run.ended),)
