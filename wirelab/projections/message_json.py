"""Messages to and from the protocol's JSON, for inputs, snapshots and what a client would send."""

from __future__ import annotations

from typing import Any

from wirelab.projections.messages import FAMILY_OF_ROLE, Message, Messages
from wirelab.projections.tool_calls import ToolCall, ToolCalls, ToolResult


def message_to_json(message: Message, calls: ToolCalls) -> dict[str, Any]:
    """One message as a client holds it; absent members are left out."""
    members: dict[str, Any] = {"id": message.id, "role": message.role}
    optional = {
        "name": message.name,
        "activityType": message.activity_type,
        "content": message.content,
        "toolCalls": [
            call_to_json(calls.by_id[call_id])
            for call_id in message.call_ids
            if call_id in calls.by_id
        ]
        or None,
        "toolCallId": message.tool_call_id,
        "error": message.error,
        "subagentRunId": message.owner,
        "encryptedValue": message.encrypted_value,
        "encryptedValueType": message.encrypted_value_type,
        "metadata": _own(message.metadata),
    }
    return members | {name: value for name, value in optional.items() if value is not None}


def call_to_json(call: ToolCall) -> dict[str, Any]:
    members: dict[str, Any] = {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": call.held_arguments},
    }
    optional = {
        "encryptedValue": call.encrypted_value,
        "encryptedValueType": call.encrypted_value_type,
        "metadata": _own(call.metadata),
    }
    return members | {name: value for name, value in optional.items() if value is not None}


def _own(metadata: dict[str, Any] | None) -> dict[str, Any] | None:
    """Metadata that later events leave alone."""
    return metadata if metadata is None else dict(metadata)


def read_message(payload: dict[str, Any], origin: str) -> Message | None:
    """A message from JSON; None where it has no usable id or role."""
    message_id, role = payload.get("id"), payload.get("role")
    if not isinstance(message_id, str) or not isinstance(role, str):
        return None
    message = Message(message_id, role, FAMILY_OF_ROLE.get(role, "text"), origin)
    message.name = _text(payload, "name")
    message.body = payload.get("content")
    message.activity_type = _text(payload, "activityType")
    message.tool_call_id = _text(payload, "toolCallId")
    message.error = _text(payload, "error")
    message.owner = _text(payload, "subagentRunId")
    message.encrypted_value = _text(payload, "encryptedValue")
    message.encrypted_value_type = _text(payload, "encryptedValueType")
    metadata = payload.get("metadata")
    message.metadata = metadata if isinstance(metadata, dict) else None
    message.call_ids = dict.fromkeys(call["id"] for call in readable_calls(payload))
    return message


def _text(payload: dict[str, Any], name: str) -> str | None:
    """A member that is text; an input may be malformed, and what is none reads as absent."""
    value = payload.get(name)
    return value if isinstance(value, str) else None


def readable_calls(payload: dict[str, Any]) -> list[dict[str, Any]]:
    """The ``toolCalls`` of a message that have an id and a function."""
    calls = payload.get("toolCalls")
    if not calls or not isinstance(calls, list):
        return []
    return [
        call
        for call in calls
        if isinstance(call, dict)
        and isinstance(call.get("id"), str)
        and isinstance(call.get("function"), dict)
    ]


def hold_calls(calls: ToolCalls, message: Message, payload: dict[str, Any], origin: str) -> None:
    """Bring the calls a message restates into the table of calls."""
    for given in readable_calls(payload):
        function = given["function"]
        call = calls.by_id.get(given["id"])
        if call is None:
            name = function.get("name")
            call = ToolCall(given["id"], name if isinstance(name, str) else "", origin, message.id)
            calls.hold(call)
        call = calls.own(call)
        if origin == "input":
            call.origin = origin
        call.holder_id = message.id
        call.restate(function.get("arguments"))
        call.encrypted_value = _text(given, "encryptedValue")
        call.encrypted_value_type = _text(given, "encryptedValueType")
        metadata = given.get("metadata")
        call.metadata = metadata if isinstance(metadata, dict) else None
        call.owns_metadata = False


def hold_result(calls: ToolCalls, message: Message, event: int | None) -> None:
    """Note a tool message as the result of its call, where the call has none yet."""
    call = calls.by_id.get(message.tool_call_id or "")
    if call is not None and call.result is None:
        call = calls.own(call)
        call.result = ToolResult(event, None, message.id, message.body)


def hold_input(messages: Messages, calls: ToolCalls, given: list[dict[str, Any]]) -> None:
    """Take the messages of a RunAgentInput as what the client holds.

    Activity messages held so far stay where they stand: a client never sends those back.
    """
    read = [(read_message(payload, "input"), payload) for payload in given]
    named = {(message.family, message.id) for message, _ in read if message is not None}
    activities = _activities_not_sent(messages, named)
    messages.hold(activities.pop(None, ()))
    for message, payload in read:
        if message is not None and (key := (message.family, message.id)) not in messages.by_key:
            messages.append(message)
            hold_calls(calls, message, payload, "input")
            hold_result(calls, message, None)
            for activity in activities.get(key, ()):
                messages.append(activity)


def _activities_not_sent(
    messages: Messages, sent: set[tuple[str, str]]
) -> dict[tuple[str, str] | None, list[Message]]:
    """The activity messages that were not, by the message behind which they stand that was."""
    found: dict[tuple[str, str] | None, list[Message]] = {}
    before = None
    for message in messages.order:
        if (key := (message.family, message.id)) in sent:
            before = key
        elif message.family == "activity":
            found.setdefault(before, []).append(message)
    return found
