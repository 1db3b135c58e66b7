"""An optional member is null where it should be absent; this one is still tolerated.

What it checks
    The nulls that old serializers sent and clients read as absent: parentMessageId of
    TOOL_CALL_START and TOOL_CALL_CHUNK, outcome and result of RUN_FINISHED, result of
    SUBAGENT_FINISHED, rawEvent of any event, metadata of a media part. One finding an event type
    and member. Every other null for an absent member is an error (null-for-absent).
Why it matters
    The tolerance ends. The same serializer setting sends other nulls, which clients reject today.
What to do
    Leave members without a value out: exclude_none in pydantic, omitempty in Go, JsonIgnore when
    null in .NET.
Spec
    basic (absent means absent), basic/versioning (retired shapes).
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.places import general
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure("VER006", Severity.WARNING, DepartureKind.TOLERATED_NULL, spec="basic/versioning")
def tolerated_null(world: World, event: Event, departure: Departure) -> Faults:
    return (
        Fault(
            f"{quote(departure.subject)} of {event.type} is null, which is tolerated as absent; "
            f"an optional member without a value is left out{likely('written-nulls')}",
            pointer=departure.pointer,
            key=(world.runs.exchange, event.type, general(departure.pointer)),
        ),
    )
