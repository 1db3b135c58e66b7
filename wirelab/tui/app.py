"""The application around the bench, and the two ways to open it: observe and replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App, SystemCommand
from textual.events import Key

from wirelab.session.inspection import Inspection
from wirelab.tui.plays import NextBody, Observation, Playable, Replay
from wirelab.tui.screens.bench import BenchScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.events import Event
    from textual.screen import Screen

    from wirelab.session.session import Session
    from wirelab.transports.http_post import Target
    from wirelab.transports.playback import Item
    from wirelab.wire.frame import Frame
    from wirelab.wire.traffic import Traffic


_NOT_OURS = ("Keys", "Maximize", "Minimize")
"""Textual's own commands that the bench has no use for: its help is ``?``."""


class WirelabApp(App[None]):
    """A bench on one playable."""

    TITLE = "wirelab"
    CSS_PATH = ["styles/bench.tcss", "styles/widgets.tcss"]  # noqa: RUF012
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-narrow"),
        (100, "-wide"),
    ]
    ENABLE_COMMAND_PALETTE = True

    def __init__(
        self,
        playable: Playable,
        inspection: Inspection,
        *,
        record: Callable[[Traffic | Frame], None] | None = None,
        note: str = "",
    ) -> None:
        super().__init__()
        self.animation_level = "none"
        self.interrupted = False
        self.bench = BenchScreen(playable, inspection, record=record, note=note)

    def get_default_screen(self) -> Screen[None]:
        return self.bench

    async def on_event(self, event: Event) -> None:
        """What a key said is gone with the next key, so that notices never pile up."""
        if isinstance(event, Key) and not event.is_forwarded:
            self.clear_notifications()
        await super().on_event(event)

    async def action_quit(self) -> None:
        """Leave; what arrived is judged and recorded first."""
        await self.bench.feed.stop()
        self.exit()

    async def action_interrupt(self) -> None:
        """Ctrl-C: leave as an interrupted command does."""
        self.interrupted = True
        await self.action_quit()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every action of the screen and its current tab, then Textual's own."""
        seen: set[str] = set()
        for active in screen.active_bindings.values():
            binding = active.binding
            if active.enabled and binding.tooltip and binding.action not in seen:
                seen.add(binding.action)
                run = self._runner(active.node, binding.action)
                yield SystemCommand(binding.description, binding.tooltip, run)
        for command in super().get_system_commands(screen):
            if command.title not in _NOT_OURS:
                yield command

    def _runner(self, node: object, action: str) -> Callable[[], object]:
        return lambda: self.run_action(action, node)  # type: ignore[arg-type]


def run_observe(
    target: Target,
    next_body: NextBody,
    *,
    turns: int = 1,
    inspection: Inspection | None = None,
    record: Callable[[Traffic | Frame], None] | None = None,
    note: str = "",
) -> Session:
    """Observe an endpoint until the person leaves; returns the session as it then stands.

    next_body: the body of the next turn, made from the session so far; None ends the turns.
    turns: how many turns are meant to be sent, for saying what a cancelled one left unsent.
    record: is given all traffic as it happens. note: a word for the first line.
    Raises KeyboardInterrupt when it was left by Ctrl-C.
    """
    inspection = inspection or Inspection()
    return _run(Observation(target, next_body, turns=turns), inspection, record, note)


def run_replay(
    name: str,
    items: Iterable[Item],
    *,
    speed: float | None = 1.0,
    start_at_ms: float = 0.0,
    inspection: Inspection | None = None,
    note: str = "",
) -> Session:
    """Replay recorded traffic (``Source.traffic()``) until the person leaves.

    speed: 2 is twice as fast, None waits for nothing. start_at_ms: what lies before is shown at
    once. Returns the session as it then stands; raises KeyboardInterrupt when left by Ctrl-C.
    """
    inspection = inspection or Inspection()
    playable = Replay(name, items, speed=speed, start_at_ms=start_at_ms)
    return _run(playable, inspection, None, note)


def _run(
    playable: Playable,
    inspection: Inspection,
    record: Callable[[Traffic | Frame], None] | None,
    note: str,
) -> Session:
    app = WirelabApp(playable, inspection, record=record, note=note)
    app.run()
    if app.interrupted:
        raise KeyboardInterrupt
    return inspection.session
