"""Comments are written with CR or CRLF, while the events are not.

What it checks
    At the end of the body, whether any comment line or comment block ended with CR. Only in a
    stream whose events end with LF throughout: otherwise cr-line-end has said it.
Why it matters
    Clients that split at LF LF may hold the comment and the next event for one block. The
    reference client copes.
What to do
    Write keep-alives with "\\n" too. They are often sent by the HTTP library, not by the adapter:
    look for its ping or separator setting.
Spec
    basic/transports/http-sse: a producer frames the stream with LF.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.wire.frame import Frame, FrameKind


@on_frame("WIR002", Severity.WARNING, FrameKind.CLOSED, spec="basic/transports/http-sse")
def cr_on_comment(world: World, frame: Frame) -> Faults:
    ends = world.line_ends
    if ends.cr_comment is None or ends.cr_event is not None:
        return ()
    return (
        Fault(
            f"comments end with CR or CRLF (the first is frame {ends.cr_comment}), events with LF; "
            "AG-UI ends every line with LF alone"
        ),
    )
