"""A JSON value as a tree of rows that are open or closed; made row by row, bounded in number.

What is open is known by JSON pointer, so a document that changes keeps its shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from textual.content import Content

from wirelab.tui.paint import ACCENT, FAINT, NAME, line
from wirelab.tui.wrapping import wrap_text
from wirelab.views.brief_json import brief
from wirelab.views.safe_text import safe

MOST_ROWS = 4000
MOST_MEMBERS = 1000
_OPEN_DEPTH = 3
_OPEN_MEMBERS = 30
_OPEN_CHARACTERS = 400


@dataclass(slots=True, frozen=True)
class JsonRow:
    """One row: a member with its value (or the head of it), or a piece of a long string.

    pointer: JSON pointer of the value. opened: None where there is nothing to open.
    piece: a line of an opened string; None for every other row.
    """

    depth: int
    pointer: str
    name: str
    value: Any
    opened: bool | None
    piece: Content | None = None


class JsonRows:
    """The rows of one value at one width; ``marks`` are words behind the value at a pointer."""

    def __init__(
        self,
        value: Any,
        width: int,
        toggled: frozenset[str] | set[str] = frozenset(),
        marks: Mapping[str, str] | None = None,
    ) -> None:
        self._width = width
        self._toggled = toggled
        self._marks = marks or {}
        self._around_marks = {at for pointer in self._marks for at in ancestors(pointer)}
        self._source = self._walk("", "", value, 0)
        self.rows: list[JsonRow] = []
        self._make()

    def _make(self) -> None:
        for row in self._source:
            self.rows.append(row)
            if len(self.rows) >= MOST_ROWS:
                said = f"… more than {MOST_ROWS} rows: close some"
                self.rows.append(JsonRow(0, "", said, None, None, Content.styled(said, FAINT)))
                break

    def __len__(self) -> int:
        return len(self.rows)

    def index_of(self, pointer: str) -> int | None:
        """The row of a pointer; None where it is closed away or gone."""
        return next((at for at, row in enumerate(self.rows) if row.pointer == pointer), None)

    def nearest(self, place: tuple[str, int], fallback: int) -> int:
        """The row of a pointer so many rows on, or the last of that pointer."""
        pointer, further = place
        first = self.index_of(pointer)
        if first is None:
            return fallback
        last = first
        while last < first + further and last + 1 < len(self.rows):
            if self.rows[last + 1].pointer != pointer:
                break
            last += 1
        return last

    def draw(self, index: int, width: int) -> Content:
        row = self.rows[index]
        indent = "  " * row.depth
        if row.piece is not None:
            return line(indent, row.piece)
        sign = {None: "  ", True: "▾ ", False: "▸ "}[row.opened]
        name = line((row.name, NAME), ": ") if row.name else Content("")
        mark = self._marks.get(row.pointer)
        if not mark and row.opened is False and row.pointer in self._around_marks:
            mark = "inside"
        behind = Content.styled(f"  ← {safe(mark)}", ACCENT) if mark else Content("")
        head = line(indent, (sign, FAINT), name)
        room = max(width - head.cell_length - behind.cell_length, 4)
        return head + _value(row, room).truncate(room, ellipsis=True) + behind

    def _walk(self, pointer: str, name: str, value: Any, depth: int) -> Iterator[JsonRow]:
        if isinstance(value, dict | list) and value:
            opened = self.is_open(pointer, value, depth)
            yield JsonRow(depth, pointer, name, value, opened)
            if opened:
                yield from self._members(pointer, value, depth + 1)
        elif isinstance(value, str) and len(value) + 2 > self._room(depth, name):
            opened = self.is_open(pointer, value, depth)
            yield JsonRow(depth, pointer, name, value, opened)
            if opened:
                room = max(self._width - 2 * (depth + 1) - 2, 8)
                for piece in wrap_text(value, room, first=Content("  ")):
                    yield JsonRow(depth + 1, pointer, "", value, None, piece)
        else:
            yield JsonRow(depth, pointer, name, value, None)

    def _members(self, pointer: str, value: Any, depth: int) -> Iterator[JsonRow]:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for count, (key, member) in enumerate(pairs):
            if count >= MOST_MEMBERS:
                said = Content.styled(f"  … and {len(value) - count} more", FAINT)
                yield JsonRow(depth, pointer, "", None, None, said)
                return
            token = str(key).replace("~", "~0").replace("/", "~1")
            yield from self._walk(f"{pointer}/{token}", safe(str(key), 60), member, depth)

    def is_open(self, pointer: str, value: Any, depth: int) -> bool:
        """Whether a value that can be opened is."""
        if isinstance(value, str):
            by_default = len(value) <= _OPEN_CHARACTERS
        else:
            small = depth < _OPEN_DEPTH and len(value) <= _OPEN_MEMBERS
            by_default = small or pointer in self._around_marks
        return by_default != (pointer in self._toggled)

    def _room(self, depth: int, name: str) -> int:
        return self._width - 2 * depth - 4 - len(name)


def json_lines(
    value: Any, width: int, most: int, marks: Mapping[str, str] | None = None
) -> list[Content]:
    """The first ``most`` rows of a value as lines of a page."""
    rows = JsonRows(value, width, marks=marks)
    lines = [rows.draw(at, width) for at in range(min(len(rows), most))]
    if len(rows) > most:
        lines.append(Content.styled(f"… {len(rows) - most} more rows", FAINT))
    return lines


def ancestors(pointer: str) -> Iterator[str]:
    """The pointers of everything that contains a value, from the document down."""
    tokens = pointer.split("/")
    return ("/".join(tokens[:count]) for count in range(1, len(tokens)))


def _value(row: JsonRow, room: int) -> Content:
    value = row.value
    if isinstance(value, dict | list) and row.opened:
        brackets = "{%d}" if isinstance(value, dict) else "[%d]"
        return Content.styled(brackets % len(value), FAINT)
    if isinstance(value, str) and row.opened is not None:
        said = f"{len(value)} characters"
        if row.opened:
            return Content.styled(said, FAINT)
        return line(brief(value, max(room - len(said) - 2, 8)), (f"  {said}", FAINT))
    text = brief(value, room)
    return Content.styled(text, FAINT) if value is None else Content(text)
