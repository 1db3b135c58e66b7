"""An event's timestamp is earlier than the one before it.

What it checks
    ``timestamp`` against the last one in the same exchange. One finding an exchange, which counts
    further ones.
Why it matters
    The order of arrival is the protocol's order, so nothing breaks. Whoever sorts by timestamp gets
    another order, and a clock that jumps back makes every duration doubtful.
What to do
    Stamp events where they are sent, by one clock.
Spec
    basic (events): clients must not order events by timestamp.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import ANY, Fault, Faults, on_event
from wirelab.session.event import Event

_MILLISECONDS = 100_000_000_000


@on_event("HTP005", Severity.NOTE, ANY, member="timestamp", spec="basic#events")
def timestamp_backwards(world: World, event: Event) -> Faults:
    stamp = event.payload.get("timestamp")
    if stamp is None:
        return ()
    last = world.timing.last_stamp
    if last is None or stamp >= last:
        return ()
    if (stamp < _MILLISECONDS) != (last < _MILLISECONDS):
        return ()  # another unit, which timestamp-in-seconds tells
    return (
        Fault(
            f"timestamp {stamp} is earlier than {last:.0f}, that of the event before it",
            pointer="/timestamp",
            key=world.runs.exchange,
        ),
    )
