"""A CUSTOM event has a name without a prefix.

What it checks
    ``name``: a vendor or application in front, set off by ".", ":" or "/", such as
    "com.example.cart-updated" or "acme:cart". A hyphen or an underscore sets nothing off, for names
    of several words have them anyway. One finding a name.
Why it matters
    Names without a prefix are reserved for the protocol, and two libraries that both say "status"
    take each other's events for their own.
What to do
    Put the name of the application or framework in front.
Spec
    events/passthrough (CUSTOM): producers should prefix the names they invent.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

_SEPARATORS = frozenset(".:/")


@on_event("PAS002", Severity.NOTE, "CUSTOM", spec="events/passthrough#custom")
def custom_name_without_prefix(world: World, event: Event) -> Faults:
    name = event.payload["name"]
    if not _SEPARATORS.isdisjoint(name):
        return ()
    return (
        Fault(
            f"the custom event {quote(name)} has no prefix: such names are reserved for the "
            "protocol, and others may use the same",
            pointer="/name",
            key=name,
        ),
    )
