"""The application around the bench, and the two ways to open it: observe and replay."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from wirelab.session.inspection import Inspection
from wirelab.tui import recent
from wirelab.tui.brief_pauses import collect_briefly
from wirelab.tui.ending_signals import leaving
from wirelab.tui.plays import Endpoint, NextBody, Observation, Playable, Replay
from wirelab.tui.saved_filters import SavedFilters, users_filters
from wirelab.tui.screens.bench import BenchScreen
from wirelab.tui.shell import Shell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.app import SystemCommand
    from textual.screen import Screen

    from wirelab.session.automatic_answers import AutomaticAnswers
    from wirelab.session.session import Session
    from wirelab.transports.http_post import Target
    from wirelab.transports.playback import Item
    from wirelab.views.filters import Filter
    from wirelab.wire.frame import Frame
    from wirelab.wire.traffic import Traffic


class WirelabApp(Shell):
    """A bench on one playable."""

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
        self.bench = BenchScreen(playable, inspection, record=record, note=note)

    def get_default_screen(self) -> Screen[None]:
        return self.bench

    def on_ready(self) -> None:
        self.bench.remember_filters(self._saved_filters)
        if self._wanted is not None:
            self.bench.filter_events(str(self._wanted))

    def give_way(self) -> None:
        self.bench.feed.give_way()

    async def action_quit(self) -> None:
        """Leave; what arrived is judged and recorded first."""
        await self.bench.feed.stop()
        self.exit()

    def own_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        return self.bench.filter_commands() if screen is self.bench else ()


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
    Raises KeyboardInterrupt when it was left by Ctrl-C, SystemExit when by another signal.
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
    raises as ``run_observe`` does.
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
    if app.ended_by is not None:
        raise leaving(app.ended_by)
    return inspection.session
