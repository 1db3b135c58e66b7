"""The data of an event holds bytes that are not UTF-8.

What it checks
    The bytes of every event frame whose text came out with replacement characters. A U+FFFD that
    was really sent is fine.
Why it matters
    The text is broken for good: clients refuse it, or show replacement characters. Typical causes
    are a stream encoded as Latin-1, or a character cut in two by the producer itself.
What to do
    Encode whole events as UTF-8, once. Cutting the bytes anywhere on the way is harmless.
Spec
    basic/transports/http-sse, WHATWG server-sent events: the stream is UTF-8.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import quote
from wirelab.wire.frame import Frame, FrameKind


@on_frame("WIR003", Severity.ERROR, FrameKind.EVENT, fatal=True, spec="basic/transports/http-sse")
def invalid_utf8(world: World, frame: Frame) -> Faults:
    if "\ufffd" not in frame.data:
        return ()
    try:
        frame.raw.decode()
    except UnicodeDecodeError as error:
        found = frame.raw[error.start : error.start + 4].hex(" ")
        cause = likely("cut-character") if error.end - error.start > 1 else ""
        before = frame.raw[max(error.start - 20, 0) : error.start].decode("utf-8", "replace")
        return (
            Fault(
                f"byte {error.start} of the frame is not UTF-8 ({found}, {error.reason}), "
                f"after {quote(before)}{cause}"
            ),
        )
    return ()
