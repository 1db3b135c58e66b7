"""A run began under an id that an earlier run of the same thread had.

What it checks
    A ``runId`` names one run of a thread. Within one stream any repetition is a fault; across the
    requests of a conversation only if it is the requested run, for a stream may replay runs that
    an earlier one delivered.
Why it matters
    Usage, results and interrupts are kept by run: two runs under one id overwrite each other.
What to do
    Make a new runId for each request, also when a request is sent again after a failure; in the
    agent, echo it and do not keep it across requests.
Spec
    basic/run-input: identifiers of runs are unique in their thread. Clients do not refuse the
    stream.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("RUN011", Severity.ERROR, "RUN_STARTED", spec="basic/run-input#identity")
def run_id_reused(world: World, event: Event) -> Faults:
    run_id, runs = event.payload.get("runId"), world.runs
    earlier = runs.find(event.payload.get("threadId"), run_id)
    if earlier is None or earlier is runs.active:
        return ()
    if earlier.exchange != runs.exchange:
        requested = world.input.run_id if world.input is not None else None
        if requested != run_id:
            return ()
    message = f"runId {quote(run_id)} was the id of an earlier run (event {earlier.started})"
    return (Fault(message, pointer="/runId", related=earlier.started),)
