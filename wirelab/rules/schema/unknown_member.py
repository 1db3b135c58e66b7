"""A value is of a kind that AG-UI does not know, so clients take it out.

What it checks
    The kinds that may grow: content parts and their sources, outcomes, patch operations, roles in a
    list of messages, the subtype of an encrypted value. One finding a kind and place.
Why it matters
    What goes depends on where the value stands: an optional member is stripped, an element of a
    list is dropped, and a required value takes along what contains it. A patch without one of its
    operations still applies, with another result.
What to do
    Use a kind the protocol has. Where a newer peer added this one, nothing is wrong.
Spec
    basic/processing: unknown union members never fail the run.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.places import general
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event

_TAKES_ALONG = {
    "event dropped": "clients drop the whole event",
    "field stripped": "clients strip the member {removed}",
    "element dropped": "clients drop the element {removed}",
    "value removed": "clients remove {removed} with it",
}


@on_departure("SCH003", Severity.WARNING, DepartureKind.UNKNOWN_MEMBER, spec="basic/processing")
def unknown_member(world: World, event: Event, departure: Departure) -> Faults:
    detail, subject = departure.detail, departure.subject
    takes = _TAKES_ALONG[detail["action"]].format(removed=quote(detail["removed"]))
    meant = f"; {quote(detail['meant'])} is probably meant" if detail["meant"] else ""
    return (
        Fault(
            f"the {detail['member']} {quote(subject)} in {event.type} is not known: {takes}{meant}",
            pointer=departure.pointer,
            key=(world.runs.exchange, event.type, general(departure.pointer), subject),
        ),
    )
