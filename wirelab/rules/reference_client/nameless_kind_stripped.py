"""The reference client strips what does not say its kind, and goes on.

What it checks
    An outcome, content part or source without a readable ``type``, a patch operation without
    ``op``, a message in a list without ``role``, where the event has no other fault. One finding an
    exchange.
Why it matters
    What was meant is lost without an error: an operation that never happened, a part or a message
    that is not there, an interrupt taken for a success.
What to do
    As the error beside this note says: send the member that names the kind.
Spec
    basic/processing: a missing required member is malformed, and fatal. @ag-ui/client 1.0.0 treats
    a value of a union without its kind as one of an unknown kind.
"""

from __future__ import annotations

import re

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.session.event import Departure, DepartureKind, Event

_NAMES_A_KIND = re.compile(
    r".*/(?:(?:outcome|source|content/[0-9]+)/type|(?:delta|patch)/[0-9]+/op|messages/[0-9]+/role)"
)


@on_departure(
    "REF008",
    Severity.NOTE,
    DepartureKind.MALFORMED,
    spec="basic/processing",
    opinion=True,
)
def nameless_kind_stripped(world: World, event: Event, departure: Departure) -> Faults:
    if world.refused:
        return ()
    faults = [each for each in event.departures if each.kind is DepartureKind.MALFORMED]
    if not all(_NAMES_A_KIND.fullmatch(each.pointer) for each in faults):
        return ()
    whole, _, member = departure.pointer.rpartition("/")
    return (
        Fault(
            f"{CLIENT}: goes on without {whole} of {event.type}, which has no {member} it can read",
            pointer=departure.pointer,
            key=world.runs.exchange,
        ),
    )
