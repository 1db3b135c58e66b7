"""The run that was asked for is not on the stream.

What it checks
    One run of the stream carries the ``runId`` of the request. Asked at the end of the stream;
    silent when the stream broke off inside a run (the missing one may have been next), and when a
    run without an id (a lone RUN_ERROR, a run without RUN_STARTED) may have been it.
Why it matters
    Whoever sent the request waits for that id: logs, results and a later ``parentRunId`` no longer
    fit together.
What to do
    Echo the request's runId on RUN_STARTED and RUN_FINISHED instead of making one.
Spec
    basic/run-input: the requested run echoes the input's runId. Clients do not refuse the stream.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import listing, quote
from wirelab.wire.frame import Frame, FrameKind


@on_frame("RUN009", Severity.ERROR, FrameKind.CLOSED, spec="basic/run-input#identity")
def requested_run_missing(world: World, frame: Frame) -> Faults:
    wanted = world.input.run_id if world.input is not None else None
    runs = world.runs.of_exchange
    if wanted is None or not runs or world.runs.active is not None:
        return ()
    if any(run.run_id is None or wanted in (run.run_id, run.finished_as) for run in runs):
        return ()  # where only one of the two is wrong, run-boundaries-disagree tells
    came = listing([quote(run.run_id) for run in runs[:4]])
    more = f" and {len(runs) - 4} more" if len(runs) > 4 else ""
    message = f"the request asked for run {quote(wanted)}, and the stream had only {came}{more}"
    return (Fault(message, related=runs[-1].started),)
