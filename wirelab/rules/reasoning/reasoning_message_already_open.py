"""A REASONING_MESSAGE_START names a reasoning message that is still open.

What it checks
    Every REASONING_MESSAGE_START against the reasoning messages that are open, also those that a
    chunk opened.
Why it matters
    A client cannot tell a second message from a repeated start and rejects the stream.
What to do
    Send REASONING_MESSAGE_END before the id is used again, or give each message its own id.
Spec
    events/reasoning: a reasoning message that is open is not opened again.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("RSN003", Severity.ERROR, "REASONING_MESSAGE_START", fatal=True, spec="events/reasoning")
def reasoning_message_already_open(world: World, event: Event) -> Faults:
    message = world.messages.open.get(("reasoning", event.payload["messageId"]))
    if message is None or world.losses.has_closer("reasoning"):
        return ()
    return (
        Fault(
            f"reasoning message {quote(message.id)} is already open since event "
            f"{message.opened}; REASONING_MESSAGE_END has to come first",
            pointer="/messageId",
            related=message.opened,
        ),
    )
