"""What a request asked for, read from its body as far as it can be."""

from __future__ import annotations

from typing import Any

from wirelab.steps.exporters.event_text import event_object
from wirelab.wire.traffic import Request


def run_input(request: Request) -> dict[str, Any]:
    """The RunAgentInput; empty where the body is no JSON object."""
    return event_object(request.body.decode("utf-8", "replace")) or {}


def last_message(asked: dict[str, Any], role: str = "") -> dict[str, Any]:
    """The last message, or the last one of a role; empty where there is none."""
    messages = asked.get("messages")
    listed = messages if isinstance(messages, list) else []
    fitting = (each for each in reversed(listed) if isinstance(each, dict))
    return next((each for each in fitting if not role or each.get("role") == role), {})


def text_of(message: dict[str, Any]) -> str:
    """A message's text; that of its text parts where its content is a list."""
    content = message.get("content")
    parts = content if isinstance(content, list) else [{"text": content}]
    texts = (part.get("text") for part in parts if isinstance(part, dict))
    return "".join(text for text in texts if isinstance(text, str))
