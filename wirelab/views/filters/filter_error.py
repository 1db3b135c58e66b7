"""A filter that cannot be read: where, and what was expected there."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from wirelab.errors import UsageError
from wirelab.views.safe_text import ELLIPSIS, safe

_SHOWN_BEFORE, _SHOWN_BEHIND = 60, 40


class FilterError(UsageError):
    """A filter's text is off; ``str()`` is one sentence with the column.

    text: the whole filter. column: where, counted from 1. sentence: what was expected there.
    picture: the text, safe and bounded, and under it a line with a caret at the column.
    """

    def __init__(self, text: str, column: int, sentence: str) -> None:
        picture = _picture(text, column - 1)
        super().__init__(f"column {column}: {sentence}", picture=picture)
        self.text = text
        self.column = column
        self.sentence = sentence


def _picture(text: str, at: int) -> tuple[str, str]:
    first, last = max(at - _SHOWN_BEFORE, 0), at + _SHOWN_BEHIND
    before = (ELLIPSIS if first else "") + safe(text[first:at])
    behind = safe(text[at:last]) + (ELLIPSIS if last < len(text) else "")
    return before + behind, " " * cells(before) + "^"


def cells(text: str) -> int:
    """Columns a text takes on a terminal, about: wide characters two, combining ones none."""
    return sum(
        0 if combining(each) else 2 if east_asian_width(each) in "WF" else 1 for each in text
    )
