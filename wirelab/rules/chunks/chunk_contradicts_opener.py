"""A later chunk says something else about its item than the chunk that opened it.

What it checks
    A chunk that continues an item may leave out ``role``, ``name``, ``toolCallName`` and
    ``parentMessageId``, or repeat them as the opener set them - also what it set by leaving it out:
    a text message without a role is the assistant's.
Why it matters
    The item is already begun under the first value; a client refuses the stream rather than guess
    which one is meant.
What to do
    Send these members on the first chunk only. If another item begins, give it an id of its own.
Spec
    basic/patterns/streaming: continuations agree with their opener.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "CHK002",
    Severity.ERROR,
    DepartureKind.CHUNK_CONFLICT,
    fatal=True,
    spec="basic/patterns/streaming",
)
def chunk_contradicts_opener(world: World, event: Event, departure: Departure) -> Faults:
    detail = departure.detail
    member, opener = detail["member"], detail["opener"]
    said = f"{member} {quote(opener)}" if opener is not None else f"no {member}"
    message = (
        f"this chunk gives {quote(detail['id'])} the {member} "
        f"{quote(event.payload.get(member))}, its first chunk (event {detail['event']}) gave it "
        f"{said}"
    )
    key = (world.run_index, detail["id"], member)
    return (Fault(message, pointer=departure.pointer, related=detail["event"], key=key),)
