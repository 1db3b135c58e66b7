"""Text broken into lines of a width in cells, with a prefix on the first and an indent after it.

The text is made safe here; of very long texts only the end is wrapped, and a line says so.
"""

from __future__ import annotations

from itertools import accumulate

from rich.cells import chop_cells
from textual.content import Content

from wirelab.tui.paint import FAINT
from wirelab.views.safe_text import safe_lines, size

MOST_CHARACTERS = 20_000


def wrap_text(
    text: str,
    width: int,
    *,
    style: str = "",
    first: Content | None = None,
    rest: Content | None = None,
    after: Content | None = None,
    most: int = MOST_CHARACTERS,
    before: str = "",
) -> list[Content]:
    """Lines of a text; ``first`` stands before the first, ``rest`` before each other one.

    ``after`` follows the last character. ``rest`` defaults to blanks as wide as ``first``.
    ``before``: a note on what of the text is not given here, on a line of its own.
    """
    paragraphs = [Content.styled(line, style) for line in safe_lines(text[-most:])]
    if after is not None:
        paragraphs[-1] = paragraphs[-1] + after
    if len(text) > most:
        before = before or f"… {size(len(text) - most)} before this …"
    if before:
        paragraphs.insert(0, Content.styled(before, FAINT))
    return wrap_lines(paragraphs, width, first=first, rest=rest)


def wrap_lines(
    paragraphs: list[Content],
    width: int,
    *,
    first: Content | None = None,
    rest: Content | None = None,
    words: bool = True,
) -> list[Content]:
    """The same for lines that are content already; without ``words`` they break anywhere."""
    first = first if first is not None else Content("")
    rest = rest if rest is not None else Content(" " * first.cell_length)
    room = max(width - max(first.cell_length, rest.cell_length), 1)
    broken = (each.wrap(room) if words else _folded(each, room) for each in paragraphs)
    wrapped = [line for lines in broken for line in (lines or [Content("")])]
    return [(rest if index else first) + line for index, line in enumerate(wrapped)]


def _folded(text: Content, room: int) -> list[Content]:
    """Lines that break anywhere, but never within what a terminal draws as one sign."""
    pieces = chop_cells(text.plain, max(room, 2))
    return text.divide(list(accumulate(map(len, pieces)))[:-1])
