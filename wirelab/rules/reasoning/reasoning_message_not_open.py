"""Reasoning content or its end names a reasoning message that is not open.

What it checks
    REASONING_MESSAGE_CONTENT and REASONING_MESSAGE_END against the reasoning messages that are
    open. A span does not count: REASONING_START opens no message. A message that a snapshot
    dropped while it was open is another rule's (delta-for-dropped-message). Many fragments of one
    message are one finding.
Why it matters
    A client has no message to put the text into and rejects the stream.
What to do
    Send REASONING_MESSAGE_START with that messageId first; inside a span as well.
Spec
    events/reasoning: content and end only for a message that is open.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "RSN004",
    Severity.ERROR,
    DepartureKind.ITEM_NOT_OPEN,
    fatal=True,
    spec="events/reasoning",
)
def reasoning_message_not_open(world: World, event: Event, departure: Departure) -> Faults:
    if departure.subject != "reasoning":
        return ()
    message_id = event.payload["messageId"]
    message = world.messages.by_key.get(("reasoning", message_id))
    related = None
    if message is not None and message.cut_off:
        why, related = "the end of its run cut it off", message.opened
    elif message is not None and message.closed is not None:
        why, related = f"REASONING_MESSAGE_END closed it at event {message.closed}", message.closed
    else:
        why = "no REASONING_MESSAGE_START opened it"
        if message_id in world.reasoning.open:
            why += "; a span has that id, but a span is no message"
    return (
        Fault(
            f"{event.type} for reasoning message {quote(message_id)}, which is not open: {why}",
            pointer="/messageId",
            related=related,
            key=(world.run_index, message_id),
        ),
    )
