"""The reference client keeps an activity's content that is no object.

What it checks
    An ACTIVITY_DELTA where activity-result-not-object reports an error. One finding an exchange.
Why it matters
    Whatever draws the activity gets a list, a text or nothing where it expects an object.
What to do
    Patch members of the content, not the whole of it.
Spec
    events/activity: the content stays an object. @ag-ui/client 1.0.0 holds what the patch gives.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "REF017",
    Severity.NOTE,
    DepartureKind.ACTIVITY_NOT_AN_OBJECT,
    spec="events/activity",
    opinion=True,
)
def activity_result_held(world: World, event: Event, departure: Departure) -> Faults:
    if world.refused:
        return ()
    message = f"{CLIENT}: holds the result as the activity's content, though it is no object"
    return (Fault(message, key=world.runs.exchange),)
