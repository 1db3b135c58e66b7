"""The list of what arrived with a filter under it: only rows that match, as of the cursor.

The cursor stays where it is, whatever is left out. A filter that cannot be read changes nothing:
the last one that could be holds until there is another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from textual.message import Message
from textual.widget import Widget

from wirelab.tui.frame_search import FrameSearch
from wirelab.tui.messages import FramePicked
from wirelab.tui.saved_filters import SavedFilters
from wirelab.tui.widgets.event_list import EventList
from wirelab.tui.widgets.filter_line import FilterLine
from wirelab.tui.widgets.row_list import RowList
from wirelab.views.filters import FilterError, parse_filter
from wirelab.views.filters.values import needles

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from textual.app import ComposeResult

    from wirelab.tui.cursor import Moment
    from wirelab.tui.widgets.row_list import Rows
    from wirelab.views.event_rows import EventRows
    from wirelab.views.filters import Filter, MatchingFrames


class Lines(Protocol):
    """Draws rows; found: which of them, marked: what to mark in them, bookmarks: frames with a
    sign."""

    def __call__(
        self,
        rows: EventRows,
        found: MatchingFrames | None = None,
        marked: re.Pattern[str] | None = None,
        bookmarks: Container[int] = (),
    ) -> Rows: ...


class FilteredEvents(Widget):
    """heads: the line above the list. Posts ``FramePicked`` and ``Opened``.

    saved: what was kept before, for up and down.
    """

    @dataclass
    class Opened(Message):
        """A person chose the row at the cursor."""

    class Changed(Message):
        """Another filter holds, or none."""

    def __init__(self, heads: Widget, lines: Lines, *, classes: str) -> None:
        super().__init__(classes=classes)
        self.saved = SavedFilters()
        self.list = EventList(empty="Nothing has arrived yet.", id="event-list")
        self._line = FilterLine(id="event-filter")
        self._heads, self._lines = heads, lines
        self._moment: Moment | None = None
        self._wanted: Filter | None = None
        self._marked: re.Pattern[str] | None = None
        self._search: FrameSearch | None = None

    def compose(self) -> ComposeResult:
        yield self._heads
        yield self.list
        yield self._line

    @property
    def filtering(self) -> bool:
        return self._wanted is not None

    def show(self, moment: Moment) -> None:
        """Show the session as of a moment, as far as it is searched."""
        self._moment = moment
        if self._wanted is not None:
            if self._search is None or self._search.rows is not moment.rows:
                self._search = FrameSearch(moment.rows, self._wanted, self._show)
            if self._search.advance():
                self.run_worker(self._search.run(), group="search", exclusive=True)
        self._show()

    @property
    def asking(self) -> bool:
        """A person is writing a filter."""
        return self._line.is_open

    def ask(self) -> None:
        """Let a person write a filter."""
        self._line.open(self.saved.texts)

    def filter_by(self, text: str) -> None:
        """Filter, and give the keys to the list."""
        self._line.write(text)
        self._apply(text)
        self._line.rest()
        self.list.focus()

    def clear(self) -> None:
        """Show every row again."""
        self._line.close()
        self._set(None)
        self.list.focus()

    def _show(self) -> None:
        moment, search = self._moment, self._search
        if moment is None:
            return
        if search is None:
            self.list.show_place(
                self._lines(moment.rows, bookmarks=moment.bookmarks), moment.frame, between=False
            )
            return
        found, frame = search.found, moment.frame
        self.list.empty = "Nothing matches." if search.found.complete else "Searching…"
        self.list.show_place(
            self._lines(moment.rows, found, self._marked, moment.bookmarks),
            found.at_or_before(frame),
            between=not search.shows(frame),
        )
        self._line.say(search.words(None if moment.following else frame))

    def _apply(self, text: str) -> bool:
        """Filter by a text, if it can be read; says what is wrong with it if not."""
        try:
            wanted = parse_filter(text) if text.strip() else None
        except FilterError as error:
            self._line.say("")
            self._line.complain(error)
            return False
        self._line.complain(None)
        self._set(wanted)
        return True

    def _set(self, wanted: Filter | None) -> None:
        if wanted is None or wanted != self._wanted:
            self._wanted, self._search = wanted, None
            self._marked = _marking(wanted.words) if wanted is not None else None
            self.list.empty = "Nothing has arrived yet."
            self._line.say("")
            self.post_message(self.Changed())
        if self._moment is not None:
            self.show(self._moment)

    # what a person does

    def on_filter_line_typed(self, message: FilterLine.Typed) -> None:
        message.stop()
        self._apply(message.text)

    def on_filter_line_kept(self, message: FilterLine.Kept) -> None:
        message.stop()
        text = message.text.strip()
        if not text:
            self.clear()
        elif self._apply(text):
            self.saved.keep(text)
            self._line.rest()
            self.list.focus()

    def on_filter_line_dropped(self, message: FilterLine.Dropped) -> None:
        message.stop()
        self.clear()

    def on_row_list_row_moved(self, message: RowList.RowMoved) -> None:
        message.stop()
        self.post_message(FramePicked(self._frame_of(message.index)))

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        message.stop()
        self.post_message(FramePicked(self._frame_of(message.index)))
        self.post_message(self.Opened())

    def _frame_of(self, index: int) -> int:
        return index if self._search is None else self._search.found[index]


def _marking(words: Sequence[str]) -> re.Pattern[str] | None:
    """Finds the words in what is drawn; plain alternatives, so nothing backtracks."""
    forms = sorted({form for word in words for form in needles(word)}, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, forms)), re.IGNORECASE) if forms else None
