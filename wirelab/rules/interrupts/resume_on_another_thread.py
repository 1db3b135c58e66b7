"""``resume`` answers what another thread asked.

What it checks
    An input of a thread that this session has not seen before answers exactly the interrupts that
    the run just before, of another thread, waits for.
Why it matters
    The agent finds nothing to continue on the new thread: it starts from nothing, or takes the
    answer for something else. The old thread waits for ever.
What to do
    Send the resume with the threadId of the run that asked, and with a new runId. Typical cause: a
    client that makes a thread for each request.
Spec
    basic/patterns/interrupt-resume: the run that continues has the same threadId. Our choice: a
    warning, and only where nothing but the thread differs, for ids of interrupts may be used on
    more than one thread.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.open_interrupts import is_interrupted
from wirelab.rules.phrases import run_name
from wirelab.rules.resume_entries import entries
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.wording import quote, quoted_listing


@on_request("INT005", Severity.WARNING, spec="basic/patterns/interrupt-resume#resuming")
def resume_on_another_thread(world: World, sent: SentInput) -> Faults:
    answered = {interrupt_id for _, _, interrupt_id in entries(sent)}
    thread_id = sent.run_input.thread_id if sent.run_input is not None else None
    run = world.runs.last
    if not answered or thread_id is None or run is None or not is_interrupted(run):
        return ()
    if thread_id in world.runs.last_on or answered != {each["id"] for each in run.interrupts}:
        return ()
    message = (
        f"resume answers {quoted_listing(sorted(answered))} on thread {quote(thread_id)}, but "
        f"{run_name(run)} asked on thread {quote(run.thread_id)}"
    )
    return (Fault(message, pointer="/threadId", related=run.ended),)
