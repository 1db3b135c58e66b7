"""A streamed text message has a role that AG-UI does not know.

What it checks
    ``role`` of TEXT_MESSAGE_START and TEXT_MESSAGE_CHUNK: developer, system, assistant or user. One
    finding an event type.
Why it matters
    Both official clients fail the run here. Providers and frameworks have roles of their own, such
    as "ai", "model" or "human", that an adapter has to translate. "tool" and "reasoning" are roles
    of messages, but such messages are not streamed as text.
What to do
    Send "assistant", or leave the role out, which means the same.
Spec
    basic/processing would have an unknown role stripped, and notes that no client does so. Our
    choice: what clients do, so an error. An unknown role in a snapshot's list drops that message.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.session.event import Departure, DepartureKind, Event

_TYPES = ("TEXT_MESSAGE_START", "TEXT_MESSAGE_CHUNK")


@on_departure(
    "SCH007", Severity.ERROR, DepartureKind.MALFORMED, fatal=True, spec="basic/processing"
)
def unknown_role(world: World, event: Event, departure: Departure) -> Faults:
    if not is_unknown_role(event, departure):
        return ()
    detail = departure.detail
    slip = f"; {detail['slip']}" if detail["slip"] else ""
    return (
        Fault(
            f"the role {detail['found']} of {event.type} is not known, it takes "
            f"{detail['allowed']}{slip}",
            pointer=departure.pointer,
            key=(world.runs.exchange, event.type, detail["found"]),
        ),
    )


def is_unknown_role(event: Event, departure: Departure) -> bool:
    """Whether a text message's role is a string that is none of the roles."""
    return (
        departure.pointer == "/role"
        and event.type in _TYPES
        and isinstance(event.payload.get("role"), str)
    )
