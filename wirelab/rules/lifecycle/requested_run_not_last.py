"""The run that was asked for is on the stream, but another one came after it.

What it checks
    Where a stream holds several runs, the one with the request's ``runId`` is the last of them.
    Silent where that run never ended because the next began inside of it, which is reported at
    that place.
Why it matters
    Earlier runs on a stream are history, the last is the answer. A client that takes the last one
    as its answer takes the wrong one.
What to do
    Replay the thread first and run what was asked for last. If work continues in a further run,
    let the client ask for it.
Spec
    basic/run-input: describes the requested run as the last of the exchange without demanding it,
    hence a warning.
"""

from __future__ import annotations

from wirelab.projections.runs import RunStatus
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import quote
from wirelab.wire.frame import Frame, FrameKind


@on_frame("RUN010", Severity.WARNING, FrameKind.CLOSED, spec="basic/run-input#identity")
def requested_run_not_last(world: World, frame: Frame) -> Faults:
    wanted = world.input.run_id if world.input is not None else None
    runs = world.runs.of_exchange
    if wanted is None or not runs or runs[-1].run_id == wanted:
        return ()
    asked = next((run for run in reversed(runs) if run.run_id == wanted), None)
    if asked is None or asked.ending is RunStatus.TRUNCATED or asked.hung_up:
        return ()
    message = f"after run {quote(wanted)}, which was asked for, came run {quote(runs[-1].run_id)}"
    return (Fault(message, related=runs[-1].started),)
