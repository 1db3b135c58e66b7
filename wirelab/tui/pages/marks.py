"""Small marks that several pages set: still streaming, cut off, whose it is."""

from __future__ import annotations

from textual.content import Content

from wirelab.tui.paint import ACCENT, ERROR, line
from wirelab.views.safe_text import safe

TYPING = Content.styled("▌", ACCENT)
CUT = Content.styled(" ✂ cut off", ERROR)


def owned(owner: str) -> Content:
    """The name of the subagent something belongs to; nothing for the parent run."""
    return line((f"  @{safe(owner, 40)}", ACCENT)) if owner else Content("")
