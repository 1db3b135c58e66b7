"""An ACTIVITY_DELTA could not be applied to the activity's content.

What it checks
    Every patch against the content so far: paths that do not exist, indexes out of range, a failed
    ``test``. Later refusals for the same activity in a run are counted in the first.
Why it matters
    A patch applies whole or not at all. The client keeps the old content, and the widget shows
    something else than the agent thinks from here on.
What to do
    Make what a path needs with the ACTIVITY_SNAPSHOT, set members that may be missing with "add",
    and send a fresh snapshot of the same messageId to get back together.
Spec
    basic/patterns/snapshots (when a patch does not apply): keep the prior value and warn. Whether
    the metadata of a refused delta still merges is left open; it is dropped with the delta here.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.patch_words import why_refused
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "ACT002",
    Severity.WARNING,
    DepartureKind.ACTIVITY_PATCH_REFUSED,
    spec="basic/patterns/snapshots#when-a-patch-does-not-apply",
)
def activity_patch_does_not_apply(world: World, event: Event, departure: Departure) -> Faults:
    message_id = event.payload["messageId"]
    message = world.messages.find(message_id, "activity")
    return (
        Fault(
            f"activity {quote(message_id)} stays as it was: {why_refused(departure)}",
            pointer=departure.pointer,
            related=message.opened if message is not None else None,
            key=(world.run_index, message_id, message.opened if message is not None else None),
        ),
    )
