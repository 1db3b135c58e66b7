"""A chunk without an id could continue several items.

What it checks
    A chunk with neither an id nor a ``subagentRunId`` continues the parent run's open stream of
    its kind; if the parent has none, the only open one. Several open streams of subagents, and
    none of the parent, leave it open which is meant.
Why it matters
    A client must not guess who is speaking; it refuses the stream.
What to do
    Put the id or the subagentRunId on every chunk as soon as subagents work side by side.
Spec
    basic/patterns/streaming: which stream a chunk without an id continues.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import listing, quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "CHK003",
    Severity.ERROR,
    DepartureKind.CHUNK_AMBIGUOUS,
    fatal=True,
    spec="basic/patterns/streaming",
)
def chunk_continuation_ambiguous(world: World, event: Event, departure: Departure) -> Faults:
    detail = departure.detail
    names = [quote(name) for name in detail["candidates"]]
    more = detail["count"] - len(names)
    candidates = listing([*names, f"{more} more"] if more else names)
    message = (
        f"this {event.type} has no id and no subagentRunId, and chunk streams of several subagents "
        f"are open: {candidates}"
    )
    return (Fault(message, key=(world.run_index, event.type)),)
