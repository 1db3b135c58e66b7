"""Plain text stands in the event stream.

What it checks
    Lines that are neither an SSE field, nor a comment, nor blank, nor JSON. The first five of an
    exchange are shown; further ones are counted. The body of a refusal (status not 2xx) is no
    stream and not judged, nor is a web page or JSON value that came instead of a stream
    (document-instead-of-stream).
Why it matters
    Clients ignore such lines without a word. Servers write their failure there when they fall over
    in the middle of a stream, so this line is often the only place that says why.
What to do
    Read it. A failure after the stream opened belongs into a RUN_ERROR event.
Spec
    WHATWG server-sent events (9.2.6): a line with an unknown field name is ignored. AG-UI
    basic/transports/http-sse: a failure in the stream travels as RUN_ERROR.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.documents import began_as_document
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import quote
from wirelab.wire.frame import Frame, FrameKind

_MOST_SHOWN = 5


@on_frame("WIR006", Severity.NOTE, FrameKind.STRAY, spec="basic/transports/http-sse")
def stray_text(world: World, frame: Frame) -> Faults:
    response, text = world.response, frame.data
    if response is not None and not 200 <= response.status < 300:
        return ()
    if frame.field("length") is not None or frame.field("too-long") is not None:
        return ()
    if text.lstrip().startswith("{") or began_as_document(world, text):
        return ()
    message = f"a line that is no SSE field is ignored by clients: {quote(text, 160)}"
    later = world.arrivals.strays >= _MOST_SHOWN
    return (Fault(message, key=world.runs.exchange if later else None),)
