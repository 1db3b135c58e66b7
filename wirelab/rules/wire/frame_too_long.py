"""A frame did not end within what is read of one frame.

What it checks
    Frames that reach the bound without their blank line (or, in JSON Lines, their line end): 256
    MiB, or a million lines. Their bytes are kept in pieces, what they meant is not read.
Why it matters
    Clients bound what they buffer, most of them far lower, and drop the connection or the event.
    Whatever the frame was to say is missing from the verdict, too.
What to do
    Look at its beginning (the Wire tab shows it): a lost blank line glues all that follows into
    one frame. A payload that is really so large belongs behind a URL.
Spec
    basic/transports/http-sse: one event a frame, ended by a blank line. The bound is this tool's.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.wire.frame import Frame, FrameKind


@on_frame("WIR013", Severity.ERROR, FrameKind.STRAY, spec="basic/transports/http-sse")
def frame_too_long(world: World, frame: Frame) -> Faults:
    bound = frame.field("too-long")
    if bound is None:
        return ()
    return (
        Fault(
            f"a frame did not end within {bound} and was let go unread",
            key=world.runs.exchange,
        ),
    )
