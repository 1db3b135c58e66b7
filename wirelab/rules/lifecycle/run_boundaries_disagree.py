"""RUN_FINISHED names another run or another thread than the RUN_STARTED it closes.

What it checks
    ``runId`` and ``threadId`` are the same on a run's two boundary events.
Why it matters
    The outcome of another run is not this run's outcome. Older clients never compared the two, so
    the fault goes unseen until results are filed or resumed by id.
What to do
    Keep the ids of the request and put them on both events. Usual cause: RUN_FINISHED is built
    from the framework's own run or conversation id.
Spec
    basic/run-input: a run's boundary events carry one identity.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("RUN007", Severity.ERROR, "RUN_FINISHED", fatal=True, spec="basic/run-input#identity")
def run_boundaries_disagree(world: World, event: Event) -> Faults:
    run = world.runs.active
    if run is None:
        return
    for member, started in (("runId", run.run_id), ("threadId", run.thread_id)):
        given = event.payload.get(member)
        if member == "threadId" and world.input is not None and given == world.input.thread_id:
            continue  # then RUN_STARTED is the one on another thread, as thread-changed has told
        if started is not None and given != started:
            yield Fault(
                f"RUN_FINISHED says {member} {quote(given)}, RUN_STARTED had said {quote(started)}"
                + (likely("framework-run-id") if member == "runId" else ""),
                pointer=f"/{member}",
                related=run.started,
            )
