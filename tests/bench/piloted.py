"""The app under a pilot in this process: from a key, or a jump of the cursor, to the next paint."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path, PurePath
from typing import Any

from tests.bench.terminal import waited_s
from wirelab.cli.main import calm_collection
from wirelab.session.inspection import Inspection
from wirelab.transports.http_post import Target
from wirelab.transports.step_file import open_source
from wirelab.tui import app
from wirelab.tui.app import WirelabApp
from wirelab.tui.plays import Observation, Playable, Replay

_BODY = b'{"threadId":"t-1","runId":"r-1","messages":[]}'
_TABS = {"2": "events", "3": "tools", "1": "conversation"}
_STYLES: list[str | PurePath] = [Path(app.__file__).parent / each for each in WirelabApp.CSS_PATH]


class PaintedApp(WirelabApp):
    """Counts its paints, and says when the first one came after something."""

    CSS_PATH = _STYLES

    def __init__(self, playable: Playable) -> None:
        super().__init__(playable, Inspection())
        self.paints = 0
        self._awaited: list[tuple[Callable[[], bool], asyncio.Future[float]]] = []

    def _display(self, *args: Any, **named: Any) -> None:
        super()._display(*args, **named)
        self.paints += 1
        for holds, painted in self._awaited:
            if holds() and not painted.done():
                painted.set_result(time.perf_counter())
        self._awaited = [each for each in self._awaited if not each[1].done()]

    async def painted_after(self, act: Callable[[], Any], holds: Callable[[], bool]) -> float:
        """Seconds from doing something to the first paint at which its effect holds, less those
        for which others had the processor."""
        painted = asyncio.get_running_loop().create_future()
        waited, begun = waited_s("self"), time.perf_counter()
        act()
        self._awaited.append((holds, painted))
        seconds = float(await asyncio.wait_for(painted, 60)) - begun
        return max(seconds - (waited_s("self") - waited), 0.0)


def _run(playable: Playable, work: Callable[[PaintedApp], Awaitable[Any]]) -> Any:
    async def piloted() -> Any:
        app = PaintedApp(playable)
        async with app.run_test(size=(120, 40)):
            return await work(app)

    calm_collection()
    return asyncio.run(piloted())


def moments_by_pilot(path: Path, count: int = 100) -> tuple[list[float], list[float]]:
    """Seconds for the worlds of moments all over a recording, and until those are painted."""
    at_random = random.Random(1)

    async def work(app: PaintedApp) -> tuple[list[float], list[float]]:
        await app.workers.wait_for_complete()
        bench, worlds, shown = app.bench, [], []
        for _ in range(count):
            event = at_random.randrange(bench.session.event_count)
            begun = time.perf_counter()
            bench.session.world_at(event)
            worlds.append(time.perf_counter() - begun)
            event = at_random.randrange(bench.session.event_count)

            def jump(event: int = event) -> None:
                bench.cursor.to_event(event)
                bench.show()

            shown.append(await app.painted_after(jump, lambda: True))
        return worlds, shown

    source = open_source(path)
    result: tuple[list[float], list[float]] = _run(
        Replay(path.name, source.traffic(), speed=None), work
    )
    return result


def _shows(app: PaintedApp, tab: str) -> bool:
    return tab == app.bench.current_tab.TAB_NAME


def flood_by_pilot(port: int, goes_on: Callable[[], bool]) -> tuple[list[float], int, int, float]:
    """Seconds from keys to paints while the flood goes on; then events, paints, seconds."""
    bodies = [_BODY]

    async def work(app: PaintedApp) -> tuple[list[float], int, int, float]:
        answers, begun = [], time.perf_counter()
        while goes_on():
            for key, tab in _TABS.items():
                press, here = partial(app.simulate_key, key), partial(_shows, app, tab)
                answers.append(await app.painted_after(press, here))
                await asyncio.sleep(random.uniform(0.05, 0.15))
        await app.workers.wait_for_complete()
        lasted = time.perf_counter() - begun
        return answers, app.bench.session.event_count, app.paints, lasted

    target = Target(f"http://127.0.0.1:{port}/")
    playable = Observation(target, lambda _: bodies.pop() if bodies else None)
    result: tuple[list[float], int, int, float] = _run(playable, work)
    return result
