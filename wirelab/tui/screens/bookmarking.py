"""Bookmarks: set where the cursor stands, gone to one after the other or out of a list."""

from __future__ import annotations

from wirelab.tui.screens.bookmark_list import BookmarkList
from wirelab.tui.screens.moving import Moving

_NONE = "No bookmark yet: b sets one where the cursor stands."


class Bookmarking(Moving):
    """The actions on bookmarks."""

    def action_bookmark(self) -> None:
        frame = self.cursor.frame
        if frame < 0:
            self.notify("Nothing to mark before the first event.")
            return
        marked = self.cursor.bookmarks.toggle(frame)
        self.notify("Bookmark set: B comes back to it." if marked else "Bookmark removed.")
        self.refresh_bindings()
        self.show()

    def action_to_bookmark(self) -> None:
        frame = self.cursor.bookmarks.after(self.cursor.frame)
        if frame is None:
            self.notify(_NONE)
        else:
            self._to_bookmark(frame)

    def action_bookmarks(self) -> None:
        marks = self.cursor.bookmarks
        if not len(marks):
            self.notify(_NONE)
            return
        self.app.push_screen(BookmarkList(marks, self._rows, self.cursor.frame), self._chosen)

    def _chosen(self, index: int | None) -> None:
        if index is not None:
            self._to_bookmark(self.cursor.bookmarks.all[index])
        else:
            self.show()  # some may be gone

    def _to_bookmark(self, frame: int) -> None:
        marks = self.cursor.bookmarks
        self.cursor.to_frame(frame)
        self.show()
        self.notify(f"Bookmark {marks.number(frame)} of {len(marks)}.")
