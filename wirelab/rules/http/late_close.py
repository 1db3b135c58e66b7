"""The body stayed open long after the last run was over.

What it checks
    The time between the event that ended the last run and the end of the body, when it closed by
    itself: more than five seconds. A body that never closes, or breaks, is cut-after-end.
Why it matters
    Clients wait for the end of the body, not for RUN_FINISHED: until then the call does not return,
    the stop button stays, and the connection counts against the limit of the browser.
What to do
    Close the response when the terminal event is written. Work that goes on behind it, saving or
    logging, belongs after the answer.
Spec
    basic/transports/http-sse: the producer closes the body after the last terminal event. How soon
    is not said; five seconds are our choice.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import how_it_ended, run_name
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.wire.frame import Frame, FrameKind

_LATE_MS = 5_000.0


@on_frame("HTP011", Severity.NOTE, FrameKind.CLOSED, spec="basic/transports/http-sse#response")
def late_close(world: World, frame: Frame) -> Faults:
    last = world.runs.current
    if last is None or how_it_ended(frame) != "eof":
        return ()
    if last.ended_ms is None or frame.at_ms is None or frame.at_ms - last.ended_ms <= _LATE_MS:
        return ()
    waited = (frame.at_ms - last.ended_ms) / 1000
    return (
        Fault(
            f"the body stayed open for {waited:.1f} s after {run_name(last)} was over; clients "
            "wait for its end",
            related=last.ended,
        ),
    )
