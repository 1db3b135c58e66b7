"""An ACTIVITY_DELTA turns the activity's content into something that is no object.

What it checks
    The content after each patch. A patch that replaces the root can make it a list, text or null.
Why it matters
    Activity content is an object by the schema. Clients may keep the value and break in the
    widget, or keep the old one; we keep the old one.
What to do
    Patch members of the content. To replace it as a whole, send an ACTIVITY_SNAPSHOT.
Spec
    events/activity: the result of a patch is still an object. Clients need not notice, so the
    stream goes on.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event

_NAMES = {
    "list": "a list",
    "str": "text",
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "NoneType": "null",
}


@on_departure(
    "ACT003", Severity.ERROR, DepartureKind.ACTIVITY_NOT_AN_OBJECT, spec="events/activity"
)
def activity_result_not_object(world: World, event: Event, departure: Departure) -> Faults:
    message_id = event.payload["messageId"]
    message = world.messages.find(message_id, "activity")
    made = _NAMES.get(departure.subject, departure.subject)
    return (
        Fault(
            f"the patch makes the content of activity {quote(message_id)} {made}; "
            "it has to stay an object",
            pointer=departure.pointer,
            related=message.opened if message is not None else None,
        ),
    )
