"""A retired ``binary`` content part cannot be translated and is dropped.

What it checks
    Parts of type ``binary`` without a mimeType, or without data and url: with an id alone nothing
    says what the part is, nor where.
Why it matters
    The client drops the part: the image or file is gone from the message.
What to do
    Send the part as image, audio, video or document with a ``source``: inline data, a URL, or a
    provider's file handle.
Spec
    basic/versioning (retired shapes): a translation that loses content warns.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "VER005", Severity.WARNING, DepartureKind.BINARY_PART_DROPPED, spec="basic/versioning"
)
def binary_part_dropped(world: World, event: Event, departure: Departure) -> Faults:
    return (
        Fault(
            f'a content part of the retired type "binary" is dropped: {departure.subject}',
            pointer=departure.pointer,
        ),
    )
