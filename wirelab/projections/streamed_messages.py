"""Messages that stream: opened, extended and closed by events, text and reasoning alike
[events/text-messages]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.projections.messages import Message
from wirelab.projections.metadata import merge_metadata
from wirelab.session.event import Departure, DepartureKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.projections.world import Fold, World
    from wirelab.session.event import Event

_ROLES = {"text": "assistant", "reasoning": "reasoning"}


def open_message(world: World, event: Event, family: str, role: str) -> None:
    """Open a message of a streamed family, or reopen the one that has its id."""
    messages, payload = world.messages, event.payload
    message_id = payload.get("messageId")
    if message_id is None:
        return
    key = (family, message_id)
    message = messages.by_key.get(key)
    if message is None:
        message = messages.append(
            Message(
                message_id,
                role,
                family,
                "stream",
                name=payload.get("name"),
                owner=event.owner,
                run=world.run_index,
            )
        )
    elif message.open:
        world.losses.note_opener(family)
    else:
        message = messages.own(message)
        if message.body is not None:
            message.parts = [message.body] if isinstance(message.body, str) else []
            message.body = None
    message.open = True
    message.cut_off = False
    message.opener_owner = event.owner
    message.opened, message.opened_ms = event.seq, event.at_ms
    messages.open[key] = message
    messages.dropped_open.pop(key, None)
    merge_metadata(message, payload)


def extender(family: str) -> Fold:
    """The fold for the content events of a streamed family."""

    def extend_message(world: World, event: Event) -> Iterable[Departure]:
        payload = event.payload
        message = world.messages.open.get((family, payload.get("messageId", "")))
        if message is None:
            refused = _refused(world, event, family)
            if refused is not None:
                return refused
            open_message(world, event, family, _ROLES[family])
            message = world.messages.open[family, payload["messageId"]]
        delta = payload.get("delta")
        if delta:
            message.parts.append(delta)
        if "metadata" in payload:
            merge_metadata(message, payload)
        return ()

    return extend_message


def closer(family: str) -> Fold:
    """The fold for the end events of a streamed family."""

    def close_message(world: World, event: Event) -> Iterable[Departure]:
        key = (family, event.payload.get("messageId", ""))
        message = world.messages.open.pop(key, None)
        if message is None:
            refused = _refused(world, event, family)
            if world.messages.dropped_open.pop(key, None) is None and refused:
                world.losses.closers[family] += 1
            if refused is not None:
                return refused
            open_message(world, event, family, _ROLES[family])
            message = world.messages.open.pop(key)
        message.open = False
        message.parts = ["".join(message.parts)] if message.parts else []
        message.closed, message.closed_ms = event.seq, event.at_ms
        merge_metadata(message, event.payload)
        return ()

    return close_message


def _refused(world: World, event: Event, family: str) -> Iterable[Departure] | None:
    """Why nothing came of an event for a message that is not open; () where that was told before,
    None where its start was lost, so that the message begins here.

    subject: the family. detail, where a snapshot dropped the message: ``event``, that snapshot.
    """
    message_id = event.payload.get("messageId")
    if message_id is None or world.runs.active is None:
        return ()
    dropped = world.messages.dropped_open.get((family, message_id))
    if dropped is not None:
        detail = {"event": dropped}
        return (Departure(DepartureKind.ITEM_DROPPED, "/messageId", family, detail),)
    held = world.messages.by_key.get((family, message_id))
    if not world.began(held) and world.losses.take_opener(family):
        return None
    world.losses.spoilt.add(event.type)
    return (Departure(DepartureKind.ITEM_NOT_OPEN, "/messageId", family),)


def _start(world: World, event: Event) -> Iterable[Departure]:
    open_message(world, event, "text", event.payload.get("role") or "assistant")
    return ()


FOLDS = {
    "TEXT_MESSAGE_START": _start,
    "TEXT_MESSAGE_CONTENT": extender("text"),
    "TEXT_MESSAGE_END": closer("text"),
}
