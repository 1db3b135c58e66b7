"""The agent refused the run and did not say why in JSON.

What it checks
    The body of an answer with a status of 4xx or 5xx. A JSON value that holds something is a
    reason; an empty body, a web page and plain text are none that a program can read.
Why it matters
    A refusal before the run is the right thing, and no fault. Its body is the only place for the
    reason: clients show it to whoever has to act on it, or look into it for a code.
What to do
    Answer with a JSON object that says what was wrong and where, and its Content-Type. A web page
    comes from what stands in front of the agent: a login, a proxy, a framework's debug page.
Spec
    basic/transports/http-sse: what fails before the stream opens is an HTTP error status. What its
    body holds is left open.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.protocol import json_text
from wirelab.rules.documents import is_web_page, page_title
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.phrases import how_it_ended
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import quote
from wirelab.wire.frame import Frame, FrameKind


@on_frame(
    "HTP007",
    Severity.NOTE,
    FrameKind.STRAY,
    FrameKind.CLOSED,
    spec="basic/transports/http-sse#errors",
)
def refusal_without_reason(world: World, frame: Frame) -> Faults:
    response = world.response
    if response is None or response.status < 400 or world.arrivals.strays:
        return ()
    if frame.kind is FrameKind.CLOSED:
        said = "and an empty body" if how_it_ended(frame) == "eof" else ""
    else:
        said = _instead_of_a_reason(frame.data)
    if not said:
        return ()
    return (Fault(f"the agent refused the run with status {response.status} {said}"),)


def _instead_of_a_reason(body: str) -> str:
    """What the body is, in a clause; "" where it is a reason in JSON."""
    if is_web_page(body):
        return f"and a web page{page_title(body)}{likely('web-page')}"
    try:
        value = json_text.parse(body).value
    except (json_text.NotJson, json_text.TooDeep):
        return f"and text that is no JSON: {quote(body.strip(), 160)}"
    return f"and {quote(value)}, which says nothing" if value in (None, "", [], {}) else ""
