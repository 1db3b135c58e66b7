"""Bookmarks: set where the cursor stands, gone to one after the other."""

from __future__ import annotations

from wirelab.tui.screens.moving import Moving


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
        marks = self.cursor.bookmarks
        frame = marks.after(self.cursor.frame)
        if frame is None:
            self.notify("No bookmark yet: b sets one where the cursor stands.")
            return
        self.cursor.to_frame(frame)
        self.show()
        self.notify(f"Bookmark {marks.number(frame)} of {len(marks)}.")
