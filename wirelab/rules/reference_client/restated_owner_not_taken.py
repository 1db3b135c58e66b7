"""The reference client goes by the owner a snapshot gave, and rejects the opener's.

What it checks
    Content or the end of a message whose tag is that of its START, after a MESSAGES_SNAPSHOT
    restated the message under another owner; likewise a tool call whose parent is such a message.
    One finding an exchange.
Why it matters
    The stream ends there with that client. Snapshots that leave ``subagentRunId`` out do this to
    every message of a subagent that is under way.
What to do
    Restate messages with the ``subagentRunId`` they have.
Spec
    basic/patterns/snapshots: a snapshot sets the owner of what it restates; the START still says
    whose an item is while it streams, we hold either tag for right. @ag-ui/client 1.0.0 does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import owner_name
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

if TYPE_CHECKING:
    from wirelab.projections.messages import Message

_FAMILIES = {
    "TEXT_MESSAGE_CONTENT": "text",
    "TEXT_MESSAGE_END": "text",
    "REASONING_MESSAGE_CONTENT": "reasoning",
    "REASONING_MESSAGE_END": "reasoning",
}


@on_event(
    "REF021",
    Severity.NOTE,
    *_FAMILIES,
    "TOOL_CALL_START",
    member="subagentRunId",
    spec="basic/patterns/snapshots",
    opinion=True,
)
def restated_owner_not_taken(world: World, event: Event) -> Faults:
    message = _message_of(world, event)
    if message is None or message.opened is None or message.run != world.run_index:
        return ()
    if event.owner != message.opener_owner or event.owner == message.owner or world.refused:
        return ()
    return (
        Fault(
            f"{CLIENT}: rejects {event.type} of {owner_name(event.owner)}, a snapshot made message "
            f"{quote(message.id)} one of {owner_name(message.owner)}",
            pointer="/subagentRunId",
            related=message.opened,
            key=world.runs.exchange,
        ),
    )


def _message_of(world: World, event: Event) -> Message | None:
    """The message an event goes on with, or puts a call into."""
    if event.type == "TOOL_CALL_START":
        return world.messages.by_key.get(("text", event.payload.get("parentMessageId", "")))
    return world.messages.open.get((_FAMILIES[event.type], event.payload["messageId"]))
