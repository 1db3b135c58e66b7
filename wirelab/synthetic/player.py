"""Playing a run: each beat written on its own, at its time, until the end or until nobody listens.

Times are counted from the start of the run, so pauses do not drift. A client that goes away ends
the run at once: nothing of it is computed any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

import anyio
from starlette.responses import Response

from wirelab.synthetic.connections import reset
from wirelab.synthetic.performance import Close

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from wirelab.synthetic.performance import Performance

_TURN = 128
"""Writes a run makes, where nothing holds it up, before others get their turn."""


class Curtain(StrEnum):
    """How a run came to its end."""

    COMPLETE = "complete"
    CLIENT_GONE = "the client went away"
    CUT_OFF = "the agent is stopping"


class Gate:
    """Holds writes back until they are let through, one at a time."""

    def __init__(self) -> None:
        self._free = 0
        self._wake: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def let_one_through(self) -> None:
        """From any thread."""
        self._free += 1
        if self._loop is not None and self._wake is not None:
            self._loop.call_soon_threadsafe(self._wake.set)

    async def passed(self) -> None:
        """Wait for a write's turn."""
        self._loop = asyncio.get_running_loop()
        while not self._free:
            self._wake = asyncio.Event()
            await self._wake.wait()
        self._free -= 1


class RunResponse(Response):
    """The stream of one run.

    speed: 2 is twice as fast; None leaves out all pauses. gate: lets writes through instead.
    ended: told once, when the run is over, how, and how many beats were written.
    """

    def __init__(
        self,
        performance: Performance,
        speed: float | None,
        ended: Callable[[Curtain, int], None],
        gate: Gate | None = None,
    ) -> None:
        self.status_code = performance.status
        self.background = None
        self.init_headers(performance.headers)
        self._performance = performance
        self._gate = gate
        self._speed = speed
        self._ended = ended
        self._written = 0
        self._curtain = Curtain.CUT_OFF

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        run = asyncio.current_task()
        assert run is not None
        watcher = asyncio.create_task(self._watch(receive, run))
        try:
            await self._stream(send)
            if self._performance.close is Close.RESET:
                reset(tuple(scope["client"]))
            self._curtain = Curtain.COMPLETE
        except asyncio.CancelledError:
            if self._curtain is not Curtain.CLIENT_GONE or run.uncancel():
                raise
        finally:
            watcher.cancel()
            self._ended(self._curtain, self._written)

    async def _stream(self, send: Send) -> None:
        began = anyio.current_time()
        due = 0.0
        if self._speed is not None and self._performance.head_pause_ms:
            due = self._performance.head_pause_ms / 1000 / self._speed
            await anyio.sleep_until(began + due)
        status = self.status_code
        start = {"type": "http.response.start", "status": status, "headers": self.raw_headers}
        await send(start)
        for pause_ms, data in self._performance.beats:
            if self._gate is not None:
                await self._gate.passed()
            elif pause_ms and self._speed is not None:
                due += pause_ms / 1000 / self._speed
                if began + due > anyio.current_time():
                    await anyio.sleep_until(began + due)
            await send({"type": "http.response.body", "body": data, "more_body": True})
            self._written += 1
            if self._written % _TURN == 0:
                await asyncio.sleep(0)
        if self._performance.close is Close.PROPER:
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _watch(self, receive: Receive, run: asyncio.Task[None]) -> None:
        """Ends the run when its client goes away."""
        while (await receive())["type"] != "http.disconnect":
            pass
        # A server says the same once a response is complete.
        if self._curtain is not Curtain.COMPLETE:
            self._curtain = Curtain.CLIENT_GONE
            run.cancel()
