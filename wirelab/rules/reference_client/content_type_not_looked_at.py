"""The reference client reads events under a wrong content type.

What it checks
    At the end of an answer where wrong-content-type reports an error and events came all the same.
Why it matters
    It works there and nowhere else: httpx-sse, for one, raises SSEError before the first event, and
    browsers' EventSource closes.
What to do
    Answer with ``Content-Type: text/event-stream``.
Spec
    basic/transports/http-sse: the answer is text/event-stream. @ag-ui/client 1.0.0 takes whatever
    is not AG-UI's protobuf type for server-sent events.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.http.wrong_content_type import wrong_content_type
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.wire.frame import Frame, FrameKind


@on_frame("REF019", Severity.NOTE, FrameKind.CLOSED, spec="basic/transports/http-sse", opinion=True)
def content_type_not_looked_at(world: World, frame: Frame) -> Faults:
    if world.response is None or world.runs.current is None:
        return ()
    if not any(True for _ in wrong_content_type.check(world, world.response)):
        return ()
    return (
        Fault(
            f"{CLIENT}: reads the events all the same, it does not look at the content type; "
            "httpx-sse refuses the answer (SSEError)"
        ),
    )
