"""The reference client fails on something unknown that a client is to drop.

What it checks
    An encrypted value whose ``subtype`` AG-UI does not know, and an event whose type is the empty
    text. One finding an exchange.
Why it matters
    The run ends there for everybody who uses that client; others carry on.
What to do
    Send the kinds that the client's version knows: "message" and "tool-call".
Spec
    basic/processing: what is unknown is dropped with a warning. @ag-ui/client 1.0.0 takes these two
    for malformed.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event

_SUBTYPES = "ReasoningEncryptedValueSubtype"


@on_departure(
    "REF007",
    Severity.NOTE,
    DepartureKind.UNKNOWN_MEMBER,
    DepartureKind.UNKNOWN_TYPE,
    spec="basic/processing",
    opinion=True,
)
def unknown_kind_fails(world: World, event: Event, departure: Departure) -> Faults:
    if world.refused:
        return ()
    if departure.kind is DepartureKind.UNKNOWN_TYPE:
        if event.payload.get("type") != "":
            return ()
        message = f"{CLIENT}: fails on an event whose type is empty, instead of dropping it"
    elif departure.detail["definition"] == _SUBTYPES:
        message = f"{CLIENT}: fails on the subtype {quote(event.payload.get('subtype'))}"
    else:
        return ()
    return (Fault(message, pointer=departure.pointer, key=world.runs.exchange),)
