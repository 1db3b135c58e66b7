"""A content or end event names a text message that is not open.

What it checks
    TEXT_MESSAGE_CONTENT and TEXT_MESSAGE_END name a message that a TEXT_MESSAGE_START (or a chunk)
    opened and nothing has closed since. All such events for one message in one run are one
    finding, which counts them.
Why it matters
    Clients refuse the stream at the first of them: what came before stays on the screen, the text
    they carry and everything after it never gets there.
What to do
    Send TEXT_MESSAGE_START first. If the message was closed, a second START with the same id
    reopens it and the text goes on; for a new message take a new id. Text that goes on after a
    tool call is the usual cause: the call closed the message.
Spec
    events/text-messages: content and end belong to an open message. A message that a snapshot
    took away while it was open is another matter (see delta-for-dropped-message).
"""

from __future__ import annotations

from wirelab.projections.messages import Message
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import FAMILY_NAMES
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "MSG002",
    Severity.ERROR,
    DepartureKind.ITEM_NOT_OPEN,
    fatal=True,
    spec="events/text-messages#error-handling",
)
def message_not_open(world: World, event: Event, departure: Departure) -> Faults:
    if departure.subject != "text":
        return ()
    message_id = event.payload.get("messageId", "")
    messages, key = world.messages, ("text", message_id)
    what = "content" if event.type == "TEXT_MESSAGE_CONTENT" else "the end"
    why, related = _why(messages.by_key.get(key) or messages.find(message_id))
    text = f"{what} came for text message {quote(message_id)}, but {why}"
    group = (world.run_index, message_id)
    return (Fault(text, pointer="/messageId", related=related, key=group),)


def _why(message: Message | None) -> tuple[str, int | None]:
    """Why a message is not open, and the event that explains it."""
    if message is None or message.opened is None:
        return "it was never started", None
    if message.family != "text":
        return f"that is the id of a {FAMILY_NAMES[message.family]}", message.opened
    if message.cut_off:
        return f"the run it was started in (event {message.opened}) is over", message.opened
    return f"it was closed at event {message.closed}; a second START reopens it", message.closed
