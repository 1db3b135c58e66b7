"""An event, or an object in it, has a member that AG-UI does not know.

What it checks
    The members of every object that the schema closes, by the version the run is judged by.
    Metadata, state, activity content and patch operations are open and keep whatever they hold. One
    finding an event type and place.
Why it matters
    Clients strip the member: it never reaches the application. With a slip in the name, such as
    message_name for name, something that was meant is lost.
What to do
    Correct the name; AG-UI writes camelCase. What the protocol has no member for goes into
    ``metadata``.
Spec
    basic/processing: an unknown property is stripped with a warning that names the place.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.protocol.versions import NEWEST
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.places import general
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event

_OTHER_RULES = {
    ("RUN_FINISHED", "/outcome/interrupts"),
    ("SUBAGENT_FINISHED", "/outcome/interruptIds"),
}
_SINCE_1_1 = "encryptedValueType"


@on_departure("SCH002", Severity.WARNING, DepartureKind.UNKNOWN_PROPERTY, spec="basic/processing")
def unknown_property(world: World, event: Event, departure: Departure) -> Faults:
    if (event.type, departure.pointer) in _OTHER_RULES:
        return ()
    inside = departure.pointer.rpartition("/")[0]
    place = f"{event.type}{inside and f' at {inside}'}"
    return (
        Fault(
            f"{quote(departure.subject)} is no member of {place}: clients strip it"
            f"{_hint(world, departure)}",
            pointer=departure.pointer,
            key=(world.runs.exchange, event.type, general(departure.pointer)),
        ),
    )


def _hint(world: World, departure: Departure) -> str:
    meant = departure.detail["meant"]
    if meant:
        cause = likely("snake-case") if "_" in departure.subject.strip("_") else ""
        return f"; {quote(meant)} is probably meant{cause}"
    if departure.subject == _SINCE_1_1 and world.spec != NEWEST:
        return f"; it came with 1.1, and the run is judged by {world.spec}"
    return ""
