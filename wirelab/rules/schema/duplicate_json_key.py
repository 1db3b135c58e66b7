"""A JSON object has the same member twice.

What it checks
    Every object of an event, at any depth. One finding an event type and name.
Why it matters
    Parsers keep the last of the two, without a word; a strict one refuses the text. Two parts of
    the producer write the same object.
What to do
    Write each member once. It comes from JSON put together as text, or from two serializers of one
    model.
Spec
    RFC 8259 section 4: names within an object should be unique. AG-UI says nothing.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure("SCH010", Severity.NOTE, DepartureKind.DUPLICATE_KEY, spec="basic")
def duplicate_json_key(world: World, event: Event, departure: Departure) -> Faults:
    name = departure.subject
    return (
        Fault(
            f"an object of this event has the member {quote(name)} twice; the last one counts",
            key=(world.runs.exchange, event.type, name),
        ),
    )
