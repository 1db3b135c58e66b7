"""A required member is missing.

What it checks
    The members that AG-UI requires, of events and of every object inside them. The same member
    missing at the same place is one finding, whatever the event types.
Why it matters
    Clients fail the run. When the member is there under another name, the message says so; a
    serializer that drops null or empty values also drops required ones, such as a CUSTOM value of
    null.
What to do
    Send the member. Names are camelCase: messageId, not message_id.
Spec
    basic/processing: a missing required member is a malformed value, and fatal.
"""

from __future__ import annotations

import re

from wirelab.projections.world import World
from wirelab.protocol.likely_slips import LEFT_OUT
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.places import general
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.session.event import Departure, DepartureKind, Event

_SNAKE_CASE = re.compile('"[a-z]+(?:_[a-z]+)+"')


@on_departure(
    "SCH005", Severity.ERROR, DepartureKind.MALFORMED, fatal=True, spec="basic/processing"
)
def missing_member(world: World, event: Event, departure: Departure) -> Faults:
    if not is_missing(departure):
        return ()
    detail = departure.detail
    return (
        Fault(
            f"{departure.pointer} of {event.type} is missing: it is required and takes "
            f"{detail['allowed']}{_hint(detail['slip'])}",
            pointer=departure.pointer,
            key=(world.runs.exchange, general(departure.pointer)),
        ),
    )


def _hint(slip: str) -> str:
    if slip == LEFT_OUT:
        return f", null too{likely('left-out-nulls')}"
    if not slip:
        return ""
    return f"; {slip}{likely('snake-case') if _SNAKE_CASE.search(slip) else ''}"


def is_missing(departure: Departure) -> bool:
    """Whether the schema misses a member, rather than refuse one."""
    return bool(departure.detail["keyword"] == "required")
