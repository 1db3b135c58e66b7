"""The reference client fails, because the connection broke after the run was over.

What it checks
    The transport ended in a reset when the last run had its terminal event.
Why it matters
    All of the answer arrived, and the application gets an error: a failed run if the last event was
    RUN_FINISHED, and another message than the agent's own if it was RUN_ERROR. On Node the whole
    process ends besides, as after every connection that breaks while the client reads: it leaves a
    rejection that no caller can catch.
What to do
    Close the body properly. Servers that raise after the last event, or exit, reset it. An
    application on Node listens to its process's unhandledRejection.
Spec
    basic/transports: what the terminal event said is what became of the run. @ag-ui/client 1.0.0
    rejects the call all the same.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import how_it_ended, run_name
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.wire.frame import Frame, FrameKind


@on_frame(
    "REF011", Severity.NOTE, FrameKind.CLOSED, spec="basic/transports#truncation", opinion=True
)
def reset_after_end_fails(world: World, frame: Frame) -> Faults:
    last = world.runs.current
    if last is None or world.runs.active is not None or how_it_ended(frame) != "reset":
        return ()
    if world.refused:
        return ()
    return (
        Fault(
            f"{CLIENT}: fails, though {run_name(last)} was over when the connection broke",
            related=last.ended,
        ),
    )
