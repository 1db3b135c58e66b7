"""The reference client ends without an event and without an error.

What it checks
    The body closed cleanly and held no event of a type that AG-UI knows: nothing at all, JSON lines
    without ``data:``, a web page, types in another spelling, frames of another protocol.
Why it matters
    The call resolves as if the agent had nothing to say. Nothing in the application tells it from
    an empty answer; at most the console has warnings about dropped events.
What to do
    See the error beside this note for what came instead of events.
Spec
    events/lifecycle: a stream begins with RUN_STARTED or RUN_ERROR. @ag-ui/client 1.0.0 does not
    miss them, and does not look at the content type.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.reading_by_client import CLIENT, reads_to_the_end
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.wire.frame import Frame, FrameKind


@on_frame("REF005", Severity.NOTE, FrameKind.CLOSED, spec="events/lifecycle#the-run", opinion=True)
def nothing_taken_for_success(world: World, frame: Frame) -> Faults:
    if world.runs.current is not None or world.unread_frames:
        return ()
    if not reads_to_the_end(world, frame):
        return ()
    return (Fault(f"{CLIENT}: ends without an error, and with no event delivered"),)
