"""Filtering the events from anywhere on the bench, and the filters the palette offers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.app import SystemCommand

from wirelab.tui.screens.showing import Showing
from wirelab.tui.tabs.events import EventsTab

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.tui.saved_filters import SavedFilters
    from wirelab.tui.widgets.filtered_events import FilteredEvents

OFFERED = {
    "Filter: only findings": "sev:note",
    "Filter: errors": "sev:error",
    "Filter: tool calls": "type:TOOL_*",
    "Filter: runs and steps": "type:RUN_* or type:STEP_*",
    "Filter: what is no event": "-kind:event",
}
"""What the palette offers, by its title there."""


class Filtering(Showing):
    """The actions that filter the Events tab."""

    @property
    def _events(self) -> FilteredEvents:
        return self.query_one(EventsTab).filtered

    def remember_filters(self, saved: SavedFilters) -> None:
        self._events.saved = saved

    def filter_events(self, text: str) -> None:
        """Show the events that match."""
        self.action_show_tab(EventsTab.TAB_NAME)
        self._events.filter_by(text)

    def action_filter(self) -> None:
        self.action_show_tab(EventsTab.TAB_NAME)
        self._events.ask()

    def filter_commands(self) -> Iterable[SystemCommand]:
        """The offered filters, for the palette."""
        for title, text in OFFERED.items():
            yield SystemCommand(title, f"In Events: {text}", partial(self.filter_events, text))
        if self._events.filtering:
            yield SystemCommand("Filter: clear", "Show every event again", self._events.clear)
