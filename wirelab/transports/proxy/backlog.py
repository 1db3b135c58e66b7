"""News on its way from the proxy's thread to the one that judges it.

Handing over never blocks, so that judging and showing take nothing from the time of what passes;
only when megabytes wait is the proxy held back, which keeps memory bounded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from queue import SimpleQueue

from wirelab.transports.proxy.seen import News, Seen
from wirelab.wire.traffic import Read, Request

MOST_WAITING = 64 * 1024 * 1024
_LOOKS_AGAIN_S = 0.02
_OF_ANY = 200
"""Bytes that a piece of traffic takes beside its data, or more."""


class Backlog:
    """Filled by one thread, emptied by another."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._queue: SimpleQueue[News | None] = SimpleQueue()
        self._most = most_waiting
        self._put = self._taken = 0

    def put(self, news: News) -> None:
        self._put += _bytes_of(news)
        self._queue.put(news)

    def stop(self) -> None:
        """``take`` is to give None once what waits now is taken; a signal's handler may ask it."""
        self._queue.put(None)

    def take(self) -> News | None:
        """The next; waits for it. None: it is to stop."""
        news = self._queue.get()
        self._taken += _bytes_of(news)
        return news

    def rest(self) -> Iterator[News]:
        """What waits, once nothing more comes."""
        while not self._queue.empty():
            news = self.take()
            if news is not None:
                yield news

    async def room(self) -> None:
        """Wait while too much waits; for the thread that fills it."""
        while self._put - self._taken > self._most:  # noqa: ASYNC110 - another thread empties it
            await asyncio.sleep(_LOOKS_AGAIN_S)


def _bytes_of(news: News | None) -> int:
    traffic = news.traffic if isinstance(news, Seen) else None
    if isinstance(traffic, Read):
        return len(traffic.data) + _OF_ANY
    return len(traffic.body) + _OF_ANY if isinstance(traffic, Request) else _OF_ANY
