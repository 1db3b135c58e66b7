"""What a producer probably meant, for the mistakes that real producers make.

Each function returns a short sentence, or "" where it has no guess worth making.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

_ALSO_WRITTEN = {
    "arguments": ("args", "input", "parameters"),
    "content": ("text", "value", "data", "output", "result"),
    "delta": ("content", "text", "chunk", "token", "patch", "args", "arguments"),
    "entityId": ("messageId", "toolCallId", "id"),
    "function": ("tool",),
    "message": ("error", "detail", "reason", "errorMessage"),
    "messageId": ("id", "message", "msgId"),
    "name": ("toolName", "title", "event"),
    "parameters": ("inputSchema", "schema"),
    "patch": ("delta", "operations"),
    "path": ("pointer", "target"),
    "runId": ("id", "run"),
    "snapshot": ("state", "data", "value"),
    "stepName": ("name", "step", "title"),
    "subagentRunId": ("runId", "id", "agentId"),
    "text": ("content", "value"),
    "threadId": ("conversationId", "sessionId", "chatId", "thread"),
    "toolCallId": ("id", "callId", "tool_use_id"),
    "toolCallName": ("name", "toolName", "tool", "functionName"),
    "type": ("eventType", "event", "kind"),
    "value": ("data", "payload", "content"),
}
_OTHER_VALUES = {
    "ai": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "human": "user",
    "function": "tool",
    "approved": "resolved",
    "accepted": "resolved",
    "canceled": "cancelled",
    "rejected": "cancelled",
    "completed": "success",
    "interrupted": "interrupt",
    "inputtext": "text",
    "outputtext": "text",
    "imageurl": "image",
    "inputaudio": "audio",
    "file": "document",
    "base64": "data",
    "toolcall": "tool-call",
}
_DIGITS = re.compile(r"-?[0-9]{1,16}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

LEFT_OUT = "left out because it is null? It is required: send null"
NULL = 'null does not mean "absent": leave the member out, or send a value'


def other_spelling(name: str, candidates: Iterable[str]) -> str:
    """The candidate that differs from ``name`` in case and punctuation only, or ""."""
    wanted = _letters(name)
    return next((other for other in candidates if other != name and _letters(other) == wanted), "")


def written_as(missing: str, strangers: Collection[str]) -> str:
    """The stranger, of the members that do not belong there, that is probably the missing one."""
    spelled = other_spelling(missing, strangers)
    if spelled:
        return spelled
    return next((name for name in _ALSO_WRITTEN.get(missing, ()) if name in strangers), "")


def meant_value(value: Any, allowed: Iterable[str]) -> str:
    """The allowed word that a wrong one probably stands for, or ""."""
    if not isinstance(value, str) or len(value) > 60:
        return ""
    allowed = tuple(allowed)
    habit = _OTHER_VALUES.get(_letters(value), "")
    return other_spelling(value, allowed) or (habit if habit in allowed else "")


def wrong_type(node: Mapping[str, Any], value: Any) -> str:
    """For a value, not null, of a type that is not the schema node's."""
    wanted = node["type"]
    if "string" in wanted:
        return _wanted_string(value)
    if wanted == "integer":
        return _wanted_integer(value, timestamp=node["minimum"] < 0)
    if wanted == "array":
        return _wanted_list(value)
    if wanted == "boolean" and value in ("true", "false", "True", "False"):
        return "true and false are written without quotes"
    return _encoded_twice(value, "{") if wanted == "object" else ""


def not_an_object(value: Any, branches: Collection[str]) -> str:
    """For what stands where a union of objects is wanted."""
    if value is None:
        return NULL
    if isinstance(value, str) and "text" in branches:
        return 'plain text? It takes {"type":"text","text":...}'
    if isinstance(value, str) and value in branches:
        return f'it takes {{"type":"{value}"}}'
    return _encoded_twice(value, "{")


def not_a_pointer(value: str) -> str:
    """For a text that is no JSON Pointer."""
    if value.startswith("#/"):
        return 'it takes no "#" before the first "/"'
    if value[0] not in "/$":
        return f'"/{value[:60]}" is probably meant, it begins with "/"'
    return 'within a name, "~" is written "~0" and "/" is written "~1"' if "~" in value else ""


def _wanted_string(value: Any) -> str:
    if isinstance(value, dict):
        return "a value that belongs here is sent as its JSON text"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return "an id or a text is written in quotes, also when it is a number"
    return ""


def _wanted_integer(value: Any, *, timestamp: bool) -> str:
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        return "a number is written without quotes"
    if timestamp and isinstance(value, float):
        return "a time in seconds? It takes whole milliseconds"
    if timestamp and isinstance(value, str) and _DATE.match(value):
        return "a date as text? It takes milliseconds since 1970 as a number"
    return ""


def _wanted_list(value: Any) -> str:
    if isinstance(value, dict):
        return "one item? It takes a list of them"
    return _encoded_twice(value, "[")


def _encoded_twice(value: Any, bracket: str) -> str:
    if isinstance(value, str) and value[:20].lstrip()[:1] == bracket:
        return "encoded twice? It takes the value itself, not its JSON text"
    return ""


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name[:100]).casefold()
