"""Turning to another scenario of the demo in the bench that is open: one more run, and thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from wirelab.tui.paint import FAINT, NAME, line
from wirelab.tui.screens.driving import Driving
from wirelab.tui.screens.list_screen import ListScreen
from wirelab.tui.widgets.status_header import StatusHeader
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from wirelab.tui.plays import Endpoint

_HINT = "press 5 for the verdict, ← to go back in time, s for another scenario"
_NAME_WIDTH = 16


class EndpointRows:
    """A line an endpoint: its name, and what it shows."""

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        self._endpoints = endpoints

    def __len__(self) -> int:
        return len(self._endpoints)

    def draw(self, index: int, width: int) -> Content:
        each = self._endpoints[index]
        name = Content(safe(each.name, 60)).truncate(_NAME_WIDTH, ellipsis=True, pad=True)
        return line(name.stylize(NAME), " ", safe(each.about, 300)).truncate(width, ellipsis=True)


class Switching(Driving):
    """The action behind ``s``, and the line that a demo begins with."""

    @property
    def _others(self) -> Sequence[Endpoint]:
        return self.observation.others if self.observation is not None else ()

    def prompts(self) -> ComposeResult:
        yield from super().prompts()
        if self._others:
            yield Static(Content.styled(_HINT, FAINT), id="hint")

    def action_scenarios(self) -> None:
        assert self.observation is not None
        urls = [each.target.url for each in self._others]
        here = self.observation.target.url
        listed = ListScreen(
            "scenarios · enter runs one · esc closes",
            EndpointRows(self._others),
            selected=urls.index(here) if here in urls else 0,
        )
        self.app.push_screen(listed, self._switch)

    def _switch(self, index: int | None) -> None:
        if index is None or self.observation is None:
            return
        if self.why_busy:
            self._refuse(f"{self.why_busy} (c cancels it)")
            return
        chosen = self._others[index]
        self.observation.turn_to(chosen.target)
        self.query_one(StatusHeader).look_at(self.observation.subject)
        reason = self.send_body(chosen.body())
        if reason:
            self._refuse(reason)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "scenarios":
            return bool(self._others) and not self.typing
        return super().check_action(action, parameters)
