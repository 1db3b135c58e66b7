"""A JSON value to look through: its rows in a list, opened and closed by a person or a search.

What is open is remembered by JSON pointer, so a document that changes keeps its shape on the
screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.tui.widgets.every_json_row import MOST_SEARCHED, EveryJsonRow
from wirelab.tui.widgets.json_rows import JsonRows
from wirelab.tui.widgets.row_list import RowList
from wirelab.tui.widgets.searched_view import WHOLE_LINE
from wirelab.views.copied import Copied, copied_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.content import Content


class JsonTree(RowList):
    """A JSON value to look through; enter opens and closes."""

    def __init__(self, *, empty: str = "", id: str | None = None) -> None:
        super().__init__(empty=empty, id=id)
        self._value: Any = None
        self._marks: Mapping[str, str] = {}
        self._toggled: set[str] = set()
        self._before_search: set[str] = set()
        self._every: EveryJsonRow | None = None
        self._shown = False

    def show_value(
        self, value: Any, marks: Mapping[str, str] | None = None, *, anew: bool = False
    ) -> None:
        """Show a value; ``anew`` forgets what was opened, for another subject."""
        self._value, self._marks, self._shown = value, marks or {}, True
        if anew:
            self._toggled.clear()
            self._before_search.clear()
        self._every = None
        self._lay_out(0 if anew or self.selected < 0 else None)

    @property
    def copied(self) -> Copied | None:
        """The value of the selected row, by its JSON pointer."""
        if not isinstance(self.rows, JsonRows) or not 0 <= self.selected < len(self.rows):
            return None
        row = self.rows.rows[self.selected]
        return copied_value(row.value, row.pointer or "the whole value")

    def show_nothing(self) -> None:
        self._shown, self._every = False, None
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
        self._every = None
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

    # searching: what is closed is searched too, and opened where something is found in it

    @property
    def _everything(self) -> EveryJsonRow:
        if self._every is None:
            self._every = EveryJsonRow(self._value, self.line_width)
        return self._every

    def search(self, text: str) -> None:
        """Another text leaves closed again what was opened for the one before."""
        if self._searched is None:
            self._before_search = set(self._toggled)
        elif self._toggled != self._before_search:
            place = self._row_at(self.selected)
            self._toggled = set(self._before_search)
            self._lay_out(None)
            self._select_place(place)
        super().search(text)

    def search_changed(self, first: int) -> None:
        """What opens and closes changes nothing of what is searched."""
        if self._every is None:
            super().search_changed(0)

    def search_count(self) -> int:
        return self._everything.count_further() if self._shown else 0

    def search_line(self, index: int) -> tuple[str, str]:
        return self._everything.draw(index, max(self.line_width, WHOLE_LINE)).plain, ""

    def search_place(self) -> int:
        return self._everything.index_at(self._row_at(self.selected)) if self._shown else 0

    def search_go(self, index: int) -> None:
        place = self._everything.place(index)
        inside = self._everything.around(index)
        assert isinstance(self.rows, JsonRows)
        shown = self.rows
        closed = {
            row.pointer for row in inside if not shown.is_open(row.pointer, row.value, row.depth)
        }
        self._toggled ^= closed
        self._lay_out(None)
        if self.rows.index_of(place[0]) is None:
            self._close_but({row.pointer for row in inside})
        self._select_place(place, tell=True)

    def _close_but(self, pointers: set[str]) -> None:
        """There are more rows than can be shown: everything else closes."""
        assert isinstance(self.rows, JsonRows)
        self._toggled ^= {row.pointer for row in self.rows.rows if row.opened} - pointers
        self._lay_out(None)

    def draw_searched(self, index: int, width: int) -> Content:
        content = self.draw_line(index, width)
        if self._searched is None or not self._shown:
            return content
        at = self._everything.index_at(self._row_at(index))
        return self.marked(at, content, "", "")

    @property
    def search_words(self) -> str:
        said = super().search_words
        if said and self._every is not None and self._every.is_cut:
            return f"{said} in the first {MOST_SEARCHED} rows"
        return said

    def _select_place(self, place: tuple[str, int], *, tell: bool = False) -> None:
        assert isinstance(self.rows, JsonRows)
        index = self.rows.nearest(place, -1)
        if index < 0:
            return
        if tell:
            self._choose(index)
        else:
            self.select(index)
