"""A RunAgentInput as a text for a person to edit, and what they made of it."""

from __future__ import annotations

import json
from typing import Any

from wirelab.protocol import json_text


class NotAnInput(ValueError):
    """The text is no JSON object; says where and why."""


def editable(run_input: dict[str, Any]) -> str:
    """The input as indented JSON."""
    return json.dumps(run_input, ensure_ascii=False, indent=2) + "\n"


def read_edited(text: str) -> dict[str, Any]:
    """The object a text holds. Raises NotAnInput, with the line and column counted from 1."""
    try:
        value = json_text.parse(text).value
    except json_text.NotJson as fault:
        before = text[: fault.position]
        line, column = before.count("\n") + 1, fault.position - before.rfind("\n")
        reason = fault.reason.removesuffix(" at")
        raise NotAnInput(f"line {line}, column {column}: {reason}") from None
    except json_text.TooDeep as fault:
        raise NotAnInput(f"it is {fault}") from None
    if not isinstance(value, dict):
        raise NotAnInput("a RunAgentInput is a JSON object, which this is not")
    return value
