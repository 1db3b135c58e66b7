"""A message of the input has a content part of the retired type ``binary``.

What it checks
    Content parts of the messages sent. One with a mimeType and data or url is read as an image,
    audio, video or document; one without, an id alone, cannot be read and is dropped. All of either
    sort in an input are one finding.
Why it matters
    A client of today translates the part before it sends; an agent that gets it untranslated may
    not know it, and the model sees no image.
What to do
    Send {"type":"image","source":{"type":"data","value":...,"mimeType":...}}, or the type that fits
    the medium. A filename goes into the part's metadata. For a provider's file id there is a
    source of the type "file".
Spec
    basic/versioning (retired shapes): translated, and warned about. The official client translates
    what it sends without a word; what is found here is what was sent or is to be sent as it is.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind

_KINDS = (DepartureKind.BINARY_PART, DepartureKind.BINARY_PART_DROPPED)


@on_request("INP009", Severity.WARNING, spec="basic/versioning#retired-shapes")
def binary_part_in_input(world: World, sent: SentInput) -> Faults:
    for departure in sent.departures:
        if departure.kind in _KINDS:
            yield Fault(
                f'a content part of the retired type "binary" {_fate(departure)}',
                pointer=departure.pointer,
                key=(world.runs.exchange, departure.kind),
            )


def _fate(departure: Departure) -> str:
    if departure.kind is DepartureKind.BINARY_PART_DROPPED:
        return f"is dropped: {departure.subject}"
    return f"({quote(departure.subject)}) is read as {quote(departure.detail['now'])}"
