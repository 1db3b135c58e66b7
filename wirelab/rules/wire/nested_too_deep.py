"""The data of an event is nested deeper than we read.

What it checks
    The depth of every payload, against a limit of our own that no real event comes near.
Why it matters
    Parsers, clients and whatever renders the value recurse, and break at such a depth. It is
    refused as a whole, and nothing of it was judged.
What to do
    Look for a structure that holds itself, or a value that is wrapped again on every turn.
Spec
    RFC 8259 section 9: a parser may limit the depth of nesting. AG-UI sets no limit.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "WIR009",
    Severity.ERROR,
    DepartureKind.TOO_DEEP,
    fatal=True,
    spec="basic/transports/http-sse",
)
def nested_too_deep(world: World, event: Event, departure: Departure) -> Faults:
    return (Fault(f"the event was not read: {departure.subject}", key=world.runs.exchange),)
