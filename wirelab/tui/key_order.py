"""Keys one after the other: the next is looked at once what the one before led to is done.

A key goes to what has the focus, climbs back to the app, and is answered by messages that climb
to the screen and may move the focus. Keys that come in one burst would else all go where the
first went, and overtake what it led to.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.app import App
    from textual.events import Key
    from textual.message_pump import MessagePump

_LONGEST_S = 0.1
_ROUNDS = 3
"""One for the key, one for what it is answered with, one for what that is answered with."""


class KeyOrder:
    """handle: gives a key to what has the focus by then."""

    def __init__(self, app: App[None], handle: Callable[[Key], Awaitable[None]]) -> None:
        self._app = app
        self._handle = handle
        self._waiting: deque[Key] = deque()
        self.busy = False

    def take(self, key: Key) -> None:
        """A key was pressed."""
        self._waiting.append(key)
        if not self.busy:
            self.busy = True
            self._app.run_worker(self._answer(), group="keys")

    async def _answer(self) -> None:
        try:
            while self._waiting:
                target = self._app.focused or self._app.screen
                await self._handle(self._waiting.popleft())
                if self._waiting:
                    await self._answered(target)
        finally:
            self.busy = False

    async def _answered(self, target: MessagePump) -> None:
        """Wait until a key that went to ``target`` is answered; but not for long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LONGEST_S):
                for _ in range(_ROUNDS):
                    node: MessagePump | None = target
                    while node is not None:
                        await _reached(node)
                        node = node._parent


async def _reached(node: MessagePump) -> None:
    """Wait until a node has handled what it was sent before now."""
    handled = asyncio.Event()
    if node.is_running and node.call_later(handled.set):
        await handled.wait()
