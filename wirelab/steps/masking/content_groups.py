"""Which leaf of an event or an input is content, and of what group.

What is known to be structure (ids, roles, names of tools, types, paths, schemas, times) is of no
group. What is not known is of every group: it might hold any of them.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from wirelab.steps.masking.json_leaves import Path


class Group(StrEnum):
    TEXT = "text"
    REASONING = "reasoning"
    TOOL_ARGS = "toolArgs"
    TOOL_RESULTS = "toolResults"
    STATE = "state"
    INPUT = "input"


Groups = frozenset[Group]
NONE: Groups = frozenset()
ANY: Groups = frozenset(Group)
_TEXT, _REASONING, _ARGUMENTS, _RESULTS, _STATE, _INPUT = (frozenset((each,)) for each in Group)

_STRUCTURE = frozenset(
    (
        *("type", "timestamp", "role", "name", "toolCallName", "stepName", "subagentName"),
        *("code", "activityType", "protocolVersion", "subtype", "entityType", "reason"),
        *("encryptedValueType", "status", "replace", "usage", "responseSchema", "expiresAt"),
        *("mimeType", "parameters", "source"),
    )
)
_GROUP_OF_DELTA = {
    "TEXT_MESSAGE_CONTENT": _TEXT,
    "TEXT_MESSAGE_CHUNK": _TEXT,
    "REASONING_MESSAGE_CONTENT": _REASONING,
    "REASONING_MESSAGE_CHUNK": _REASONING,
    "THINKING_TEXT_MESSAGE_CONTENT": _REASONING,
    "TOOL_CALL_ARGS": _ARGUMENTS,
    "TOOL_CALL_CHUNK": _ARGUMENTS,
}
_MEMBER_OF_TYPE = {
    ("TOOL_CALL_RESULT", "content"): _RESULTS,
    ("STATE_SNAPSHOT", "snapshot"): _STATE,
    ("ACTIVITY_SNAPSHOT", "content"): _STATE,
    ("RUN_FINISHED", "result"): _RESULTS,
    ("SUBAGENT_FINISHED", "result"): _RESULTS,
    ("RUN_ERROR", "message"): _TEXT,
    ("SUBAGENT_ERROR", "message"): _TEXT,
    ("REASONING_ENCRYPTED_VALUE", "encryptedValue"): _REASONING,
}
_PATCHES = {("STATE_DELTA", "delta"), ("ACTIVITY_DELTA", "patch")}
_GROUP_OF_ROLE = {"tool": _RESULTS, "reasoning": _REASONING, "activity": _STATE}


def groups_in_event(payload: dict[str, Any], path: Path) -> Groups:
    """The groups of a leaf of an event."""
    member, rest = path[0], path[1:]
    type_ = payload.get("type")
    if (type_, member) in _PATCHES:
        return _of_operation(rest, _STATE)
    if member == "messages" and type_ == "MESSAGES_SNAPSHOT":
        return _in_messages(payload["messages"], rest)
    if member == "input" and type_ == "RUN_STARTED" and rest:
        return groups_in_input(payload["input"], rest)
    if member == "outcome":
        return _of_outcome(rest)
    if member == "delta" and isinstance(type_, str) and not rest:
        return _GROUP_OF_DELTA.get(type_, ANY)
    if type_ == "TOOL_CALL_RESULT" and member == "content" and _says_kind_of_part(rest):
        return NONE
    known = _MEMBER_OF_TYPE.get((type_, str(member))) if isinstance(type_, str) else None
    return known or _of_member(member)


def groups_in_input(payload: Any, path: Path) -> Groups:
    """The groups of a leaf of a RunAgentInput; all but structure is of ``input`` too."""
    member, rest = path[0], path[1:]
    if member == "messages":
        groups = _in_messages(payload["messages"], rest)
    elif member == "state":
        groups = _STATE
    elif member == "tools":
        groups = _INPUT if rest[1:] == ("description",) else _of_member(_at(rest, 1))
    elif member == "resume":
        groups = _of_member(_at(rest, 1)) if _at(rest, 1) != "payload" else _INPUT
    elif member in ("context", "forwardedProps"):
        groups = _INPUT
    else:
        groups = _of_member(member)
    return groups | _INPUT if groups else NONE


def _says_kind_of_part(path: Path) -> bool:
    """Whether a leaf of a ``content`` says what kind of part it belongs to."""
    return isinstance(_at(path, 0), int) and path[-1] in ("type", "mimeType")


def _of_operation(rest: Path, group: Groups) -> Groups:
    return NONE if _at(rest, 1) in ("op", "path", "from") else group


def _of_outcome(rest: Path) -> Groups:
    member = _at(rest, 2) if _at(rest, 0) == "interrupts" else _at(rest, 0)
    return _TEXT if member == "message" else _of_member(member)


def _in_messages(messages: Any, rest: Path) -> Groups:
    """The groups of a leaf in a list of messages."""
    member = _at(rest, 1)
    if member == "toolCalls":
        inner = rest[3:]
        if inner == ("function", "arguments"):
            return _ARGUMENTS
        return _of_member(inner[-1] if inner[:1] == ("function",) else _at(inner, 0))
    if member == "content" and not _says_kind_of_part(rest[2:]):
        role = _role(messages, rest[0])
        return _GROUP_OF_ROLE.get(role, _TEXT) if isinstance(role, str) else _TEXT
    if member == "encryptedValue":
        return _REASONING
    return NONE if member == "content" else _of_member(member)


def _role(messages: Any, index: str | int) -> Any:
    message = messages[index] if isinstance(messages, list) and isinstance(index, int) else None
    return message.get("role") if isinstance(message, dict) else None


def _of_member(member: str | int) -> Groups:
    """Structure, by the member's name, or something that nobody knows."""
    name = str(member)
    return NONE if name in _STRUCTURE or name == "id" or name.endswith(("Id", "Ids")) else ANY


def _at(path: Path, index: int) -> str | int:
    return path[index] if index < len(path) else ""


GroupsOf = Callable[[Any, Path], Groups]
