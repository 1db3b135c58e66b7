"""The stream ended while a run was still active: the run is truncated.

What it checks
    Every run ends by an event of its own, RUN_FINISHED or RUN_ERROR. When the body ends before it,
    however it ends, the run has no outcome. If it was this side that hung up, it is a note.
Why it matters
    A clean end of the body says nothing: a worker that was killed, a proxy with a time limit and a
    finished answer look the same. Many clients take it for success and show half an answer as the
    whole one. What had arrived stays.
What to do
    Send RUN_ERROR when the agent fails, and make sure that every way out of the handler sends a
    terminal event. If the agent did send it, look at what stands between: time limits, buffering,
    a last frame without its blank line (reported separately).
Spec
    basic/transports: a truncated run has no outcome and must not be reported as a success. Our
    choice: where no RUN_STARTED had come either, the missing end is a fault of its own.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.open_items import name_items, open_items
from wirelab.rules.phrases import ending, how_it_ended, run_name
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.wire.frame import Frame, FrameKind


@on_frame("RUN006", Severity.ERROR, FrameKind.CLOSED, spec="basic/transports#truncation")
def run_truncated(world: World, frame: Frame) -> Faults:
    run = world.runs.active
    if run is None or world.losses.is_last(world.arrivals.events):
        return ()
    still_open = name_items(open_items(world))
    message = (
        f"the stream ended while {run_name(run)} was active: {ending(frame)}, and neither "
        f"RUN_FINISHED nor RUN_ERROR had come" + (f"; cut off: {still_open}" if still_open else "")
    )
    severity = Severity.NOTE if how_it_ended(frame) == "cancelled" else None
    return (Fault(message, related=run.started, severity=severity),)
