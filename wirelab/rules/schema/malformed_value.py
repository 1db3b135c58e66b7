"""A member has a value that the schema does not allow.

What it checks
    Every member that AG-UI describes: its type, its fixed value, its range, its form. Missing
    members, nulls and unknown roles have rules of their own. The same mistake at the same place is
    one finding, whatever the event types: an id that is a number is so everywhere.
Why it matters
    Clients fail the run rather than guess: a messageId that is a number is a defect, not a newer
    protocol. Nothing after it reaches the application.
What to do
    Send what the message says is allowed. Ids are strings, times whole milliseconds, arguments and
    tool results text.
Spec
    basic/processing: a malformed value of a known member is fatal. Inside something that is
    removed anyway, because its kind is not known, it is no fault: nobody gets to see it. That, and
    that an empty string is an id like any other, are our choices where it leaves room.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.places import general
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.schema.missing_member import is_missing
from wirelab.rules.schema.null_for_absent import is_null
from wirelab.rules.schema.unknown_role import is_unknown_role
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "SCH004", Severity.ERROR, DepartureKind.MALFORMED, fatal=True, spec="basic/processing"
)
def malformed_value(world: World, event: Event, departure: Departure) -> Faults:
    if is_missing(departure) or is_null(departure) or is_unknown_role(event, departure):
        return ()
    detail = departure.detail
    slip = f"; {detail['slip']}" if detail["slip"] else ""
    return (
        Fault(
            f"{departure.pointer or 'the event'} of {event.type} is {detail['found']}, "
            f"it takes {detail['allowed']}{slip}",
            pointer=departure.pointer,
            key=(world.runs.exchange, general(departure.pointer), detail["keyword"]),
        ),
    )
