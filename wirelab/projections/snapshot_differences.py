"""What a messages snapshot changes in what was streamed: legal, silent, wrong on screen.

Each difference is ``{"what", "id", ...}``: ``renamed`` (to), ``rewritten`` (to, before, after),
``text`` and ``arguments`` (before, after), ``merged`` (to), ``gone``; and ``holder`` (to): the
message a client made for a call without a parent gets an id - nothing on the wire had named one.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from wirelab.projections.message_json import readable_calls

if TYPE_CHECKING:
    from wirelab.projections.messages import Message
    from wirelab.projections.world import World

Difference = dict[str, Any]


def differences(
    streamed: list[Message], restated: list[tuple[Message, dict[str, Any]]], world: World
) -> list[Difference]:
    """Compare streamed messages with those of a snapshot, before it is applied."""
    by_id = {message.id: message for message, _ in restated}
    held_ids = {message.id for message in world.messages.order}
    fresh = [message for message, _ in restated if message.id not in held_ids]
    roles = {message.family for message in by_id.values()}
    found: list[Difference] = []
    for message in streamed:
        twin = by_id.get(message.id)
        if twin is not None:
            found += _changed(message, twin)
        elif message.family not in ("activity", "reasoning") or message.family in roles:
            found.append(_missing(message, fresh))
    for _, payload in restated:
        found += _changed_arguments(payload, world)
    return found


def _changed(message: Message, twin: Message) -> list[Difference]:
    if message.family == "activity" or message.open:
        return []
    before, after = message.content, twin.content
    if before == after or (not before and not after):
        return []
    return [{"what": "text", "id": message.id, "before": before, "after": after}]


def _missing(message: Message, fresh: list[Message]) -> Difference:
    """A streamed message the snapshot does not name: renamed, merged into another, or gone."""
    base: Difference = {"id": message.id, "role": message.role}
    for candidate in fresh:
        if candidate.family == message.family and _same_item(message, candidate):
            minted = message.origin == "call" and message.id in message.call_ids
            return base | {"what": "holder" if minted else "renamed", "to": candidate.id}
    text = message.text
    for candidate in fresh:
        if text and isinstance(candidate.body, str) and text in candidate.body:
            return base | {"what": "merged", "to": candidate.id}
    for candidate in fresh:
        if candidate.family == message.family and _is_most_of(candidate.body, text):
            return base | {
                "what": "rewritten",
                "to": candidate.id,
                "before": text,
                "after": candidate.body,
            }
    return base | {"what": "gone"}


def _is_most_of(part: Any, text: str) -> bool:
    return isinstance(part, str) and part in text and 2 * len(part) >= len(text) > 0


def _same_item(message: Message, candidate: Message) -> bool:
    if message.family == "tool":
        return message.tool_call_id == candidate.tool_call_id
    if message.call_ids or candidate.call_ids:
        return bool(set(message.call_ids) & set(candidate.call_ids))
    return message.content == candidate.content and bool(message.text)


def _changed_arguments(payload: dict[str, Any], world: World) -> list[Difference]:
    found: list[Difference] = []
    for given in readable_calls(payload):
        call = world.tool_calls.by_id.get(given["id"])
        if call is None or call.origin != "stream" or call.open:
            continue
        before, after = call.held_arguments, given["function"].get("arguments")
        if isinstance(after, str) and not _same_json(before, after):
            found.append({"what": "arguments", "id": call.id, "before": before, "after": after})
    return found


def _same_json(before: str, after: str) -> bool:
    if before == after:
        return True
    try:
        return bool(json.loads(before) == json.loads(after))
    except (ValueError, RecursionError):
        return False
