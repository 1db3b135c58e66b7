"""The answer is in AG-UI's protobuf form, which is shown but not decoded.

What it checks
    Whether frames of the binary binding arrive. One finding a stream.
Why it matters
    Their events are not judged: a verdict on this stream says nothing about them.
What to do
    Ask for ``Accept: text/event-stream`` alone to have the events judged. A producer that offers
    both has to answer with SSE then.
Spec
    basic/transports/http-protobuf: a 4-byte big-endian length, then one encoded event.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.wire.frame import Frame, FrameKind


@on_frame("WIR011", Severity.NOTE, FrameKind.BINARY, spec="basic/transports/http-protobuf")
def protobuf_not_read(world: World, frame: Frame) -> Faults:
    return (
        Fault(
            "the stream is protobuf: its frames are shown, but not decoded and not judged",
            key=world.runs.exchange,
        ),
    )
