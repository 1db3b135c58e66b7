"""The answer to a run is not an event stream.

What it checks
    The Content-Type of every response with a status of 2xx: text/event-stream, or AG-UI's protobuf
    type. Parameters such as charset are fine. A source that kept no headers is not judged.
Why it matters
    Clients pick their parser by it, or see no event at all. The body is usually JSON, JSON lines or
    a web page: another format, or another endpoint.
What to do
    Answer with ``Content-Type: text/event-stream`` and frame the events as SSE. If it is a web
    page, check the URL.
Spec
    basic/transports/http-sse: a run that starts answers 200 with text/event-stream. A refusal is an
    HTTP error status, whatever its type.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_response
from wirelab.rules.wording import quote
from wirelab.wire.traffic import Response

_STREAMS = ("text/event-stream", "application/vnd.ag-ui.event+proto")
_KNOWN = {
    "application/x-ndjson": likely("json-lines"),
    "application/jsonl": likely("json-lines"),
    "application/json": ": a JSON answer is no stream",
    "text/html": likely("web-page"),
}


@on_response("HTP001", Severity.ERROR, spec="basic/transports/http-sse")
def wrong_content_type(world: World, response: Response) -> Faults:
    if not 200 <= response.status < 300 or not response.headers:
        return ()
    content_type = response.content_type
    if content_type in _STREAMS:
        return ()
    if not content_type:
        return (Fault("the response has no Content-Type; a run answers text/event-stream"),)
    return (
        Fault(
            f"the response is {quote(content_type)}, a run answers text/event-stream"
            f"{_KNOWN.get(content_type, '')}"
        ),
    )
