"""An entry of ``resume`` names an interrupt that does not wait for an answer.

What it checks
    Each interruptId against the interrupts of the thread's most recent interrupted run, when this
    session has seen a run of the thread; and whether the request just before answered it already,
    and its run succeeded. Ids that wait on another thread are another rule's
    (resume-on-another-thread).
Why it matters
    An agent carries on without such an entry; one that does not compare ids takes it for the answer
    to whatever it asked last.
What to do
    Take the id from ``outcome.interrupts`` of the run that is continued, and send each answer once.
    A new id comes with each run that asks.
Spec
    basic/patterns/interrupt-resume: an entry names an interrupt of the run being continued; the
    agent goes on without one it does not know, with a warning.
"""

from __future__ import annotations

from wirelab.projections.runs import Run, RunStatus
from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.open_interrupts import answers, latest_interrupted
from wirelab.rules.phrases import run_name
from wirelab.rules.resume_entries import entries
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.wording import quote, quoted_listing


@on_request("INT003", Severity.WARNING, spec="basic/patterns/interrupt-resume#resuming")
def unknown_resume_entry(world: World, sent: SentInput) -> Faults:
    named = list(entries(sent))
    if not named or sent.run_input is None:
        return
    thread_id = sent.run_input.thread_id
    last = next(world.runs.back_on(thread_id), None)
    if last is None or last.rejected:
        return
    asking = latest_interrupted(world, thread_id)
    if asking is None and last.ending is not RunStatus.SUCCESS:
        return
    asked = [each["id"] for each in asking.interrupts] if asking is not None else []
    settled = _settled(world, last)
    for pointer, _, interrupt_id in named:
        if interrupt_id in asked and interrupt_id not in settled:
            continue
        if interrupt_id in asked:
            why = "the request before answered it already"
        elif asking is not None:
            why = f"{run_name(asking)} asked for {quoted_listing(asked)}"
        else:
            why = f"{run_name(last)} ended as a success and asked nothing"
        yield Fault(
            f"resume answers interrupt {quote(interrupt_id)}, which does not wait: {why}",
            pointer=f"{pointer}/interruptId",
            related=(asking or last).ended,
        )


def _settled(world: World, last: Run) -> set[str]:
    """What the request just before answered, where its run succeeded."""
    is_latest = last.exchange == world.runs.exchange and last.ending is RunStatus.SUCCESS
    return answers(world.input) if is_latest and world.input is not None else set()
