"""MESSAGES_SNAPSHOT: restating the conversation, and what that does to what was streamed.

Same id replaces in place, new ids are appended in the snapshot's order, held messages absent from
it go - except activity and reasoning messages, unless the snapshot carries one of that role
[events/state#messages_snapshot].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.projections.message_json import hold_calls, hold_result, read_message
from wirelab.projections.messages import Message, Messages
from wirelab.projections.snapshot_differences import differences
from wirelab.session.event import Departure, DepartureKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.projections.world import World
    from wirelab.session.event import Event


def _snapshot(world: World, event: Event) -> Iterable[Departure]:
    given = event.payload.get("messages")
    if not isinstance(given, list):
        return ()
    payloads = [item for item in given if isinstance(item, dict)]
    restated = [
        (message, payload)
        for payload in payloads
        if (message := read_message(payload, "snapshot")) is not None
    ]
    streamed = [message for message in world.messages.order if message.origin in ("stream", "call")]
    seen = differences(streamed, restated, world)
    _merge(world.messages, [message for message, _ in restated], event.seq)
    for message, payload in restated:
        hold_calls(world.tool_calls, message, payload, "snapshot")
        hold_result(world.tool_calls, message, event.seq)
    order = _order_difference(world.messages, [message for message, _ in restated])
    if not seen and order is None:
        return ()
    detail: dict[str, Any] = {"differences": seen, "order": order}
    return (Departure(DepartureKind.SNAPSHOT_DIVERGES, "/messages", detail=detail),)


def _merge(messages: Messages, restated: list[Message], seq: int) -> None:
    by_id = {message.id: message for message in restated}
    roles = {message.family for message in restated}
    kept: list[Message] = []
    for held in messages.order:
        replacement = by_id.pop(held.id, None)
        if replacement is not None:
            _take_over(messages, held, replacement)
            kept.append(replacement)
        elif held.family in ("activity", "reasoning") and held.family not in roles:
            kept.append(held)
        elif messages.open.pop((held.family, held.id), None) is not None:
            messages.dropped_open[held.family, held.id] = seq
    for message in restated:
        latest = by_id.pop(message.id, None)
        if latest is not None:
            kept.append(latest)
    messages.hold(kept)


def _take_over(messages: Messages, held: Message, replacement: Message) -> None:
    """Keep the life of the item that a snapshot restates: when it began, whether it is open."""
    replacement.origin = held.origin
    replacement.run = held.run
    replacement.opener_owner = held.opener_owner
    replacement.opened, replacement.opened_ms = held.opened, held.opened_ms
    replacement.closed, replacement.closed_ms = held.closed, held.closed_ms
    if messages.open.pop((held.family, held.id), None) is not None:
        replacement.open = True
        messages.open[replacement.family, replacement.id] = replacement
        if isinstance(replacement.body, str):
            replacement.parts, replacement.body = [replacement.body], None


def _order_difference(messages: Messages, restated: list[Message]) -> dict[str, list[str]] | None:
    """The client's order of the snapshot's messages where it is not the snapshot's own."""
    wanted = list(dict.fromkeys(message.id for message in restated))
    named = set(wanted)
    held = list(dict.fromkeys(each.id for each in messages.order if each.id in named))
    return None if held == wanted else {"held": held, "snapshot": wanted}


FOLDS = {"MESSAGES_SNAPSHOT": _snapshot}
