"""The reference client reads a last frame that SSE discards.

What it checks
    The body closed cleanly inside a frame with data. A whole event in it is read; of anything else
    it says here only where no run was cut off by it.
Why it matters
    An adapter that leaves the last blank line out works with that client and loses RUN_FINISHED
    with the others; one whose body ends in half an event after the run makes it fail.
What to do
    End every frame, the last one too, with a blank line.
Spec
    WHATWG server-sent events (9.2.6): an event without its blank line is discarded. @ag-ui/client
    1.0.0 flushes what is left at the end of the body.
"""

from __future__ import annotations

from wirelab.projections.arrivals import Unfinished
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import how_it_ended
from wirelab.rules.reading_by_client import CLIENT, glues_frames
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.wire.frame import Frame, FrameKind


@on_frame("REF003", Severity.NOTE, FrameKind.CLOSED, spec="basic/transports/http-sse", opinion=True)
def unfinished_frame_read(world: World, frame: Frame) -> Faults:
    left = world.arrivals.unfinished
    if left in (None, Unfinished.NOTHING) or how_it_ended(frame) != "eof" or world.refused:
        return ()
    if glues_frames(world):
        return ()
    if left is Unfinished.EVENT:
        return (Fault(f"{CLIENT}: reads the last event, though its frame has no end"),)
    if world.runs.active is not None:
        return ()
    return (Fault(f"{CLIENT}: takes the unfinished last frame for an event, and fails on it"),)
