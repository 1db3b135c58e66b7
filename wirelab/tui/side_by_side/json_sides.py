"""The JSON of two events side by side: equal lines level with each other, others marked."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from textual.content import Content

from wirelab.exports.json_report import json_text
from wirelab.session.alignment import aligned
from wirelab.tui.paint import ERROR, FAINT, GOOD, WARNING
from wirelab.tui.side_by_side.pair_rows import half, two_columns
from wirelab.tui.widgets.line_view import LineView
from wirelab.tui.wrapping import wrap_lines
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.session.stream_comparison import Pair

_MOST_LINES, _MOST_CHARACTERS = 2000, 4000


class JsonSides(LineView):
    """One pair of events at a time."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sides: list[tuple[str | None, str | None]] = []
        self._lines: list[Content] = []

    def show(self, pair: Pair | None) -> None:
        """Show a pair from its first difference; None shows nothing."""
        self._sides = [] if pair is None else _level(_text(pair.expected), _text(pair.actual))
        self._lay_out()
        self.scroll_home(animate=False, immediate=True)

    def line_count(self) -> int:
        return len(self._lines)

    def draw_line(self, index: int, width: int) -> Content:
        return self._lines[index]

    def resized(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.line_width
        self._lines = [row for sides in self._sides for row in _rows(sides, width)]
        self.lines_changed()


def _text(event: dict[str, Any] | None) -> list[str]:
    if event is None:
        return []
    lines = json_text(event).splitlines()
    cut = [f"… {len(lines) - _MOST_LINES} more lines"] if len(lines) > _MOST_LINES else []
    return [safe(each, _MOST_CHARACTERS) for each in lines[:_MOST_LINES]] + cut


def _level(ones: list[str], others: list[str]) -> list[tuple[str | None, str | None]]:
    plain = _keys(ones), _keys(others)
    members = [each.partition(":")[0] for each in ones], [each.partition(":")[0] for each in others]
    return [
        (None if at is None else ones[at], None if other is None else others[other])
        for at, other in aligned(plain, members)
    ]


def _keys(lines: list[str]) -> list[str]:
    return [each.removesuffix(",") for each in lines]


def _rows(sides: tuple[str | None, str | None], width: int) -> list[Content]:
    one, other = sides
    if one is None or other is None:
        sign, style = ("+", GOOD) if one is None else ("-", ERROR)
    elif one.removesuffix(",") == other.removesuffix(","):
        sign, style = " ", FAINT
    else:
        sign, style = "~", WARNING
    column = half(width)
    wrapped = [
        [] if text is None else wrap_lines([Content.styled(text, style)], column, words=False)
        for text in sides
    ]
    return [
        two_columns(left or Content(""), (sign, style), right or Content(""), width)
        for left, right in zip_longest(*wrapped)
    ]
