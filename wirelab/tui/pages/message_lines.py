"""A message of the conversation: a label column, then its text, reasoning apart from the rest."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from textual.content import Content

from wirelab.projections.messages import Message
from wirelab.tui.pages.marks import CUT, TYPING
from wirelab.tui.paint import ERROR, FAINT, NAME, REASONING, ROLE_STYLES, line
from wirelab.tui.widgets.json_tree import json_lines
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.brief_json import brief
from wirelab.views.safe_text import safe

LABEL_WIDTH = 11
_MOST_JSON_LINES = 16


def message_version(message: Message) -> Hashable:
    body = None if message.body is None else id(message.body)
    flags = (message.open, message.cut_off, message.role, message.error)
    return (len(message.parts), body, flags, message.closed)


def message_lines(message: Message, owner: str, width: int) -> list[Content]:
    speaker = message.name or (owner if message.family == "text" else "") or message.role
    label = _label(safe(speaker, 40), ROLE_STYLES.get(message.role, "bold"))
    after = TYPING if message.open else (CUT if message.cut_off else None)
    if message.family == "activity":
        return _activity(message, label, width)
    if message.body is not None and not isinstance(message.body, str):
        return _content_parts(message.body, label, width)
    if message.family == "reasoning":
        rest = Content.styled(" " * (LABEL_WIDTH - 2) + "┊ ", FAINT)
        first = label[: LABEL_WIDTH - 2] + Content.styled("┊ ", FAINT)
        text = message.text or ("" if message.open else "(no text)")
        return wrap_text(text, width, style=REASONING, first=first, rest=rest, after=after)
    text = message.text
    if message.tool_call_id:
        label += line((f"of {safe(message.tool_call_id, 40)}: ", FAINT))
    if not text and not message.open:
        empty = (
            "(no text)"
            if message.content is not None or message.opened is not None
            else "(no content)"
        )
        return [line(label, (empty, FAINT), after or "")]
    lines = wrap_text(text, width, first=label, rest=Content(" " * LABEL_WIDTH), after=after)
    if message.error:
        lines += wrap_text(f"error: {message.error}", width, style=ERROR, first=_label("", ""))
    return lines


def _activity(message: Message, label: Content, width: int) -> list[Content]:
    title = line(label, (safe(message.activity_type or "activity", 60), NAME))
    indent = Content(" " * LABEL_WIDTH)
    lines = json_lines(message.body, max(width - LABEL_WIDTH, 8), _MOST_JSON_LINES)
    return [title, *(indent + each for each in lines)]


def _content_parts(parts: Any, label: Content, width: int) -> list[Content]:
    """Multimodal content: its texts as text, every other part as one line."""
    if not isinstance(parts, list):
        return wrap_text(brief(parts, 400), width, first=label)
    paragraphs = []
    for part in parts[:100]:
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            paragraphs += wrap_text(part["text"], max(width - LABEL_WIDTH, 8))
        else:
            paragraphs.append(Content.styled(f"▣ {brief(part, 200)}", FAINT))
    return wrap_lines(paragraphs or [Content.styled("(no content)", FAINT)], width, first=label)


def _label(text: str, style: str) -> Content:
    return Content.styled(text, style).truncate(LABEL_WIDTH - 1, ellipsis=True, pad=True) + " "
