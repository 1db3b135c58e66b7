"""The connection broke, or stayed open, after the last run was over.

What it checks
    How the transport ended when no run was active any more: a reset, or nothing more until we gave
    up waiting.
Why it matters
    Nothing of the run is lost. Still, a body that is not closed properly keeps clients waiting, and
    a broken one is reported as an error by some.
What to do
    Close the body after the terminal event. A reset there often comes from a server that exits, or
    from a proxy that cuts an idle connection.
Spec
    basic/transports/http-sse: the producer closes the body after the last terminal event.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import how_it_ended, run_name
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import quote
from wirelab.wire.frame import Frame, FrameKind

_WORDS = {
    "reset": "the connection broke after {run} was over",
    "timeout": "the body stayed open after {run} was over, until nothing more came in time",
}


@on_frame("WIR010", Severity.NOTE, FrameKind.CLOSED, spec="basic/transports/http-sse")
def cut_after_end(world: World, frame: Frame) -> Faults:
    words, last = _WORDS.get(how_it_ended(frame)), world.runs.current
    if words is None or last is None or world.runs.active is not None:
        return ()
    detail = frame.field("detail")
    message = words.format(run=run_name(last)) + (f" ({quote(detail, 160)})" if detail else "")
    return (Fault(message, related=last.ended),)
