"""Small marks that several pages set: still streaming, cut off, whose it is, how it stands."""

from __future__ import annotations

from textual.content import Content

from wirelab.tui.paint import ACCENT, ERROR, FAINT, GOOD, WARNING, line
from wirelab.tui.wrapping import wrap_text
from wirelab.views.call_standing import Tone
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

TYPING = Content.styled("▌", ACCENT)
CUT = Content.styled(" ✂ cut off", ERROR)
STANDING_STYLES = {Tone.GOING: ACCENT, Tone.WAITING: WARNING, Tone.BAD: ERROR, Tone.GOOD: GOOD}


def owned(owner: str) -> Content:
    """The name of the subagent something belongs to; nothing for the parent run."""
    return line((f"  @{safe(owner, 40)}", ACCENT)) if owner else Content("")


def sealed_lines(value: str, kind: str | None, width: int, indent: Content) -> list[Content]:
    """An encrypted value by name and size; it is opaque, and never shown."""
    of_type = f" of type {safe(kind, 60)}" if kind else ""
    said = f"encrypted value{of_type} · {counted(len(value), 'character')}"
    return wrap_text(said, width, style=FAINT, first=indent + Content.styled("▒ ", FAINT))
