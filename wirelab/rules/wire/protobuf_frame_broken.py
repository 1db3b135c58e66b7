"""A protobuf body is cut off in a frame, or announces a frame that cannot be.

What it checks
    The lengths of the binary binding: a body that ends before the bytes its last frame announced,
    and a length that nobody sends, behind which no further frame can be found.
Why it matters
    What was under way is lost. Behind a wrong length everything is: usually the body is no
    protobuf at all, but text under a protobuf content type.
What to do
    Write each frame's length as 4 bytes, big-endian, in front of exactly that many bytes, and
    nothing between frames.
Spec
    basic/transports/http-protobuf: a body that ends in a frame is a truncated run; bytes that are
    no frame are fatal to the stream.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import quote
from wirelab.wire.frame import Frame, FrameKind

_PROTOBUF = "application/vnd.ag-ui.event+proto"


@on_frame(
    "WIR012",
    Severity.ERROR,
    FrameKind.STRAY,
    FrameKind.CUT_OFF,
    spec="basic/transports/http-protobuf",
)
def protobuf_frame_broken(world: World, frame: Frame) -> Faults:
    if world.response is None or world.response.content_type != _PROTOBUF:
        return ()
    length = frame.field("length")
    if frame.kind is FrameKind.CUT_OFF:
        if length is None:
            place, have, wanted = "the length of a protobuf frame", len(frame.raw), "4"
        else:
            place, have, wanted = "a protobuf frame", max(len(frame.raw) - 4, 0), length
        return (Fault(f"the body ends in {place}: {have} of {wanted} bytes came"),)
    if length is None:
        return ()
    return (
        Fault(
            f"this is no protobuf frame: its first 4 bytes announce {length} bytes; "
            f"as text it begins {quote(frame.data, 40)}",
            fatal=True,
            key=world.runs.exchange,
        ),
    )
