"""The answer was an event stream without a run.

What it checks
    A response that was accepted (status 2xx, or a source that keeps no status) holds at least one
    run. Silent where another error already tells why: a wrong content type, an event the client
    refuses, JSON lines without ``data:``, a web page. An HTTP refusal is no fault; there the run
    never started.
Why it matters
    Clients end such a stream as if all were well, with nothing delivered and nothing said: the
    commonest way for an adapter to seem dead.
What to do
    Send RUN_STARTED first. If types are spelled in another way (RunStarted), or failures travel in
    a format of the framework's own, translate them; a failure before the run is an HTTP status or
    a lone RUN_ERROR.
Spec
    events/lifecycle: a stream begins with RUN_STARTED or RUN_ERROR.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.documents import began_as_document
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import ending, how_it_ended
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import listing
from wirelab.wire.frame import Frame, FrameKind

_STREAMS = ("text/event-stream", "application/vnd.ag-ui.event+proto")
_EXCUSED_ENDINGS = ("unreached", "cancelled")


@on_frame("RUN019", Severity.ERROR, FrameKind.CLOSED, spec="events/lifecycle#the-run")
def no_run_in_stream(world: World, frame: Frame) -> Faults:
    if world.runs.current is not None or how_it_ended(frame) in _EXCUSED_ENDINGS:
        return ()
    if world.unread_frames or world.refused or world.arrivals.lost_events:
        return ()
    if not _is_event_stream(world) or began_as_document(world):
        return ()
    message = f"no run began on this stream: {what_came(world)}, and {ending(frame)}"
    return (Fault(message),)


def _is_event_stream(world: World) -> bool:
    """Whether the answer claims to be a stream; without a response head it is given the benefit."""
    response = world.response
    return response is None or (200 <= response.status < 300 and response.content_type in _STREAMS)


def what_came(world: World) -> str:
    """The frames of an exchange in words."""
    arrivals = world.arrivals
    counted = [
        (arrivals.events, "event of no known type", "events of no known type"),
        (arrivals.comments, "comment", "comments"),
        (arrivals.strays, "line that is no SSE", "lines that are no SSE"),
        (arrivals.cut_off, "unfinished frame", "unfinished frames"),
    ]
    came = [f"{count} {one if count == 1 else many}" for count, one, many in counted if count]
    return f"there came {listing(came)}" if came else "nothing came"
