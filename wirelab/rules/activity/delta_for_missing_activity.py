"""An ACTIVITY_DELTA names a message that does not exist or is no activity.

What it checks
    The messageId of every ACTIVITY_DELTA against the activity messages held. All deltas for one
    such message in a run are one finding.
Why it matters
    The client skips the delta and carries on: the widget never shows, or stands still.
What to do
    Send ACTIVITY_SNAPSHOT first; it makes the message that deltas then change.
Spec
    events/activity: a delta for a message that is missing or no activity is skipped with a warning.
"""

from __future__ import annotations

from itertools import islice

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import FAMILY_NAMES
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote, quoted_listing
from wirelab.session.event import Departure, DepartureKind, Event

_MOST_LOOKED_AT = 100


@on_departure("ACT001", Severity.WARNING, DepartureKind.ACTIVITY_MISSING, spec="events/activity")
def delta_for_missing_activity(world: World, event: Event, departure: Departure) -> Faults:
    message_id = event.payload["messageId"]
    other = world.messages.find(message_id)
    if other is not None:
        why = f"it is a {FAMILY_NAMES[other.family]}"
    else:
        recent = islice(reversed(world.messages.order), _MOST_LOOKED_AT)
        held = [message.id for message in recent if message.family == "activity"]
        there = f"; there are {quoted_listing(held)}" if held else ""
        why = f"no ACTIVITY_SNAPSHOT made it{there}"
    return (
        Fault(
            f"the delta for activity {quote(message_id)} is skipped: {why}",
            pointer=departure.pointer,
            related=other.opened if other is not None else None,
            key=(world.run_index, message_id),
        ),
    )
