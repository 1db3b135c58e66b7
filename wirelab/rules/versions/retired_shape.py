"""An event type from before AG-UI 1.0 is used.

What it checks
    The THINKING_* types, whatever version the run declares. They are read as the REASONING_* types
    that took their place, with ids made up, for they carried none. All of an exchange are one
    finding.
Why it matters
    Clients translate them for now, and will stop. What the old types could not say is lost: which
    message the thinking belongs to, and a provider's signature.
What to do
    Send REASONING_START, REASONING_MESSAGE_START, _CONTENT, _END and REASONING_END, each with a
    messageId. An adapter that chooses by the client's version may have read it as older than it is.
Spec
    basic/versioning (retired shapes): translated before anything is judged, and warned about.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure("VER003", Severity.WARNING, DepartureKind.RETIRED_TYPE, spec="basic/versioning")
def retired_shape(world: World, event: Event, departure: Departure) -> Faults:
    lost = departure.detail.get("lost")
    aside = f"; its {lost} {quote(event.payload.get(lost))} has no place there" if lost else ""
    return (
        Fault(
            f"{departure.subject} is a retired type, read as {departure.detail['now']}{aside}",
            pointer=departure.pointer,
            key=(world.runs.exchange, "THINKING"),
        ),
    )
