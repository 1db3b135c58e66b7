"""One talk that passes the proxy: its session, fed live whether or not a bench is open on it.

Exchanges of a talk never overlap, but the next may begin while the last is still being judged: it
waits until that is done, so that each exchange is one run of the feed.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from wirelab.session.inspection import Inspection
from wirelab.transports.proxy.relay import clock
from wirelab.tui.live_feed import LiveFeed
from wirelab.views.exchange_summary import last_summary
from wirelab.wire.traffic import End

if TYPE_CHECKING:
    from collections.abc import Callable

    from wirelab.rules.finding import Severity
    from wirelab.transports.proxy.seen import Seen, Talk
    from wirelab.tui.proxy.exchange_bench import ExchangeBench
    from wirelab.tui.proxy.exchange_list_rows import Passing
    from wirelab.views.exchange_summary import ExchangeSummary


class _TalkFeed(LiveFeed):
    """A feed whose clock is the talk's own."""

    begun_ms = 0.0

    def clock(self) -> float:
        return clock() - self.begun_ms


class LiveTalk:
    """bench: the one that is open on it. advanced: called when there is more to see."""

    def __init__(self, talk: Talk, advanced: Callable[[], None]) -> None:
        self.inspection = Inspection()
        self.feed = _TalkFeed(self.inspection, self._tell)
        self.feed.begun_ms = talk.begun_ms
        self.bench: ExchangeBench | None = None
        self.quiet = asyncio.Event()
        self.quiet.set()
        self._advanced = advanced
        self._coming: asyncio.Queue[tuple[Seen, Passing]] = asyncio.Queue()
        self._task = asyncio.create_task(self._go_on())

    def take(self, seen: Seen, row: Passing) -> None:
        """Take what was seen of an exchange, which has a row in the list."""
        self._coming.put_nowait((seen, row))

    def attach(self, bench: ExchangeBench | None) -> None:
        """A bench was opened on it; None when it was left."""
        self.bench = bench
        if bench is None:
            self.feed.painted()

    async def _go_on(self) -> None:
        while True:
            seen, row = await self._coming.get()
            before = dict(self.inspection.session.ledger.counts)
            row.index = len(self.inspection.session.exchanges)
            row.standing = partial(self._standing, before)
            self.quiet.clear()
            if self.bench is not None:
                self.bench.play()
            await self.feed.run(partial(self._play, seen))
            row.standing = partial(_as_it_was, self._standing(before))
            self.quiet.set()
            self._advanced()

    def _standing(self, before: dict[Severity, int]) -> ExchangeSummary | None:
        session = self.inspection.session
        return last_summary(session, before, self.feed.clock()) if session.exchanges else None

    async def _play(self, seen: Seen, feed: LiveFeed) -> None:
        """One exchange."""
        feed.take(seen.traffic)
        while not isinstance(seen.traffic, End):
            seen, _ = await self._coming.get()
            feed.take(seen.traffic)
            await feed.room()

    def _tell(self) -> None:
        self._advanced()
        if self.bench is not None:
            self.bench.tell()
        else:
            self.feed.painted()


def _as_it_was(summary: ExchangeSummary | None) -> ExchangeSummary | None:
    return summary
