"""Answers as they go into the next input: entries of ``resume`` and tool messages."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from wirelab.protocol.run_input import UNSET

DECLINED = "declined by user"
"""What the ``error`` of a tool message says when a person did not want the tool to run."""


@dataclass(slots=True, frozen=True)
class Answers:
    """All answers of one turn. resume: entries; messages: tool messages."""

    resume: list[dict[str, Any]] = field(default_factory=list)
    messages: list[dict[str, Any]] = field(default_factory=list)


def resolved(interrupt: dict[str, Any], payload: Any = UNSET) -> dict[str, Any]:
    """The entry that answers an interrupt; no ``payload`` where it is unset, or null, which an
    entry cannot carry."""
    given = {} if payload is UNSET or payload is None else {"payload": payload}
    return {"interruptId": interrupt["id"], "status": "resolved", **given}


def abandoned(interrupt: dict[str, Any]) -> dict[str, Any]:
    """The entry that drops an interrupt's question."""
    return {"interruptId": interrupt["id"], "status": "cancelled"}


def tool_result(call_id: str, message_id: str, result: Any) -> dict[str, Any]:
    """The message that answers a call: text as it is, any other value as JSON text."""
    return _tool_message(call_id, message_id, result_text(result))


def tool_failure(call_id: str, message_id: str, error: str) -> dict[str, Any]:
    """The message that says why a call has no result: it failed, or a person declined it."""
    return _tool_message(call_id, message_id, "") | {"error": error}


def result_text(result: Any) -> str:
    """A result as the content of a tool message."""
    if isinstance(result, str):
        return result
    return json.dumps(result, ensure_ascii=False, separators=(",", ":"))


def _tool_message(call_id: str, message_id: str, content: str) -> dict[str, Any]:
    return {"id": message_id, "role": "tool", "toolCallId": call_id, "content": content}
