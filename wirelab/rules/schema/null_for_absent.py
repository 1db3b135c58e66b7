"""A member is null, where it should be absent or hold a value.

What it checks
    Every null that the schema refuses, but for the few that are still tolerated (tolerated-null).
    Where null is data, as in state, metadata, a CUSTOM value or a patch value, it is fine. The same
    member is one finding, whatever the event types.
Why it matters
    Absent means absent: clients reject null for it and fail the run. It comes from a serializer
    that writes every field of a model.
What to do
    Leave members without a value out: exclude_none in pydantic, omitempty in Go, JsonIgnore when
    null in .NET. A required member needs a value.
Spec
    basic (absent means absent), basic/processing: fatal like any malformed value.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.protocol.definitions import definitions
from wirelab.protocol.event_types import DEFINITION_OF
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.places import general
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.schema.missing_member import is_missing
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "SCH006", Severity.ERROR, DepartureKind.MALFORMED, fatal=True, spec="basic#absent-means-absent"
)
def null_for_absent(world: World, event: Event, departure: Departure) -> Faults:
    if not is_null(departure):
        return ()
    if _is_required(world.spec, event.type, departure.pointer):
        todo = f"it is required and takes {departure.detail['allowed']}"
    else:
        todo = f"leave it out, or send {departure.detail['allowed']}{likely('written-nulls')}"
    return (
        Fault(
            f"{departure.pointer} of {event.type} is null: {todo}",
            pointer=departure.pointer,
            key=(world.runs.exchange, general(departure.pointer)),
        ),
    )


def is_null(departure: Departure) -> bool:
    """Whether what the schema refuses is a null."""
    return bool(departure.detail["found"] == "null") and not is_missing(departure)


def _is_required(version: str, event_type: str, pointer: str) -> bool:
    """Whether the pointer names a required member of the event itself."""
    definition = DEFINITION_OF.get(event_type)
    if definition is None:
        return False
    return pointer[1:] in definitions(version).flat[definition]["required"]
