"""The reference client puts one message into another that has the same id.

What it checks
    A text or reasoning message begins, or an activity comes, under an id that a message of another
    kind already has. One finding a message.
Why it matters
    It looks messages up by id alone. Text goes onto the end of what is there: the answer appears
    inside the reasoning, or behind a tool's result. An activity takes the place of a text, and text
    for an activity's id is lost.
What to do
    Give every message an id of its own.
Spec
    basic (identifiers): a message id is unique in its thread. @ag-ui/client 1.0.0 neither rejects
    the stream nor warns, but for activities.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import FAMILY_NAMES
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

if TYPE_CHECKING:
    from wirelab.projections.messages import Message

_FAMILIES = {
    "TEXT_MESSAGE_START": "text",
    "REASONING_MESSAGE_START": "reasoning",
    "ACTIVITY_SNAPSHOT": "activity",
}


@on_event("REF006", Severity.NOTE, *_FAMILIES, spec="basic#identifiers", opinion=True)
def shared_id_glued(world: World, event: Event) -> Faults:
    message_id, family = event.payload["messageId"], _FAMILIES[event.type]
    first = _first_held(world, message_id)
    if first is None or first.family == family or world.refused:
        return ()
    kind, held, name = FAMILY_NAMES[family], FAMILY_NAMES[first.family], quote(message_id)
    if first.family == "activity":
        does = f"loses the {kind} {name}, which has the id of an {held}"
    elif family == "activity":
        does = f"puts the {kind} {name} in the place of the {held} with its id"
    else:
        does = f"appends the {kind} {name} to the {held} with its id"
    key = (world.runs.exchange, family, message_id)
    return (Fault(f"{CLIENT}: {does}", pointer="/messageId", related=first.opened, key=key),)


def _first_held(world: World, message_id: str) -> Message | None:
    """The message of that id that came first: the one the client finds."""
    held = world.messages.of_id(message_id)
    if len(held) < 2:
        return held[0] if held else None
    return next(message for message in world.messages.order if message.id == message_id)
