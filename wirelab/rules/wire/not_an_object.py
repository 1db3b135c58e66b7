"""The data of an event is JSON, but no object.

What it checks
    The payload of every dispatched frame. Named for what it is: an object encoded twice (a string
    that holds JSON), a list, or a bare value.
Why it matters
    An event is one object. A client fails the run here, or sees no ``type``.
What to do
    Encode once: what is JSON text already is not encoded again. Send each event of a list in a
    frame of its own.
Spec
    basic/transports/http-sse: each payload is exactly one event as a JSON object.
"""

from __future__ import annotations

from typing import Any

from wirelab.projections.world import World
from wirelab.protocol import json_text
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "WIR008",
    Severity.ERROR,
    DepartureKind.NOT_AN_OBJECT,
    fatal=True,
    spec="basic/transports/http-sse",
)
def not_an_object(world: World, event: Event, departure: Departure) -> Faults:
    value = departure.detail["value"]
    kind, words, habit = _described(value)
    cause = likely(habit) if habit else ""
    return (Fault(f"{words}: {quote(value, 100)}{cause}", key=(world.runs.exchange, kind)),)


def _described(value: Any) -> tuple[str, str, str]:
    """A key for faults of one kind, what is wrong, and the habit behind it or ""."""
    if isinstance(value, list):
        return "list", f"the data is a list (length {len(value)}), an event is one object", ""
    if isinstance(value, str):
        if _holds_object(value):
            return "twice", "the data is an event encoded twice, as a JSON string", "encoded-twice"
        return "text", "the data is a JSON string, not an object", ""
    name = "null" if value is None else "true or false" if isinstance(value, bool) else "a number"
    return name, f"the data is {name}, not an object", ""


def _holds_object(text: str) -> bool:
    try:
        return isinstance(json_text.parse(text).value, dict)
    except (json_text.NotJson, json_text.TooDeep):
        return False
