"""A message of the conversation: a label column, then its text, reasoning apart from the rest."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from textual.content import Content

from wirelab.tui.pages.activity_lines import activity_lines, activity_version
from wirelab.tui.pages.component_lines import component_lines
from wirelab.tui.pages.markdown_lines import MOST_MARKDOWN, markdown_lines
from wirelab.tui.pages.marks import CUT, TYPING, sealed_lines
from wirelab.tui.pages.reasoning_lines import reasoning_lines
from wirelab.tui.paint import ERROR, FAINT, ROLE_STYLES, line
from wirelab.tui.wrapping import MOST_CHARACTERS, wrap_lines, wrap_text
from wirelab.views.brief_json import brief
from wirelab.views.component_payloads import components_in_text
from wirelab.views.recent_text import recent_text
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.projections.messages import Message
    from wirelab.tui.pages.reading import Reading

LABEL_WIDTH = 11
_WIDEST_LABEL = 24
_USERS = ("user", "system", "developer")
_MOST_PARTS = 100
_MOST_GROWING = 6000


def message_version(message: Message, reading: Reading) -> Hashable:
    body = None if message.body is None else id(message.body)
    flags = (message.open, message.cut_off, message.role, message.error, message.closed)
    sealed = message.encrypted_value is not None
    looks = reading.unfolded if message.family == "reasoning" else reading.markdown
    changed = activity_version(message, reading) if message.family == "activity" else None
    return (len(message.parts), body, flags, sealed, looks, changed, message.origin)


def message_lines(message: Message, owner: str, width: int, reading: Reading) -> list[Content]:
    lines = _said(message, owner, width, reading)
    if message.encrypted_value is not None:
        indent = Content(" " * LABEL_WIDTH)
        lines += sealed_lines(message.encrypted_value, message.encrypted_value_type, width, indent)
    return lines


def _said(message: Message, owner: str, width: int, reading: Reading) -> list[Content]:
    label = _label(message, owner if message.family == "text" else "")
    if message.family == "activity":
        return activity_lines(message, owner, label, width, reading)
    if message.body is not None and not isinstance(message.body, str):
        return _content_parts(message.body, label, width)
    if message.family == "reasoning":
        return reasoning_lines(message, owner, label, width, unfolded=reading.unfolded)
    lines = _text(message, label, width, markdown=reading.markdown)
    if message.error:
        first = Content(" " * LABEL_WIDTH)
        lines += wrap_text(f"error: {message.error}", width, style=ERROR, first=first)
    return lines


def _text(message: Message, label: Content, width: int, *, markdown: bool) -> list[Content]:
    pieces: Sequence[str] = [message.body] if message.body is not None else message.parts
    text, before = recent_text(pieces, MOST_CHARACTERS)
    after = TYPING if message.open else (CUT if message.cut_off else None)
    rest = Content(" " * label.cell_length)
    if message.tool_call_id:
        label += line((f"of {safe(message.tool_call_id, 40)}: ", FAINT))
    if not text and not message.open:
        streamed = message.content is not None or message.opened is not None
        empty = "(no text)" if streamed else "(no content)"
        return [line(label, (empty, FAINT), after or "")]
    if markdown and not before and len(text) <= MOST_MARKDOWN:
        room = max(width - label.cell_length, 8)
        lines = _growing(text, room) if message.open else markdown_lines(text, room)
        return _beside(label, _with_end(lines, after, room))
    lines = wrap_text(text, width, first=label, rest=rest, after=after, before=before)
    if message.family == "tool":
        found = component_lines(components_in_text(text), width - label.cell_length)
        lines += [rest + each for each in found]
    return lines


def _growing(text: str, room: int) -> list[Content]:
    """Markdown that still grows is read anew at every piece: of long text only the last parts."""
    begun = text.find("\n\n", len(text) - _MOST_GROWING) if len(text) > _MOST_GROWING else -1
    if begun < 0:
        return markdown_lines(text, room)
    note = Content.styled("… the whole when the message ends …", FAINT)
    return [note, *markdown_lines(text[begun:], room)]


def _with_end(lines: list[Content], after: Content | None, room: int) -> list[Content]:
    """Lines with a mark behind the last; on its own line where there is no room."""
    if after is None:
        return lines
    if lines[-1].cell_length + after.cell_length > room:
        return [*lines, after]
    return [*lines[:-1], lines[-1] + after]


def _beside(label: Content, lines: list[Content]) -> list[Content]:
    rest = Content(" " * label.cell_length)
    return [(rest if at else label) + each for at, each in enumerate(lines)]


def _content_parts(parts: Any, label: Content, width: int) -> list[Content]:
    """Multimodal content: its texts as text, every other part as one line."""
    if not isinstance(parts, list):
        return wrap_text(brief(parts, 400), width, first=label)
    paragraphs = []
    for part in parts[:_MOST_PARTS]:
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            paragraphs += wrap_text(part["text"], max(width - label.cell_length, 8))
        else:
            paragraphs.append(Content.styled(f"▣ {brief(part, 200)}", FAINT))
    if len(parts) > _MOST_PARTS:
        paragraphs.append(Content.styled(f"… {len(parts) - _MOST_PARTS} more parts", FAINT))
    return wrap_lines(paragraphs or [Content.styled("(no content)", FAINT)], width, first=label)


def _label(message: Message, owner: str) -> Content:
    """Who speaks, and where it came from where that is not what one expects."""
    name = message.name or ""
    owned = owner and owner.startswith(name)
    speaker = owner if owned else name or message.role
    style = ROLE_STYLES.get(message.role, "bold")
    room = min(max(len(speaker) + 2, LABEL_WIDTH), _WIDEST_LABEL) if owner else LABEL_WIDTH
    sign = _origin_sign(message)
    words = Content.styled(safe(speaker, 40), style)
    if not sign:
        return words.truncate(room - 1, ellipsis=True, pad=True) + " "
    cut = words.truncate(room - 2, ellipsis=True)
    return (cut + Content.styled(sign, FAINT)).truncate(room - 1, pad=True) + " "


def _origin_sign(message: Message) -> str:
    """``↑`` for what the client sent that once was an agent's, ``≡`` for a snapshot's, ``↓`` for
    what an agent streamed in the user's name."""
    mine = message.role in _USERS
    if message.origin == "input":
        return "" if mine else "↑"
    if message.origin == "snapshot":
        return "≡"
    return "↓" if mine else ""
