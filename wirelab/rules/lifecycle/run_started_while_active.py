"""RUN_STARTED came while another run was still active.

What it checks
    A run begins only when none is active on the stream. After RUN_FINISHED or RUN_ERROR the next
    RUN_STARTED is legal: that is how a thread is replayed.
Why it matters
    Clients refuse the stream here. Runs do not nest, and there is no telling which of the two the
    following events would belong to.
What to do
    Look for two layers that both announce the run (a framework and its wrapper), or for a run
    whose RUN_FINISHED was forgotten. Delegated work is announced with SUBAGENT_STARTED, not with a
    run of its own.
Spec
    events/lifecycle: one active run a stream at a time. Our choice for judging on: a RUN_STARTED
    that repeats the active run's ids is taken as a repetition of its start, any other as the end
    of the run before it.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import run_name
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("RUN002", Severity.ERROR, "RUN_STARTED", fatal=True, spec="events/lifecycle#run_started")
def run_started_while_active(world: World, event: Event) -> Faults:
    active = world.runs.active
    if active is None or active.implicit or world.losses.unread:
        return ()
    if event.payload.get("runId") == active.run_id:
        message = f"{run_name(active)} was started a second time, while it was active"
    else:
        given = quote(event.payload.get("runId"))
        message = f"run {given} was started while {run_name(active)} was still active"
    return (Fault(f"{message} (since event {active.started})", related=active.started),)
