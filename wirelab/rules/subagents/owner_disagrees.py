"""A continuing event is tagged with another owner than the event that opened the item.

What it checks
    Content, arguments and ends of text messages, reasoning messages, tool calls and reasoning
    spans, and activity deltas: a subagentRunId on them has to be the opener's. An item whose opener
    had no tag is the parent run's, so a tag on its content disagrees. No tag is always fine. All
    such events of one item are one finding.
Why it matters
    It would append one agent's words to another agent's message, which nobody can detect later:
    clients reject the stream.
What to do
    Tag the continuing events like the START, or not at all. Two agents that stream at the same
    time need message ids of their own.
Spec
    events/subagents (ownership): a continuation whose tag disagrees with its opener is rejected.
    Where an item changed hands lawfully in between (a snapshot restated it, a later START without
    a tag reopened it), either owner is accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import FAMILY_NAMES, owner_name
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

if TYPE_CHECKING:
    from wirelab.projections.messages import Message
    from wirelab.projections.tool_calls import ToolCall

_FAMILIES = {
    "TEXT_MESSAGE_CONTENT": "text",
    "TEXT_MESSAGE_END": "text",
    "REASONING_MESSAGE_CONTENT": "reasoning",
    "REASONING_MESSAGE_END": "reasoning",
}


@on_event(
    "SUB006",
    Severity.ERROR,
    *_FAMILIES,
    "TOOL_CALL_ARGS",
    "TOOL_CALL_END",
    "REASONING_END",
    "ACTIVITY_DELTA",
    fatal=True,
    member="subagentRunId",
    spec="events/subagents",
)
def owner_disagrees(world: World, event: Event) -> Faults:
    tag = event.payload.get("subagentRunId")
    if tag is None:
        return ()
    kind, item_id, owners, opened = _item(world, event)
    if not owners or tag in owners:
        return ()
    since = f" since event {opened}" if opened is not None else ""
    return (
        Fault(
            f"{event.type} is tagged with {owner_name(tag)}, but {kind} {quote(item_id)} "
            f"belongs to {owner_name(owners[0])}{since}",
            pointer="/subagentRunId",
            related=opened,
            key=(world.run_index, kind, item_id),
        ),
    )


_Item = tuple[str, str, tuple[str | None, ...], int | None]


def _item(world: World, event: Event) -> _Item:
    """Kind, id, rightful owners and opener of what the event continues; no owners: not open."""
    payload = event.payload
    if event.type in ("TOOL_CALL_ARGS", "TOOL_CALL_END"):
        call = world.tool_calls.open.get(payload["toolCallId"])
        return "tool call", payload["toolCallId"], _owners(call), call.opened if call else None
    item_id = payload["messageId"]
    if event.type == "REASONING_END":
        span = world.reasoning.open.get(item_id)
        owners = (span.owner,) if span else ()
        return "reasoning span", item_id, owners, span.opened if span else None
    if event.type == "ACTIVITY_DELTA":
        activity = world.messages.find(item_id, "activity")
        owners = (activity.owner,) if activity else ()
        return FAMILY_NAMES["activity"], item_id, owners, activity.opened if activity else None
    message = world.messages.open.get((_FAMILIES[event.type], item_id))
    kind = FAMILY_NAMES[_FAMILIES[event.type]]
    return kind, item_id, _owners(message), message.opened if message else None


def _owners(item: Message | ToolCall | None) -> tuple[str | None, ...]:
    return (item.opener_owner, item.owner) if item is not None else ()
