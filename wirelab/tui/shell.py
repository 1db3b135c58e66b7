"""What every application that opens a bench has: looks, palette, Ctrl-C, and that keys come first.

Which bench is open, and how it is left, is the application's own.
"""

from __future__ import annotations

from signal import SIGINT
from typing import TYPE_CHECKING

from textual.app import App, SystemCommand
from textual.events import InputEvent, Key

from wirelab.tui.ending_signals import end_on_signals
from wirelab.tui.key_order import KeyOrder
from wirelab.tui.lost_terminal import outlasting
from wirelab.tui.themes import dress, remember

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from signal import Signals

    from textual.driver import Driver
    from textual.events import Event
    from textual.screen import Screen

_NOT_OURS = ("Keys", "Maximize", "Minimize")
"""Textual's own commands that the bench has no use for: its help is ``?``."""


class Shell(App[None]):
    """ended_by: the signal it was left by, Ctrl-C is one; None where it was not."""

    TITLE = "wirelab"
    CSS_PATH = ["styles/bench.tcss", "styles/widgets.tcss", "styles/answers.tcss"]  # noqa: RUF012
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-narrow"),
        (100, "-wide"),
    ]
    ENABLE_COMMAND_PALETTE = True

    def __init__(self) -> None:
        super().__init__()
        self.animation_level = "none"
        dress(self)
        self.ended_by: Signals | None = None
        self.keys = KeyOrder(self, super().on_event)

    def get_driver_class(self) -> type[Driver]:
        return outlasting(super().get_driver_class())

    def on_mount(self) -> None:
        end_on_signals(self._end)
        self.theme_changed_signal.subscribe(self, lambda theme: remember(theme.name))

    def give_way(self) -> None:
        """A person has just done something: judging is to take little of the time."""

    async def on_event(self, event: Event) -> None:
        """A person waits for an answer: judging gives way. What a key said is gone with the next
        key, so that notices never pile up."""
        if isinstance(event, InputEvent):
            self.give_way()
        if isinstance(event, Key) and not event.is_forwarded:
            self.clear_notifications()
            self.keys.take(event)
        else:
            await super().on_event(event)

    async def action_interrupt(self) -> None:
        """Ctrl-C: leave as an interrupted command does."""
        self.ended_by = SIGINT
        await self.action_quit()

    def _end(self, number: Signals) -> None:
        self.ended_by = number
        self.call_later(self.action_quit)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every action of the screen and its current tab, then Textual's own."""
        seen: set[str] = set()
        for active in screen.active_bindings.values():
            binding = active.binding
            if active.enabled and binding.tooltip and binding.action not in seen:
                seen.add(binding.action)
                run = self._runner(active.node, binding.action)
                yield SystemCommand(binding.description, binding.tooltip, run)
        yield from self.own_commands(screen)
        for command in super().get_system_commands(screen):
            if command.title not in _NOT_OURS:
                yield command

    def own_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """More that the palette offers on a screen."""
        return ()

    def _runner(self, node: object, action: str) -> Callable[[], object]:
        return lambda: self.run_action(action, node)  # type: ignore[arg-type]
