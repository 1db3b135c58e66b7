"""Activity messages: made or replaced by snapshots, patched by deltas [events/activity]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.projections.messages import Message
from wirelab.projections.metadata import merge_metadata
from wirelab.projections.shared_state import refused
from wirelab.protocol import json_patch
from wirelab.session.event import Departure, DepartureKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.projections.world import World
    from wirelab.session.event import Event


def _snapshot(world: World, event: Event) -> Iterable[Departure]:
    payload = event.payload
    message_id = payload.get("messageId")
    if message_id is None:
        return ()
    message = world.messages.find(message_id, "activity")
    if message is not None and payload.get("replace") is False:
        return ()
    if message is None:
        message = world.messages.append(
            Message(message_id, "activity", "activity", "stream", run=world.run_index)
        )
        message.opened, message.opened_ms = event.seq, event.at_ms
    message = world.messages.own(message)
    message.body, message.owned = payload.get("content", {}), None
    message.activity_type = payload.get("activityType")
    message.owner = message.opener_owner = event.owner
    message.closed, message.closed_ms = event.seq, event.at_ms
    merge_metadata(message, payload)
    return ()


def _delta(world: World, event: Event) -> Iterable[Departure]:
    payload = event.payload
    message_id = payload.get("messageId")
    if message_id is None:
        return ()
    message = world.messages.find(message_id, "activity")
    if message is None:
        return (Departure(DepartureKind.ACTIVITY_MISSING, "/messageId", message_id),)
    message = world.messages.own(message)
    patch = payload.get("patch") or []
    try:
        content = json_patch.apply(message.body, patch, _owned(message, patch))
    except json_patch.PatchConflict as conflict:
        message.body = conflict.document
        return (refused(DepartureKind.ACTIVITY_PATCH_REFUSED, "patch", conflict),)
    if not isinstance(content, dict):
        return (Departure(DepartureKind.ACTIVITY_NOT_AN_OBJECT, "/patch", type(content).__name__),)
    message.body = content
    message.activity_type = payload.get("activityType") or message.activity_type
    message.closed, message.closed_ms = event.seq, event.at_ms
    merge_metadata(message, payload)
    return ()


def _owned(message: Message, patch: list[dict[str, Any]]) -> json_patch.Owned:
    """What the patch may change in place: nothing where it may make something else than an object,
    for the content then stays as it was."""
    if message.owned is None or any("" in (each.get("path"), each.get("from")) for each in patch):
        message.owned = json_patch.Owned()
    return message.owned


FOLDS = {"ACTIVITY_SNAPSHOT": _snapshot, "ACTIVITY_DELTA": _delta}
