"""A required member is missing.

What it checks
    The members that AG-UI requires, of events and of every object inside them. The same member
    missing at the same place is one finding, whatever the event types.
Why it matters
    Clients fail the run. When the member is there under another name, the message says so; a
    serializer that drops null or empty values also drops required ones, such as a CUSTOM value of
    null.
What to do
    Send the member. Names are camelCase: messageId, not message_id.
Spec
    basic/processing: a missing required member is a malformed value, and fatal.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.places import general
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "SCH005", Severity.ERROR, DepartureKind.MALFORMED, fatal=True, spec="basic/processing"
)
def missing_member(world: World, event: Event, departure: Departure) -> Faults:
    if not is_missing(departure):
        return ()
    detail = departure.detail
    slip = f"; {detail['slip']}" if detail["slip"] else ""
    return (
        Fault(
            f"{departure.pointer} of {event.type} is missing, it takes {detail['allowed']}{slip}",
            pointer=departure.pointer,
            key=(world.runs.exchange, general(departure.pointer)),
        ),
    )


def is_missing(departure: Departure) -> bool:
    """Whether the schema misses a member, rather than refuse one."""
    return bool(departure.detail["keyword"] == "required")
