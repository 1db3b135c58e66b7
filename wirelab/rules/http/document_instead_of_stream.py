"""The body of a 200 is a web page or one JSON value: a failure, and no stream.

What it checks
    At the end of an answer with a status of 2xx: whether the body began as HTML or as a JSON value
    that is no event. Where wrong-content-type has told the fault, this is a note that says what the
    body says. JSON lines are another fault, data-prefix-missing.
Why it matters
    The reason is in the body, and nobody reads it: SSE clients find no field in it and end with no
    event and no error. It looks like an agent that has nothing to say.
What to do
    Answer a failure with the status it is: 400 for an input that cannot be served, 401, 404, 500.
    A web page comes from what stands before the agent, a login or a front end that serves its page
    for every path: check the URL.
Spec
    basic/transports/http-sse: what fails before the stream opens is an HTTP error status; 200 means
    that a run starts.
"""

from __future__ import annotations

from typing import Any

from wirelab.projections.world import World
from wirelab.protocol import json_text
from wirelab.rules.documents import began_as_document, is_web_page, page_title
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import quote
from wirelab.wire.frame import Frame, FrameKind

_STREAMS = ("text/event-stream", "application/vnd.ag-ui.event+proto")


@on_frame("HTP008", Severity.ERROR, FrameKind.CLOSED, spec="basic/transports/http-sse#errors")
def document_instead_of_stream(world: World, frame: Frame) -> Faults:
    response, body = world.response, world.arrivals.opening
    if response is not None and not 200 <= response.status < 300:
        return ()
    if not began_as_document(world):
        return ()
    told = response is not None and response.headers and response.content_type not in _STREAMS
    return (
        Fault(
            f"the body is {_described(body)}, and no event stream: what fails before the run is an "
            f"HTTP error status{likely('web-page') if is_web_page(body) else ''}",
            severity=Severity.NOTE if told else None,
        ),
    )


def _described(body: str) -> str:
    if is_web_page(body):
        return f"a web page{page_title(body)}"
    try:
        value: Any = json_text.parse(body).value
    except (json_text.NotJson, json_text.TooDeep):
        return f"JSON, beginning with {quote(' '.join(body[:400].split()), 160)}"
    if isinstance(value, list):
        return f"a JSON list (length {len(value)})"
    return f"a JSON object, {quote(value, 200)}"
