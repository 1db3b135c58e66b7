"""Playing a run: each beat written on its own, at its time, until the end or until nobody listens.

Times are counted from the start of the run, so pauses do not drift. A client that goes away ends
the run at once: nothing of it is computed any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

import anyio
from anyio.lowlevel import checkpoint
from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from wirelab.synthetic.scenario import Beat

HEADERS = {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
}
_TURN = 16
"""Writes a run without pauses makes before other runs get their turn."""


class Curtain(StrEnum):
    """How a run came to its end."""

    COMPLETE = "complete"
    CLIENT_GONE = "the client went away"
    CUT_OFF = "the agent is stopping"


class RunResponse(Response):
    """The stream of one run.

    speed: 2 is twice as fast; None leaves out all pauses.
    ended: told once, when the run is over, how, and how many beats were written.
    """

    def __init__(
        self, beats: Iterable[Beat], speed: float | None, ended: Callable[[Curtain, int], None]
    ) -> None:
        self.status_code = 200
        self.background = None
        self.init_headers(HEADERS)
        self._beats = beats
        self._speed = speed
        self._ended = ended
        self._written = 0
        self._curtain = Curtain.CUT_OFF

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(self._watch, receive, group.cancel_scope)
                await self._stream(send)
                self._curtain = Curtain.COMPLETE
                group.cancel_scope.cancel()
        finally:
            self._ended(self._curtain, self._written)

    async def _stream(self, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        began = anyio.current_time()
        due = 0.0
        for beat in self._beats:
            if self._speed is not None:
                due += beat.pause_ms / 1000 / self._speed
                await anyio.sleep_until(began + due)
            elif self._written % _TURN == 0:
                await checkpoint()
            await send({"type": "http.response.body", "body": beat.data, "more_body": True})
            self._written += 1
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _watch(self, receive: Receive, scope: anyio.CancelScope) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        # A server says the same once a response is complete.
        if self._curtain is not Curtain.COMPLETE:
            self._curtain = Curtain.CLIENT_GONE
        scope.cancel()
