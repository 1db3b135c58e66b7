"""An event has no type.

What it checks
    Whether each JSON object has a ``type`` that is text.
Why it matters
    Nothing says what the object is. Unlike an unknown type, it is malformed, and clients fail.
What to do
    Put ``type`` into the object itself. SSE's ``event:`` line is ignored, and so is a wrapper
    around the event.
Spec
    basic/processing: type is required, and a missing or malformed one fatal.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "SCH008", Severity.ERROR, DepartureKind.MISSING_TYPE, fatal=True, spec="basic/processing"
)
def missing_type(world: World, event: Event, departure: Departure) -> Faults:
    meant = departure.detail["meant"]
    hint = f"; {quote(meant)} is probably it" if meant else ""
    return (
        Fault(
            f"this is no event: {departure.subject}{hint}, in {quote(event.payload, 80)}",
            pointer=departure.pointer,
            key=(world.runs.exchange, departure.subject),
        ),
    )
