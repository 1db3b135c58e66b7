"""The reference client drops a ``binary`` part of a tool result.

What it checks
    TOOL_CALL_RESULT with a part of the retired kind that could be translated. One finding an
    exchange.
Why it matters
    The image or file that the tool returned is not there. The client translates such parts in the
    messages of a snapshot, and not in a tool result.
What to do
    Send the part as image, audio, video or document, with a ``source``.
Spec
    basic/versioning (retired shapes): a binary part becomes the media part of its MIME type.
    @ag-ui/client 1.0.0 strips it here as an unknown kind.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "REF014", Severity.NOTE, DepartureKind.BINARY_PART, spec="basic/versioning", opinion=True
)
def binary_part_of_result_lost(world: World, event: Event, departure: Departure) -> Faults:
    if event.type != "TOOL_CALL_RESULT" or world.refused:
        return ()
    message = f"{CLIENT}: drops {departure.pointer} of the tool result, it does not translate it"
    return (Fault(message, pointer=departure.pointer, key=world.runs.exchange),)
