"""Data lines or frame ends are written with CR or CRLF instead of LF.

What it checks
    The bytes of every event frame: whether a line that is no comment, or the blank line that ends
    the frame, ends with CR. One finding a stream.
Why it matters
    The SSE grammar admits it, AG-UI does not: the reference client splits at LF LF, finds no frame
    at all, and fails with a JSON error far from the cause. We read on.
What to do
    Write "\\n". Python's sse-starlette, for one, ends lines with CRLF unless it is given ``sep``.
Spec
    basic/transports/http-sse: a producer frames the stream with LF.
"""

from __future__ import annotations

from wirelab.projections.line_ends import cr_on_event
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.wire.frame import Frame, FrameKind


@on_frame("WIR001", Severity.ERROR, FrameKind.EVENT, spec="basic/transports/http-sse")
def cr_line_end(world: World, frame: Frame) -> Faults:
    if b"\r" not in frame.raw or not cr_on_event(frame):
        return ()
    name = "CRLF" if b"\r\n" in frame.raw else "CR"
    return (
        Fault(
            f"lines of this event end with {name}; AG-UI ends them with LF alone, and common "
            f"clients read nothing from such a stream{likely('crlf') if name == 'CRLF' else ''}",
            key=world.runs.exchange,
        ),
    )
