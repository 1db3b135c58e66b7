"""A JSON value as a tree of rows that open and close; made row by row, bounded in number.

What is open is remembered by JSON pointer, so a document that changes keeps its shape on the
screen. ``JsonRows`` is the rows; ``JsonTree`` the list that shows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from textual.content import Content

from wirelab.tui.paint import ACCENT, FAINT, NAME, line
from wirelab.tui.widgets.row_list import RowList
from wirelab.tui.wrapping import wrap_text
from wirelab.views.brief_json import brief
from wirelab.views.copied import Copied, copied_value
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
        self._around_marks = {at for pointer in self._marks for at in _ancestors(pointer)}
        self.rows: list[JsonRow] = []
        for row in self._walk("", "", value, 0):
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
            small = depth < _OPEN_DEPTH and len(value) <= _OPEN_MEMBERS
            opened = self._is_open(pointer, small or pointer in self._around_marks)
            yield JsonRow(depth, pointer, name, value, opened)
            if opened:
                yield from self._members(pointer, value, depth + 1)
        elif isinstance(value, str) and len(value) + 2 > self._room(depth, name):
            opened = self._is_open(pointer, len(value) <= _OPEN_CHARACTERS)
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

    def _is_open(self, pointer: str, by_default: bool) -> bool:
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


def _ancestors(pointer: str) -> Iterator[str]:
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


class JsonTree(RowList):
    """A JSON value to look through; enter opens and closes."""

    def __init__(self, *, empty: str = "", id: str | None = None) -> None:
        super().__init__(empty=empty, id=id)
        self._value: Any = None
        self._marks: Mapping[str, str] = {}
        self._toggled: set[str] = set()
        self._shown = False

    def show_value(
        self, value: Any, marks: Mapping[str, str] | None = None, *, anew: bool = False
    ) -> None:
        """Show a value; ``anew`` forgets what was opened, for another subject."""
        self._value, self._marks, self._shown = value, marks or {}, True
        if anew:
            self._toggled.clear()
        self._lay_out(0 if anew or self.selected < 0 else None)

    @property
    def copied(self) -> Copied | None:
        """The value of the selected row, by its JSON pointer."""
        if not isinstance(self.rows, JsonRows) or not 0 <= self.selected < len(self.rows):
            return None
        row = self.rows.rows[self.selected]
        return copied_value(row.value, row.pointer or "the whole value")

    def show_nothing(self) -> None:
        self._shown = False
        self.rows = None
        self.lines_changed()

    def reveal_marks(self) -> None:
        """Bring what is marked into view, the first of it at least."""
        if isinstance(self.rows, JsonRows):
            places = [self.rows.index_of(pointer) for pointer in self._marks]
            for place in sorted((each for each in places if each is not None), reverse=True):
                self.reveal(place)

    def resized(self) -> None:
        """Long texts have other numbers of rows now: the same row is at the top, and selected."""
        if not self._shown:
            super().resized()
            return
        top, selected = self._row_at(round(self.scroll_offset.y)), self._row_at(self.selected)
        self._lay_out(None)
        if isinstance(self.rows, JsonRows):
            self.selected = self.rows.nearest(selected, self.selected)
            self.scroll_to(y=self.rows.nearest(top, 0), animate=False, force=True)
            super().resized()

    def _row_at(self, index: int) -> tuple[str, int]:
        """The pointer of a row, and how many rows of that pointer stand before it."""
        rows = self.rows.rows if isinstance(self.rows, JsonRows) else []
        if not 0 <= index < len(rows):
            return "", 0
        pointer = rows[index].pointer
        return pointer, index - next(at for at, row in enumerate(rows) if row.pointer == pointer)

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        message.stop()
        assert isinstance(self.rows, JsonRows)
        row = self.rows.rows[message.index]
        if row.opened is not None or row.piece is not None:
            self._toggled ^= {row.pointer}
            self._lay_out(None)
            self.select(self.rows.index_of(row.pointer) or 0)

    def _lay_out(self, selected: int | None) -> None:
        self.show(JsonRows(self._value, self.line_width, self._toggled, self._marks), selected)
