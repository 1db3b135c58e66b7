"""The bookmarks over the bench, each as the row it marks: one is chosen, or taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from wirelab.tui.screens.list_screen import ListScreen
from wirelab.tui.tabs.events import EventLines

if TYPE_CHECKING:
    from wirelab.tui.bookmarks import Bookmarks
    from wirelab.views.event_rows import EventRows


class BookmarkList(ListScreen):
    """Its result is the index of the bookmark to go to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d,delete,b", "forget", "Remove", tooltip="Remove the selected bookmark"),
    ]

    def __init__(self, bookmarks: Bookmarks, rows: EventRows, here: int) -> None:
        self._bookmarks, self._events = bookmarks, rows
        super().__init__(
            "bookmarks · enter goes to it · d removes it · esc closes",
            self._lines(),
            empty="No bookmark left: b sets one where the cursor stands.",
            selected=max(bookmarks.count_until(here) - 1, 0),
        )

    def _lines(self) -> EventLines:
        marked = self._bookmarks.all
        return EventLines(self._events, marked, bookmarks=marked)

    def action_forget(self) -> None:
        at = self.list.selected
        if 0 <= at < len(self._bookmarks):
            self._bookmarks.toggle(self._bookmarks.all[at])
            self.show(self._lines())
