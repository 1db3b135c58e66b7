"""Reasoning, set apart by a dotted bar and folded to one line unless a person unfolds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.tui.pages.marks import CUT, TYPING, owned
from wirelab.tui.paint import FAINT, REASONING, line
from wirelab.tui.wrapping import MOST_CHARACTERS, wrap_text
from wirelab.views.durations import duration
from wirelab.views.recent_text import recent_text
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.projections.messages import Message

_SIGN = "┊ "


def reasoning_lines(
    message: Message, owner: str, label: Content, width: int, *, unfolded: bool
) -> list[Content]:
    """The text of a reasoning message; folded, its first line, or its last while it grows."""
    first = label[: label.cell_length - 2] + Content.styled(_SIGN, FAINT)
    rest = Content(" " * (label.cell_length - 2)) + Content.styled(_SIGN, FAINT)
    pieces = [message.body] if isinstance(message.body, str) else message.parts
    text, before = recent_text(pieces, MOST_CHARACTERS)
    after = (TYPING if message.open else (CUT if message.cut_off else Content(""))) + owned(owner)
    text = text or ("" if message.open else "(no text)")
    room = max(width - first.cell_length, 8)
    if unfolded or (not before and len(text) < room - after.cell_length and "\n" not in text):
        return wrap_text(
            text, width, style=REASONING, first=first, rest=rest, after=after, before=before
        )
    room -= owned(owner).cell_length
    return [first + _folded(message, text, more=bool(before), room=room) + owned(owner)]


def _folded(message: Message, text: str, *, more: bool, room: int) -> Content:
    told = f"  {_size(text, more=more)}{_time(message)} · u unfolds"
    width = max(room - len(told) - 3, 8)
    if message.open:
        shown = "…" + safe(text[-width + 1 :].replace("\n", " "))
        words = line((shown, REASONING)).truncate(width, ellipsis=True) + TYPING
    else:
        shown = safe(text[:width].replace("\n", " "))
        words = line((f"{shown}…", REASONING)).truncate(width, ellipsis=True)
        words += CUT if message.cut_off else Content("")
    return line(("▸ ", FAINT), words, (told, FAINT))


def _size(text: str, *, more: bool) -> str:
    return f"more than {len(text)} characters" if more else counted(len(text), "character")


def _time(message: Message) -> str:
    if message.opened_ms is None or message.closed_ms is None:
        return ""
    return f" · {duration(message.closed_ms - message.opened_ms)}"
