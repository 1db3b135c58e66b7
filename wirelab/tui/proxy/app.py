"""The application around a proxy: the list of exchanges, and what the proxy tells of them."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from wirelab.transports.proxy.seen import Seen
from wirelab.tui.brief_pauses import collect_briefly
from wirelab.tui.ending_signals import leaving
from wirelab.tui.proxy.exchange_bench import ExchangeBench
from wirelab.tui.proxy.exchange_list import ExchangeList
from wirelab.tui.proxy.exchange_list_rows import Passing
from wirelab.tui.proxy.live_talk import LiveTalk
from wirelab.tui.saved_filters import users_filters
from wirelab.tui.shell import Shell
from wirelab.views.passed_exchange import PassedExchange
from wirelab.wire.traffic import End, Request, Response

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager

    from textual.app import SystemCommand
    from textual.screen import Screen

    from wirelab.transports.proxy.seen import News, Tell
    from wirelab.views.filters import Filter


class ProxyApp(Shell):
    """note: what else a person is to know. wanted: what the events of a bench are filtered by."""

    CSS_PATH = [  # noqa: RUF012
        "../styles/bench.tcss",
        "../styles/widgets.tcss",
        "../styles/answers.tcss",
        "../styles/proxy.tcss",
    ]

    def __init__(
        self, upstream: str, note: Callable[[], str] = lambda: "", wanted: Filter | None = None
    ) -> None:
        super().__init__()
        self.base = ""
        self.exchanges: list[Passing] = []
        self._upstream = upstream
        self._note = note
        self._wanted = wanted
        self._saved = users_filters()
        self._by_number: dict[int, Passing] = {}
        self._talks: dict[int, LiveTalk] = {}
        self._news: deque[News] = deque()
        self._own_loop: asyncio.AbstractEventLoop | None = None
        self._list: ExchangeList | None = None

    def get_default_screen(self) -> Screen[None]:
        self._list = ExchangeList(self.exchanges, self.base, self._upstream, self._note)
        return self._list

    def on_ready(self) -> None:
        self._own_loop = asyncio.get_running_loop()
        self._read()

    def tell(self, news: News) -> None:
        """Take what the proxy tells, from its thread, at any time."""
        self._news.append(news)
        if self._own_loop is not None:
            with suppress(RuntimeError):  # the screen is gone: nobody looks any more
                self._own_loop.call_soon_threadsafe(self._read)

    def _read(self) -> None:
        while self._news:
            news = self._news.popleft()
            if isinstance(news, Seen):
                self._take(news)
            else:
                self._talks.pop(news.talk.number, None)

    def _take(self, seen: Seen) -> None:
        traffic = seen.traffic
        if isinstance(traffic, Request):
            self._begin(seen, traffic)
        row = self._by_number[seen.exchange]
        row.passed.got, row.passed.remark = seen.got, seen.remark
        if isinstance(traffic, Response):
            row.passed.response = traffic
        elif isinstance(traffic, End):
            row.passed.end = traffic
            del self._by_number[seen.exchange]
        if row.talk is not None:
            row.talk.take(seen, row)
        self._changed()

    def _begin(self, seen: Seen, request: Request) -> None:
        row = Passing(seen.exchange, PassedExchange(request))
        if seen.talk is not None:
            number = seen.talk.number
            if number not in self._talks:
                self._talks[number] = LiveTalk(seen.talk, self._changed)
            row.talk = self._talks[number]
        self._by_number[seen.exchange] = row
        self.exchanges.append(row)

    def _changed(self) -> None:
        if self._list is not None:
            self._list.changed()

    def give_way(self) -> None:
        for row in self._by_number.values():
            if row.talk is not None:
                row.talk.feed.give_way()

    def on_exchange_bench_opened(self) -> None:
        """Its filters are the user's, and the one that was asked for is set."""
        bench = self.screen
        if isinstance(bench, ExchangeBench):
            bench.remember_filters(self._saved)
            if self._wanted is not None:
                bench.filter_events(str(self._wanted))

    def own_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        return screen.filter_commands() if isinstance(screen, ExchangeBench) else ()


def run_proxy(
    upstream: str,
    serving: Callable[[Tell], AbstractContextManager[str]],
    *,
    note: Callable[[], str] = lambda: "",
    wanted: Filter | None = None,
) -> None:
    """Show what passes until the person leaves, serving for as long.

    serving: given where to tell what is seen, serves while the block lasts and gives the base URL.
    Raises as ``run_observe`` does where a signal ended it, and what ``serving`` raises.
    """
    app = ProxyApp(upstream, note, wanted)
    collect_briefly()
    with serving(app.tell) as app.base:
        app.run()
    if app.ended_by is not None:
        raise leaving(app.ended_by)
