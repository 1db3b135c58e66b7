"""A content part has the retired type ``binary``.

What it checks
    Content parts of tool results, snapshots and an echoed input: a ``binary`` part with a mimeType
    and data or url is read as an image, audio, video or document part. All of an exchange are one
    finding.
Why it matters
    Clients translate it for now, and will stop: then the part is unknown and dropped.
What to do
    Send {"type":"image","source":{"type":"data","value":...,"mimeType":...}}, or the type that fits
    the medium. A filename goes into the part's metadata.
Spec
    basic/versioning (retired shapes): translated before anything is judged, and warned about.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure("VER004", Severity.WARNING, DepartureKind.BINARY_PART, spec="basic/versioning")
def binary_part(world: World, event: Event, departure: Departure) -> Faults:
    return (
        Fault(
            f'a content part of the retired type "binary" ({quote(departure.subject)}) is read as '
            f"{quote(departure.detail['now'])}",
            pointer=departure.pointer,
            key=world.runs.exchange,
        ),
    )
