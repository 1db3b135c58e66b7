"""The reference client reads bytes that are not UTF-8 as replacement characters.

What it checks
    An event frame where invalid-utf8 reports an error, and whose data is JSON all the same. One
    finding an exchange.
Why it matters
    The stream works there, and the user reads "caf\ufffd".
What to do
    Encode whole events as UTF-8, once.
Spec
    basic/transports/http-sse: the stream is UTF-8. @ag-ui/client 1.0.0 decodes without complaint.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.protocol import json_text
from wirelab.rules.finding import Severity
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wire.invalid_utf8 import invalid_utf8
from wirelab.wire.frame import Frame, FrameKind


@on_frame("REF013", Severity.NOTE, FrameKind.EVENT, spec="basic/transports/http-sse", opinion=True)
def invalid_utf8_read(world: World, frame: Frame) -> Faults:
    if world.refused or not any(True for _ in invalid_utf8.check(world, frame)):
        return ()
    if json_text.plain_object(frame.data) is None:
        return ()
    message = f"{CLIENT}: reads this event, with U+FFFD in place of the bytes that are not UTF-8"
    return (Fault(message, key=world.runs.exchange),)
