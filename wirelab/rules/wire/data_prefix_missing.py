"""A line of JSON stands in the event stream without ``data:`` in front.

What it checks
    Lines that are no SSE field and begin with "{". One finding a stream. In a response of another
    content type it is a note, since wrong-content-type has said what is wrong; the body of a
    refusal (status not 2xx) is no stream and not judged; one JSON value instead of a stream is
    document-instead-of-stream.
Why it matters
    SSE clients ignore such a line without a word, so the event in it is lost. A stream of nothing
    else looks like an agent that never answers.
What to do
    Write each event as "data: " + JSON + "\\n\\n". JSON lines (NDJSON) are another format: one side
    speaks it here and the other does not.
Spec
    basic/transports/http-sse: the payload of ``data`` is the event; other lines carry nothing.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.protocol import json_text
from wirelab.protocol.event_types import DEFINITION_OF
from wirelab.rules.documents import began_as_document
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import quote
from wirelab.wire.frame import Frame, FrameKind


@on_frame("WIR005", Severity.ERROR, FrameKind.STRAY, spec="basic/transports/http-sse")
def data_prefix_missing(world: World, frame: Frame) -> Faults:
    response = world.response
    if not frame.data.lstrip().startswith("{"):
        return ()
    if response is not None and not 200 <= response.status < 300:
        return ()
    if began_as_document(world, frame.data):
        return ()
    told = response is not None and response.content_type not in ("", "text/event-stream")
    return (
        Fault(
            f'a line without "data:" is ignored by clients, {_content(frame.data)}: '
            f"{quote(frame.data, 100)}{_cause(world, frame.data)}",
            severity=Severity.NOTE if told else None,
            key=world.runs.exchange,
        ),
    )


def _cause(world: World, text: str) -> str:
    """Where nothing but such lines came, and this is an event, the whole body is JSON lines."""
    arrivals = world.arrivals
    alone = not arrivals.events and not arrivals.comments and "event" in _content(text)
    return likely("json-lines") if alone else ""


def _content(text: str) -> str:
    try:
        value = json_text.parse(text).value
    except (json_text.NotJson, json_text.TooDeep):
        return "and it looks like JSON"
    kind = value.get("type") if isinstance(value, dict) else None
    if isinstance(kind, str) and kind in DEFINITION_OF:
        return f"and with it a {kind} event"
    return "and it is a JSON object"
