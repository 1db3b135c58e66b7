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
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "SNP001",
    Severity.WARNING,
    DepartureKind.ITEM_DROPPED,
    spec="events/state#messages_snapshot",
)
def delta_for_dropped_message(world: World, event: Event, departure: Departure) -> Faults:
    at = departure.detail["event"]
    if departure.subject == "call":
        return _arguments(world, event, at)
    message_id = event.payload["messageId"]
    return (
        Fault(
            f"{FAMILY_NAMES[departure.subject]} {quote(message_id)} was dropped by the snapshot at "
            f"event {at} while it was open: what comes for it is lost",
            pointer=departure.pointer,
            related=at,
            key=(world.run_index, departure.subject, message_id, at),
        ),
    )


def _arguments(world: World, event: Event, opened: int | None) -> Faults:
    call = world.tool_calls.by_id[event.payload["toolCallId"]]
    return (
        Fault(
            f"the message {quote(call.holder_id)} that holds tool call {quote(call.id)} was "
            "dropped by a snapshot while the call was open: its arguments are lost",
            pointer="/toolCallId",
            related=opened,
            key=(world.run_index, "call", call.id),
        ),
    )
