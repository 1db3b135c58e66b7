"""The tabs on one line, each with its key; the one shown stands in brackets of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from wirelab.tui.messages import TabPicked
from wirelab.tui.paint import FAINT, line

if TYPE_CHECKING:
    from textual import events


class TabBar(Widget):
    """Tabs by (name, title); ``show`` says which is shown, and a note behind any title."""

    ALLOW_SELECT = False

    def __init__(self, tabs: Sequence[tuple[str, str]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._tabs = tabs
        self._shown = tabs[0][0]
        self._notes: dict[str, Content] = {}
        self._ends: list[tuple[int, str]] = []

    def show(self, shown: str, notes: dict[str, Content]) -> None:
        if (shown, notes) != (self._shown, self._notes):
            self._shown, self._notes = shown, notes
            self.refresh()

    def render(self) -> Content:
        bar = self._drawn(" ")
        return bar if bar.cell_length <= self.size.width else self._drawn("")

    def _drawn(self, behind: str) -> Content:
        """The bar with so much behind each tab."""
        bar, self._ends = Content(""), []
        for key, (name, title) in enumerate(self._tabs, 1):
            note = self._notes.get(name, Content(""))
            if name == self._shown:
                bar += line((f"▐{key} {title}", "reverse bold"), note, ("▌", "reverse bold"))
            else:
                bar += line(" ", (str(key), FAINT), f" {title}", note, behind)
            self._ends.append((bar.cell_length, name))
        return bar

    def on_click(self, event: events.Click) -> None:
        for end, name in self._ends:
            if event.x < end:
                self.post_message(TabPicked(name))
                return
