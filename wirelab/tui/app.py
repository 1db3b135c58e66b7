"""The application around the bench, and the two ways to open it: observe and replay."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.app import App, SystemCommand
from textual.events import InputEvent, Key

from wirelab.session.inspection import Inspection
from wirelab.tui import recent
from wirelab.tui.brief_pauses import collect_briefly
from wirelab.tui.key_order import KeyOrder
from wirelab.tui.plays import Endpoint, NextBody, Observation, Playable, Replay
from wirelab.tui.saved_filters import SavedFilters, users_filters
from wirelab.tui.screens.bench import BenchScreen
from wirelab.tui.themes import dress, remember

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.events import Event
    from textual.screen import Screen

    from wirelab.session.automatic_answers import AutomaticAnswers
    from wirelab.session.session import Session
    from wirelab.transports.http_post import Target
    from wirelab.transports.playback import Item
    from wirelab.views.filters import Filter
    from wirelab.wire.frame import Frame
    from wirelab.wire.traffic import Traffic


_NOT_OURS = ("Keys", "Maximize", "Minimize")
"""Textual's own commands that the bench has no use for: its help is ``?``."""


class WirelabApp(App[None]):
    """A bench on one playable."""

    TITLE = "wirelab"
    CSS_PATH = ["styles/bench.tcss", "styles/widgets.tcss", "styles/answers.tcss"]  # noqa: RUF012
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
        wanted: Filter | None = None,
        saved_filters: SavedFilters | None = None,
    ) -> None:
        super().__init__()
        self._wanted = wanted
        self._saved_filters = saved_filters or SavedFilters()
        self.animation_level = "none"
        dress(self)
        self.interrupted = False
        self.keys = KeyOrder(self, super().on_event)
        self.bench = BenchScreen(playable, inspection, record=record, note=note)

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, lambda theme: remember(theme.name))

    def get_default_screen(self) -> Screen[None]:
        return self.bench

    def on_ready(self) -> None:
        self.bench.remember_filters(self._saved_filters)
        if self._wanted is not None:
            self.bench.filter_events(str(self._wanted))

    async def on_event(self, event: Event) -> None:
        """A person waits for an answer: judging gives way. What a key said is gone with the next
        key, so that notices never pile up."""
        if isinstance(event, InputEvent):
            self.bench.feed.give_way()
        if isinstance(event, Key) and not event.is_forwarded:
            self.clear_notifications()
            self.keys.take(event)
        else:
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
        if screen is self.bench:
            yield from self.bench.filter_commands()
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
    raw: bool = False,
    remember: bool = False,
    automatic: AutomaticAnswers | None = None,
    others: Sequence[Endpoint] = (),
    inspection: Inspection | None = None,
    record: Callable[[Traffic | Frame], None] | None = None,
    note: str = "",
    wanted: Filter | None = None,
) -> Session:
    """Observe an endpoint until the person leaves; returns the session as it then stands.

    next_body: the body of the next turn, made from the session so far; None ends the turns.
    turns: how many turns are meant to be sent, for saying what a cancelled one left unsent.
    raw: what the person sends is sent however wrong it is.
    remember: the endpoint is kept among the recent ones.
    automatic: answers the agent, where there is a file of answers. others: where else to turn to.
    record: is given all traffic as it happens. note: a word for the first line.
    wanted: what the Events tab, which is then opened, is filtered by.
    Raises KeyboardInterrupt when it was left by Ctrl-C.
    """
    inspection = inspection or Inspection()
    observation = Observation(
        target,
        next_body,
        turns=turns,
        raw=raw,
        automatic=automatic,
        others=others,
        sending=partial(recent.add_request, target.url) if remember else lambda body: None,
    )
    return _run(observation, inspection, record, note, wanted)


def run_replay(
    name: str,
    items: Iterable[Item],
    *,
    speed: float | None = 1.0,
    start_at_ms: float = 0.0,
    begins: Callable[[], float | None] | None = None,
    progress: Callable[[], float | None] = lambda: None,
    inspection: Inspection | None = None,
    note: str = "",
    wanted: Filter | None = None,
) -> Session:
    """Replay recorded traffic (``Source.traffic()``) until the person leaves.

    speed: 2 is twice as fast, None waits for nothing. start_at_ms: what lies before is shown at
    once. begins: as in ``Playback``. progress: how much of the source was read, from 0 to 1
    (``Source.progress``). wanted: as in ``run_observe``. Returns the session as it then stands;
    raises KeyboardInterrupt when left by Ctrl-C.
    """
    inspection = inspection or Inspection()
    playable = Replay(
        name, items, speed=speed, start_at_ms=start_at_ms, begins=begins, progress=progress
    )
    return _run(playable, inspection, None, note, wanted)


def _run(
    playable: Playable,
    inspection: Inspection,
    record: Callable[[Traffic | Frame], None] | None,
    note: str,
    wanted: Filter | None,
) -> Session:
    app = WirelabApp(
        playable, inspection, record=record, note=note, wanted=wanted, saved_filters=users_filters()
    )
    collect_briefly()
    app.run()
    if app.interrupted:
        raise KeyboardInterrupt
    return inspection.session
