"""What applications say to the ten scenarios: all of their turns, and every answer."""

from __future__ import annotations

import json
from typing import Any

Turn = dict[str, Any]

TOOL: dict[str, Any] = {
    "name": "get_location",
    "description": "Where the user is.",
    "parameters": {"type": "object", "properties": {"precise": {"type": "boolean"}}},
}
STATE = {"mine": [1], "board": "old"}


def _answers(approved: bool) -> Turn:
    payloads: list[Any] = [{"approved": approved}, {"channel": "email"}]
    return {"resume": [{"status": "resolved", "payload": payload} for payload in payloads]}


_ABANDONED: Turn = {"resume": [{"status": "cancelled"}] * 2}
_GO, _AGAIN = {"say": "Go"}, {"say": "Once more"}

CONVERSATIONS: dict[str, list[Turn]] = {
    "chat": [{"say": "Hello"}, {"say": "And now?"}, {"say": "Still there?"}],
    "frontend-tool": [_GO, {"answer": {"content": json.dumps({"city": "Graz"})}}, _AGAIN],
    "frontend-tool, which fails": [_GO, {"answer": {"content": "", "error": "declined"}}],
    "interrupt": [_GO, _answers(True), _AGAIN],
    "interrupt, declined": [_GO, _answers(False)],
    "interrupt, abandoned": [_GO, _ABANDONED],
    "reasoning": [_GO, _AGAIN],
    "state-sync": [_GO, _AGAIN],
    "step-error": [_GO, _AGAIN],
    "subagents": [_GO, _AGAIN],
    "tool-call": [_GO, _AGAIN],
    "versioning": [_GO, _AGAIN],
    "invalid-order": [_GO],
}
"""By name, which is also the thread's; it begins with the scenario's."""

UNCOVERED: dict[str, list[Turn]] = {
    "interrupt, not answered": [_GO, _AGAIN],
    "interrupt, half answered": [_GO, {"resume": _answers(True)["resume"][:1]}],
}
"""Conversations whose second input would leave an interrupt without an answer."""


def scenario_of(name: str) -> str:
    return name.split(",")[0]
