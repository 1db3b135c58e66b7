"""The data of an event is not JSON.

What it checks
    The payload of every dispatched frame, all its ``data:`` lines joined. NaN and Infinity are not
    JSON. Frames with the same text are one finding.
Why it matters
    A client cannot make an event of it and fails the run, with a message that seldom says what
    stood there.
What to do
    Send exactly one JSON object as ``data``. ``[DONE]`` belongs to chat-completion APIs: AG-UI ends
    with RUN_FINISHED and then closes the body. A line break inside the JSON needs a ``data:`` of
    its own for each line; json.dumps writes none.
Spec
    basic/transports/http-sse: each payload is exactly one event as a JSON object.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "WIR007",
    Severity.ERROR,
    DepartureKind.NOT_JSON,
    fatal=True,
    spec="basic/transports/http-sse",
)
def not_json(world: World, event: Event, departure: Departure) -> Faults:
    data = departure.detail["data"].strip()
    if data == "[DONE]":
        words = f'the data "[DONE]" is no AG-UI event{likely("done-marker")}'
    else:
        words = f"the data is not JSON: {departure.subject}, in {quote(data, 100)}{_hint(data)}"
    return (Fault(words, key=(world.runs.exchange, data[:200])),)


def _hint(data: str) -> str:
    if data.startswith("{'"):
        return likely("python-text")
    if data.startswith("data:"):
        return '; "data:" stands there twice'
    if data.startswith("{") and not data.endswith("}"):
        return "; it stops early, perhaps at a line break inside the JSON"
    if data.startswith("<"):
        return "; that looks like HTML"
    return ""
