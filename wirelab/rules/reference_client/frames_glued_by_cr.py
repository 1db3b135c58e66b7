"""The reference client reads no event from here on, because lines end with CR.

What it checks
    An event's frame ends without LF LF and another event follows. (With LF LF all the same, as
    after "data: ...\\r\\n\\n", the client reads it. So it does with a single event.)
Why it matters
    It looks for LF LF alone and finds none: all that follows is one block, and what stands in its
    data lines is no JSON. The run fails with a JSON error that says nothing of line ends.
What to do
    Write "\\n". Python's sse-starlette, for one, ends lines with CRLF unless it is given ``sep``.
Spec
    basic/transports/http-sse: a producer writes LF; a consumer may read the full SSE grammar.
    @ag-ui/client 1.0.0 does not.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.reading_by_client import CLIENT, glues_frames
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.wire.frame import Frame, FrameKind


@on_frame("REF002", Severity.NOTE, FrameKind.CLOSED, spec="basic/transports/http-sse", opinion=True)
def frames_glued_by_cr(world: World, frame: Frame) -> Faults:
    unsplit = world.line_ends.unsplit
    if unsplit is None or world.refused or not glues_frames(world):
        return ()
    before = (
        f"reads {unsplit - 1} of {world.arrivals.events} events"
        if unsplit > 1
        else (f"reads none of {world.arrivals.events} events")
    )
    return (
        Fault(f"{CLIENT}: {before}, finds no blank line (LF LF) behind, and fails on the JSON"),
    )
