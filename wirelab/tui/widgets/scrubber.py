"""The session on one line: what arrived when, findings, bookmarks, where runs begin, the cursor.

Clicking or dragging moves the cursor. The words at the right say where it stands and whether it
follows; they have columns of their own, so the picture beside them never changes width.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from wirelab.tui.bookmarks import SIGN
from wirelab.tui.messages import TimePicked
from wirelab.tui.paint import ACCENT, FAINT, SEVERITY_STYLES, line

if TYPE_CHECKING:
    from textual import events

    from wirelab.tui.timeline import Timeline

WORDS_WIDTH = 38
_LEVELS = "▁▂▃▄▅▆▇█"


class Scrubber(Widget):
    """The picture of a timeline."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._timeline: Timeline | None = None
        self._at_ms = 0.0
        self._words = ""
        self._marked: tuple[int, ...] = ()
        self._shown: tuple[object, float, str, tuple[int, ...]] | None = None

    def show(
        self, timeline: Timeline, at_ms: float, words: str, marked: tuple[int, ...] = ()
    ) -> None:
        """Show a timeline (it may have grown), the cursor at a time, words beside, and a sign
        at each of some frames."""
        shown = (timeline.version, at_ms, words, marked)
        if shown != self._shown:
            self._marked = marked
            self._timeline, self._at_ms, self._words, self._shown = timeline, at_ms, words, shown
            self.refresh()

    @property
    def picture_width(self) -> int:
        return max(self.size.width - WORDS_WIDTH - 1, 8)

    def render(self) -> Content:
        words = Content.styled(f" {self._words:>{WORDS_WIDTH}}", "bold")
        if self._timeline is None or not self._timeline.last_ms:
            return Content.styled("·" * self.picture_width, FAINT) + words
        cells = _cells(self._timeline, self.picture_width, self._at_ms, self._marked)
        return line(*cells, words)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if event.x < self.picture_width:
            self.capture_mouse()
            self._pick(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Dragged past an end, it stays at that end."""
        if event.button and self.app.mouse_captured is self:
            self._pick(min(max(event.x, 0), self.picture_width - 1))

    def on_mouse_up(self) -> None:
        self.release_mouse()

    def _pick(self, column: int) -> None:
        if self._timeline is not None:
            self.post_message(TimePicked(self._timeline.time_at(column, self.picture_width)))


def _cells(
    timeline: Timeline, width: int, at_ms: float, marked: tuple[int, ...]
) -> list[tuple[str, str]]:
    """One cell a column: the gravest thing there is to say about it."""
    counts = timeline.columns(width)
    marks, boundaries = timeline.marks(width), timeline.boundaries(width)
    highest = max(*counts, 1)
    cursor = timeline.column_of(at_ms, width)
    bookmarks = {timeline.column_of(timeline.time_of(frame), width) for frame in marked}
    cells = []
    for column, count in enumerate(counts):
        if column in bookmarks:
            text, style = SIGN, SEVERITY_STYLES[marks[column]] if column in marks else ACCENT
        elif column in marks:
            text, style = "!", SEVERITY_STYLES[marks[column]]
        elif column in boundaries:
            text, style = "│", ACCENT
        elif count:
            text, style = _LEVELS[min(count * len(_LEVELS) // (highest + 1), 7)], "$text-primary"
        else:
            text, style = "·", FAINT
        cells.append((text, f"{style} reverse bold" if column == cursor else style))
    return cells
