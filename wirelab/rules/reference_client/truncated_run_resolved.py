"""The reference client takes this truncated run for a success.

What it checks
    The body closed cleanly under a run, and nothing before made the client fail.
Why it matters
    Whoever builds on that client sees a finished run with half an answer, and no error.
What to do
    Send RUN_FINISHED or RUN_ERROR on every way out of the agent. In an application, do not take the
    end of the call for success: look for the terminal event.
Spec
    basic/transports: a truncated run must not be reported as a success. @ag-ui/client 1.0.0
    resolves; when the connection breaks instead, it fails.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import run_name
from wirelab.rules.reading_by_client import CLIENT, reads_to_the_end
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.wire.frame import Frame, FrameKind


@on_frame(
    "REF001", Severity.NOTE, FrameKind.CLOSED, spec="basic/transports#truncation", opinion=True
)
def truncated_run_resolved(world: World, frame: Frame) -> Faults:
    run = world.runs.active
    if run is None or not reads_to_the_end(world, frame):
        return ()
    return (Fault(f"{CLIENT}: resolves {run_name(run)}, which is truncated, as a success"),)
