"""An event's timestamp is in seconds.

What it checks
    ``timestamp`` against the times it could mean: as milliseconds it would be in January 1970, as
    seconds it is a time of our days. The first one of an exchange is reported.
Why it matters
    By convention it counts milliseconds since 1970. Clients that show it say 1970, and durations
    are a thousand times too short.
What to do
    Multiply by 1000, and send a whole number.
Spec
    basic (events): timestamp is informational, in milliseconds by convention.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import ANY, Fault, Faults, on_event
from wirelab.session.event import Event

_EARLIEST, _LATEST = 1_000_000_000, 10_000_000_000


@on_event("HTP004", Severity.NOTE, ANY, member="timestamp", spec="basic#events")
def timestamp_in_seconds(world: World, event: Event) -> Faults:
    stamp = event.payload.get("timestamp")
    if stamp is None or not _EARLIEST <= stamp < _LATEST:
        return ()
    last = world.timing.last_stamp
    if last is not None and _EARLIEST <= last < _LATEST:
        return ()
    return (
        Fault(
            f"timestamp {stamp} is in seconds; by convention it is milliseconds, {int(stamp)}000"
            + likely("seconds"),
            pointer="/timestamp",
            key=world.runs.exchange,
        ),
    )
