"""The events related to one, a row each; a click or enter goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.tui.paint import ACCENT, FAINT, NAME, line
from wirelab.tui.widgets.row_list import RowList
from wirelab.views.event_summary import item_of, summarize
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

    from wirelab.session.event import Event
    from wirelab.views.related_events import Related


class RelatedRows:
    """Related events as rows: ``↪ #9 opened by  TOOL_CALL_START call-1 get_weather``."""

    def __init__(self, related: list[Related], session_events: Sequence[Event]) -> None:
        self.related = related
        self._events = session_events

    def __len__(self) -> int:
        return len(self.related)

    def draw(self, index: int, width: int) -> Content:
        each = self.related[index]
        event = self._events[each.event]
        return line(
            ("↪ ", FAINT),
            (f"{each.words} ", NAME),
            (f"#{each.event}", ACCENT),
            (f"  {safe(event.type, 60)} {item_of(event.payload)} {summarize(event)}", FAINT),
        )


class RelatedList(RowList):
    """The list; one row is selected only while it has the keys."""

    def show_related(self, related: list[Related], session_events: Sequence[Event]) -> None:
        self.display = bool(related)
        rows = RelatedRows(related, session_events)
        self.show(rows, min(max(self.selected, 0), len(rows) - 1) if self.has_focus else -1)

    def on_focus(self) -> None:
        self.select(0)

    def on_blur(self) -> None:
        self.select(-1)

    def on_click(self, event: events.Click) -> None:
        """One click is enough, for the list then opens what is selected already."""
        self.selected = event.y + self.scroll_offset.y
