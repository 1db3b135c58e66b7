"""Finding a text in the current tab: in the pane that has the keys, else in the tab's list.

What is looked for goes along to another tab; escape ends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on

from wirelab.tui.screens.moving import Moving
from wirelab.tui.widgets.prompt_line import PromptLine
from wirelab.tui.widgets.searched_view import SearchedView

if TYPE_CHECKING:
    from textual.app import ComposeResult


class Searching(Moving):
    """The prompt behind ``f``."""

    _view: SearchedView | None = None

    def prompts(self) -> ComposeResult:
        yield from super().prompts()
        yield PromptLine("find", "a text in this tab", id="find")

    @property
    def _find(self) -> PromptLine:
        return self.query_one("#find", PromptLine)

    def action_find(self) -> None:
        view = self._pane_to_search()
        self.close_prompts()
        if view is None:
            self.notify("There is no text to find in this tab.")
            return
        self._find.open()
        self._look_in(view)

    def action_find_next(self, step: int) -> None:
        if self._view is not None:
            self._view.search_next(step)

    def action_show_tab(self, name: str) -> None:
        super().action_show_tab(name)
        view = self._pane_to_search(self.current_tab.first_focus)
        if self._view is not None and view is not None:
            self._look_in(view)

    @on(PromptLine.Typed, "#find")
    def _find_typed(self) -> None:
        if self._view is not None:
            self._view.search(self._find.text)

    @on(PromptLine.Asked, "#find")
    def _find_asked(self) -> None:
        self.action_find_next(1)

    @on(PromptLine.Stepped, "#find")
    def _find_stepped(self, message: PromptLine.Stepped) -> None:
        self.action_find_next(message.step)

    @on(PromptLine.Closed, "#find")
    def _find_closed(self) -> None:
        self._stop()

    def on_searched_view_searched(self, message: SearchedView.Searched) -> None:
        if message.view is self._view:
            self._find.say(message.view.search_words or "enter: next · up: before · esc closes")

    def close_prompts(self) -> None:
        super().close_prompts()
        self._stop()

    def action_leave_pane(self) -> None:
        """Escape ends the search first."""
        if self._view is None:
            super().action_leave_pane()
        else:
            self.close_prompts()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "find":
            return not self.typing
        if action == "find_next":
            return self._view is not None
        return super().check_action(action, parameters)

    def _pane_to_search(self, pane: object = None) -> SearchedView | None:
        """The pane of the current tab that has the keys, else the one that has them first."""
        tab = self.current_tab
        focused = pane or self.focused
        if isinstance(focused, SearchedView) and tab in focused.ancestors:
            return focused
        first = tab.first_focus
        return (
            first if isinstance(first, SearchedView) else next(iter(tab.query(SearchedView)), None)
        )

    def _look_in(self, view: SearchedView) -> None:
        if self._view is not view:
            self._stop()
            self._view = view
        view.search(self._find.text)
        self.refresh_bindings()

    def _stop(self) -> None:
        if self._view is not None:
            self._view.search_stop()
            self._view = None
            self.refresh_bindings()
