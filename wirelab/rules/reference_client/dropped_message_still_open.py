"""The reference client still takes a message for open that a snapshot dropped.

What it checks
    RUN_FINISHED, or a new START of the same id, after a MESSAGES_SNAPSHOT took away a message that
    was open. One finding an exchange.
Why it matters
    The client's check of the order does not look at snapshots: it misses the END and rejects the
    stream, although no such message is there any more.
What to do
    Close messages before a snapshot, or send their END all the same.
Spec
    basic/patterns/snapshots: a snapshot replaces the conversation; what it left out is gone, open
    or not. @ag-ui/client 1.0.0 asks for the END.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import FAMILY_NAMES
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

_FAMILIES = {"TEXT_MESSAGE_START": "text", "REASONING_MESSAGE_START": "reasoning"}


@on_event(
    "REF009",
    Severity.NOTE,
    *_FAMILIES,
    "RUN_FINISHED",
    spec="basic/patterns/snapshots",
    opinion=True,
)
def dropped_message_still_open(world: World, event: Event) -> Faults:
    dropped = world.messages.dropped_open
    if not dropped or world.refused:
        return ()
    if event.type in _FAMILIES:
        family, message_id = _FAMILIES[event.type], event.payload["messageId"]
    else:
        family, message_id = next(iter(dropped))
    if (family, message_id) not in dropped:
        return ()
    return (
        Fault(
            f"{CLIENT}: rejects the stream here, it holds {FAMILY_NAMES[family]} "
            f"{quote(message_id)} for open, which a snapshot dropped",
            related=dropped[family, message_id],
            key=world.runs.exchange,
        ),
    )
