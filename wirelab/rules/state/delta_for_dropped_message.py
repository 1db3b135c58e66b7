"""Text or arguments arrive for an item that a snapshot took away while it was streaming.

What it checks
    Content and end of text and reasoning messages that were open when a MESSAGES_SNAPSHOT without
    them arrived, and arguments of a tool call whose message went that way. All events of one item
    are one finding, which counts them.
Why it matters
    The client has dropped the item, so this text is lost without a word: the answer stops on
    screen in the middle, or vanishes.
What to do
    Send the snapshot before or after the item, not during it; or let it restate the item, under
    the same id, with the text so far.
Spec
    events/state (MESSAGES_SNAPSHOT): a held message that the snapshot does not name is dropped.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import FAMILY_NAMES
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

_FAMILIES = {
    "TEXT_MESSAGE_CONTENT": "text",
    "TEXT_MESSAGE_END": "text",
    "REASONING_MESSAGE_CONTENT": "reasoning",
    "REASONING_MESSAGE_END": "reasoning",
}


@on_event(
    "SNP001",
    Severity.WARNING,
    *_FAMILIES,
    "TOOL_CALL_ARGS",
    spec="events/state#messages_snapshot",
)
def delta_for_dropped_message(world: World, event: Event) -> Faults:
    if event.type == "TOOL_CALL_ARGS":
        return _arguments(world, event)
    dropped = world.messages.dropped_open
    if not dropped:
        return ()
    family, message_id = _FAMILIES[event.type], event.payload["messageId"]
    at = dropped.get((family, message_id))
    if at is None:
        return ()
    return (
        Fault(
            f"{FAMILY_NAMES[family]} {quote(message_id)} was dropped by the snapshot at event "
            f"{at} while it was open: what comes for it is lost",
            pointer="/messageId",
            related=at,
            key=(world.run_index, family, message_id, at),
        ),
    )


def _arguments(world: World, event: Event) -> Faults:
    call = world.tool_calls.open.get(event.payload["toolCallId"])
    if call is None or ("text", call.holder_id) in world.messages.by_key:
        return ()
    return (
        Fault(
            f"the message {quote(call.holder_id)} that holds tool call {quote(call.id)} was "
            "dropped by a snapshot while the call was open: its arguments are lost",
            pointer="/toolCallId",
            related=call.opened,
            key=(world.run_index, "call", call.id),
        ),
    )
