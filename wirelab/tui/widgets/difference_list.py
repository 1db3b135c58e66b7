"""What differs between two values, a place a row; enter opens a row to both values in full.

The rows are as many as ``json_changes`` keeps; what it counted beyond, or did not look at, is said
in a last row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.tui.paint import ERROR, FAINT, GOOD, NAME, WARNING, line
from wirelab.tui.widgets.json_rows import json_lines
from wirelab.tui.widgets.row_list import RowList
from wirelab.views.brief_json import brief
from wirelab.views.json_changes import ChangeKind, JsonChange, JsonChanges
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

STYLES = {ChangeKind.ADDED: GOOD, ChangeKind.REMOVED: ERROR, ChangeKind.CHANGED: WARNING}
_MOST_VALUE_LINES = 60
_VALUE_CHARACTERS = 200
_INDENT = "    "


class DifferenceRows:
    """The changes as rows, those that are opened with their values below.

    opened: pointers of the changes that are. changes: for each row the change it belongs to.
    """

    def __init__(self, found: JsonChanges, opened: Collection[str], width: int) -> None:
        self.changes: list[JsonChange | None] = []
        self._values: list[Content | None] = []
        self._opened = opened
        for change in found.rows:
            self._add(change, None)
            if change.pointer in opened:
                for value_line in _values(change, width):
                    self._add(change, value_line)
        for said in _left_out(found):
            self._add(None, Content.styled(said, FAINT))

    def _add(self, change: JsonChange | None, content: Content | None) -> None:
        self.changes.append(change)
        self._values.append(content)

    def __len__(self) -> int:
        return len(self.changes)

    def row_of(self, pointer: str) -> int:
        """The first row of a change; -1 where there is none at that place."""
        rows = (at for at, each in enumerate(self.changes) if each and each.pointer == pointer)
        return next(rows, -1)

    def draw(self, index: int, width: int) -> Content:
        change, content = self.changes[index], self._values[index]
        if change is None or content is not None:
            return content or Content("")
        opened = "▾ " if change.pointer in self._opened else "▸ "
        kind = change.kind
        return line(
            (opened, FAINT),
            (f"{kind.value} {kind.word:<8}", STYLES[kind]),
            (f"{safe(change.pointer, 120) or '(all)'}  ", NAME),
            _brief_values(change),
        )


def _brief_values(change: JsonChange) -> Content:
    before, after = (brief(each, _VALUE_CHARACTERS) for each in (change.before, change.after))
    if change.kind is ChangeKind.ADDED:
        return Content(after)
    if change.kind is ChangeKind.REMOVED:
        return Content.styled(before, FAINT)
    return line((before, FAINT), " → ", after)


def _values(change: JsonChange, width: int) -> Iterator[Content]:
    room = max(width - len(_INDENT) - 2, 8)
    for kind, value in ((ChangeKind.REMOVED, change.before), (ChangeKind.ADDED, change.after)):
        if change.kind in (kind, ChangeKind.CHANGED):
            for each in json_lines(value, room, _MOST_VALUE_LINES):
                yield line(_INDENT, (f"{kind.value} ", STYLES[kind]), each)


def _left_out(found: JsonChanges) -> Iterator[str]:
    more = found.total - len(found.rows)
    if more > 0:
        yield f"… and {counted(more, 'further change')}"
    if not found.complete:
        yield "… the rest was not compared: the values are too large"


class DifferenceList(RowList):
    """The list of changes; what is opened is remembered by place."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._found: JsonChanges | None = None
        self._opened: set[str] = set()

    def show_changes(self, found: JsonChanges) -> None:
        """Show these; a place that was selected stays so while it differs."""
        if found is not self._found:
            self._found = found
            self._lay_out(self._selected_pointer())

    def resized(self) -> None:
        self._lay_out(self._selected_pointer())

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        message.stop()
        pointer = self._selected_pointer()
        if pointer is not None:
            self._opened ^= {pointer}
            self._lay_out(pointer)

    def on_row_list_row_moved(self, message: RowList.RowMoved) -> None:
        message.stop()

    def _selected_pointer(self) -> str | None:
        rows = self.rows
        if not isinstance(rows, DifferenceRows) or not 0 <= self.selected < len(rows):
            return None
        change = rows.changes[self.selected]
        return change.pointer if change is not None else None

    def _lay_out(self, pointer: str | None) -> None:
        if self._found is not None:
            rows = DifferenceRows(self._found, self._opened, self.line_width)
            self.show(rows, max(rows.row_of(pointer), 0) if pointer is not None else 0)
