"""The arguments of a tool call: each fragment with its time and size, and all of them joined.

The borders between fragments stay visible in the joined text: seeing ``1│4`` is the lesson. Where
the text stops being JSON, the place is marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from textual.content import Content

from wirelab.projections.tool_calls import Fragment
from wirelab.tui.paint import BORDER, ERROR, FAINT, WARNING, line
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.durations import duration
from wirelab.views.joined_fragments import Kind, Piece, joined_pieces
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.projections.tool_calls import ToolCall

LABEL_WIDTH = 10
_BORDER_SIGN = "│"
_HEADS = "   since event    chars text"


def label(name: str) -> Content:
    return Content.styled(f"{name:<{LABEL_WIDTH}}", FAINT)


class FragmentLines(Sequence[Content]):
    """One line a fragment, made when it is looked at, however many there are."""

    def __init__(self, call: ToolCall, width: int) -> None:
        self._fragments, self._width = call.fragments, width
        self._opened_ms = call.opened_ms
        self._count = len(call.fragments)

    def __len__(self) -> int:
        return self._count + 1 if self._count else 0

    @overload
    def __getitem__(self, index: int) -> Content: ...
    @overload
    def __getitem__(self, index: slice) -> list[Content]: ...
    def __getitem__(self, index: int | slice) -> Content | list[Content]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index == 0:
            return Content.styled(_HEADS, FAINT).truncate(self._width)
        return self._line(self._fragments[index - 1])

    def _line(self, fragment: Fragment) -> Content:
        known = fragment.at_ms is not None and self._opened_ms is not None
        since = f"+{duration(fragment.at_ms - self._opened_ms)}" if known else "—"  # type: ignore[operator]
        first = line((f"{since:>8} #{fragment.event:<5} {len(fragment.text):>7} ", FAINT))
        room = max(self._width - first.cell_length - 1, 1)
        text = Content(safe(fragment.text, room)).truncate(room, ellipsis=True)
        return first + text + Content.styled(_BORDER_SIGN, BORDER)


def joined_lines(call: ToolCall, fault: int | None, width: int) -> list[Content]:
    """All arguments so far, the borders of the fragments in them, and where they stop parsing."""
    text = call.arguments
    if not text:
        return [line(label("joined"), ("no arguments yet" if call.open else "empty", FAINT))]
    fragments = call.fragments or [Fragment(-1, None, text)]
    pieces = joined_pieces(fragments, len(text), fault)
    return wrap_lines(
        [line(*(_drawn(each) for each in pieces))], width, first=label("joined"), words=False
    )


def _drawn(piece: Piece) -> Content:
    match piece.kind:
        case Kind.BORDER:
            return Content.styled(_BORDER_SIGN, BORDER)
        case Kind.FAULT if piece.text:
            return line(("▶", ERROR), (safe(piece.text), f"{ERROR} reverse"))
        case Kind.FAULT:
            return Content.styled("◀ ends here", ERROR)
        case Kind.GAP:
            return Content.styled(f" … {piece.text} … ", FAINT)
        case _:
            return Content(safe(piece.text))


def column_words(text: str, position: int) -> str:
    """Where a character stands: ``column 9``, or ``line 2, column 3``; from 1."""
    column = f"column {position - text.rfind(chr(10), 0, position)}"
    lines = text.count("\n", 0, position) + 1
    return f"line {lines}, {column}" if lines > 1 else column


def restated_lines(call: ToolCall, width: int) -> list[Content]:
    """What the client holds, where a snapshot or input restated it otherwise than it streamed."""
    if call.restated is None or not call.fragments:
        return []
    held = call.held_arguments
    if held == call.arguments:
        return []
    note = [Content.styled("a snapshot or the input restates it; a client holds:", WARNING)]
    indent = Content(" " * LABEL_WIDTH)
    return [
        *wrap_lines(note, width, first=label("restated")),
        *wrap_text(held, width, first=indent, most=4000),
    ]
