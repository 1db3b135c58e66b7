"""The list of exchanges that pass a proxy, and the bench on one of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from typing import Any

import httpx
from textual.pilot import Pilot

from tests.transports.proxy.proxied import INPUT as RAW_INPUT
from tests.transports.proxy.proxied import RUN
from tests.tui.driving import (
    INPUT,
    NARROW,
    SIZES,
    STARTED,
    TOOL_RUN,
    WIDE,
    lines,
    press,
    run,
    screen,
    settle,
    text,
    traffic_of,
    until,
    words,
)
from wirelab.synthetic.serving import running_agent, running_app
from wirelab.transports.proxy.relay import Proxy, clock
from wirelab.transports.proxy.seen import Seen, Talk
from wirelab.transports.proxy.upstream import Upstream
from wirelab.tui.proxy.app import ProxyApp
from wirelab.tui.proxy.exchange_bench import ExchangeBench
from wirelab.tui.proxy.exchange_list import ExchangeList
from wirelab.views.filters import parse_filter
from wirelab.wire.traffic import End, Ending, Request, Response, Traffic

PAGE: list[Traffic] = [
    Request("GET", "http://agent.test/page?token=s3cret&x=\x1b[31m", (), b"", 0.0),
    Response(404, (("content-type", "text/html"),), 1.0),
    End(Ending.EOF, "", 12.0),
]


class Passing:
    """What a proxy tells of the exchanges that a test makes up."""

    def __init__(self, app: ProxyApp) -> None:
        self.app = app
        self._numbers = count(1)
        self._talks = count(1)

    def talk(self) -> Talk:
        return Talk(next(self._talks), "t-1", clock())

    def tell(self, talk: Talk | None, *traffic: Traffic, exchange: int = 0) -> int:
        """Tell it; gives the number of the exchange, which is a new one where none was given."""
        number = exchange or next(self._numbers)
        for each in traffic:
            self.app.tell(Seen(number, talk, each))
        return number


@asynccontextmanager
async def listed(
    size: tuple[int, int] = WIDE, **options: Any
) -> AsyncIterator[tuple[Pilot[None], Passing]]:
    app = ProxyApp("http://agent.test", **options)
    app.base = "http://127.0.0.1:8790"
    async with app.run_test(size=size, notifications=True) as pilot:
        await settle(pilot)
        yield pilot, Passing(app)


def on_bench(pilot: Pilot[None]) -> bool:
    return isinstance(pilot.app.screen, ExchangeBench)


@SIZES
def test_exchanges_are_listed_as_they_pass(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with listed(size) as (pilot, passing):
            assert "Nothing yet: point the client at http://127.0.0.1:8790" in screen(pilot)
            passing.tell(None, *PAGE)
            passing.tell(passing.talk(), *traffic_of(*TOOL_RUN))
            passing.tell(passing.talk(), *traffic_of(STARTED, end=Ending.RESET))
            await until(pilot, lambda: "TRUNCATED" in screen(pilot) and "SUCCESS" in screen(pilot))
            await until(pilot, lambda: "3 exchanges" in screen(pilot))
            page, good, bad = lines(pilot)[3:6]
            assert page.split()[:2] == ["1", "GET"]
            shown = page.split()[2].rstrip("…")
            assert "/page?token=«redacted»&x=␛[31m".startswith(shown)
            assert "404 text/html" in page
            assert good.split()[:3] == ["2", "POST", "/run"]
            assert good.split()[3:6] == ["200", "✔", "SUCCESS"]
            assert good.split()[6] == str(len(TOOL_RUN))
            assert "✂ TRUNCATED" in bad
            assert "✖" in bad
            assert "3 exchanges" in screen(pilot)
            assert "s3cret" not in screen(pilot)
            assert all(len(each) == size[0] for each in lines(pilot))

    run(test)


def test_the_newest_is_selected_until_another_one_is() -> None:
    async def test() -> None:
        async with listed() as (pilot, passing):
            for _ in range(3):
                passing.tell(None, *PAGE)
            await until(pilot, lambda: "3 exchanges" in screen(pilot))
            await press(pilot, "home")
            passing.tell(None, *PAGE)
            await until(pilot, lambda: "4 exchanges" in screen(pilot))
            chosen = pilot.app.screen.query_one("#exchanges")
            assert chosen.selected == 0  # type: ignore[attr-defined]
            await press(pilot, "end")
            passing.tell(None, *PAGE)
            await until(pilot, lambda: "5 exchanges" in screen(pilot))
            assert chosen.selected == 4  # type: ignore[attr-defined]

    run(test)


def test_the_bench_opens_on_an_exchange_under_way_and_follows_it() -> None:
    async def test() -> None:
        async with listed() as (pilot, passing):
            traffic, talk = traffic_of(*TOOL_RUN), passing.talk()
            number = passing.tell(talk, *traffic[:5])
            await until(
                pilot, lambda: "RUNNING" in screen(pilot) and "1 under way" in screen(pilot)
            )
            await press(pilot, "enter")
            await until(pilot, lambda: on_bench(pilot) and "▶ live" in screen(pilot))
            assert f"#{number} POST http://agent.test/run" in screen(pilot)
            passing.tell(talk, *traffic[5:], exchange=number)
            await until(pilot, lambda: "SUCCESS" in screen(pilot) and "■ ended" in screen(pilot))
            assert "It is clear." in screen(pilot)
            await press(pilot, "q")
            await until(pilot, lambda: isinstance(pilot.app.screen, ExchangeList))
            await until(
                pilot, lambda: "SUCCESS" in screen(pilot) and "under way" not in screen(pilot)
            )

    run(test)


def test_the_next_run_of_the_thread_goes_on_in_the_same_bench() -> None:
    async def test() -> None:
        async with listed() as (pilot, passing):
            talk = passing.talk()
            passing.tell(talk, *traffic_of(STARTED, *text("m-1", "First.")))
            await until(pilot, lambda: "TRUNCATED" in screen(pilot))
            await press(pilot, "enter")
            await until(pilot, lambda: "First." in screen(pilot))
            again = INPUT | {"runId": "r-2"}
            started = STARTED | {"runId": "r-2"}
            finished = {"type": "RUN_FINISHED", "threadId": "t-1", "runId": "r-2"}
            more = traffic_of(started, *text("m-2", "Second."), finished, run_input=again)
            passing.tell(talk, *(replace(each, at_ms=(each.at_ms or 0) + 500) for each in more))
            await until(pilot, lambda: "Second." in screen(pilot) and "■ ended" in screen(pilot))
            assert "run 2 of 2" in words(pilot)
            await press(pilot, "escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, ExchangeList))
            await until(pilot, lambda: "SUCCESS" in screen(pilot))
            first, second = lines(pilot)[3:5]
            assert "TRUNCATED" in first
            assert "✔ SUCCESS" in second
            assert second.split()[6] == "5"
            await press(pilot, "home", "enter")
            await until(pilot, lambda: on_bench(pilot) and "run 1 of 2" in words(pilot))
            assert "Second." not in screen(pilot)

    run(test)


def test_what_comes_while_the_last_is_judged_is_a_run_of_its_own() -> None:
    async def test() -> None:
        async with listed() as (pilot, passing):
            talk = passing.talk()
            for number in range(1, 4):
                members = {"runId": f"r-{number}"}
                stream = [STARTED | members, {**STARTED, "type": "RUN_FINISHED", **members}]
                del stream[1]["protocolVersion"]
                passing.tell(talk, *traffic_of(*stream, run_input=INPUT | members))
            await until(pilot, lambda: screen(pilot).count("SUCCESS") == 3)
            sessions = {id(each.talk) for each in passing.app.exchanges}
            assert len(sessions) == 1
            assert [each.index for each in passing.app.exchanges] == [0, 1, 2]
            talk_shown = passing.app.exchanges[0].talk
            assert talk_shown is not None
            exchanges = talk_shown.inspection.session.exchanges
            assert [each.ending for each in exchanges] == ["eof"] * 3

    run(test)


def test_the_bench_sends_nothing() -> None:
    async def test() -> None:
        async with listed() as (pilot, passing):
            passing.tell(passing.talk(), *traffic_of(*TOOL_RUN[:5])[:-1])
            await until(pilot, lambda: "RUNNING" in screen(pilot))
            await press(pilot, "enter")
            await until(pilot, lambda: on_bench(pilot))
            enabled = {
                each.binding.action
                for each in pilot.app.screen.active_bindings.values()
                if each.enabled
            }
            assert not enabled & {
                "cancel",
                "recent_endpoints",
                "record",
                "write",
                "run_again",
                "edit_input",
                "answer",
            }
            assert "q exchanges" in screen(pilot)

    run(test)


def test_what_is_no_run_opens_no_bench() -> None:
    async def test() -> None:
        async with listed(NARROW) as (pilot, passing):
            passing.tell(None, *PAGE)
            await until(pilot, lambda: "1 exchange" in screen(pilot))
            await press(pilot, "enter")
            assert isinstance(pilot.app.screen, ExchangeList)
            assert "No run: GET" in words(pilot)

    run(test)


def test_a_filter_is_that_of_every_bench() -> None:
    async def test() -> None:
        async with listed(wanted=parse_filter("type:RUN_*")) as (pilot, passing):
            passing.tell(passing.talk(), *traffic_of(*TOOL_RUN))
            await until(pilot, lambda: "SUCCESS" in screen(pilot))
            await press(pilot, "enter")
            await until(pilot, lambda: on_bench(pilot) and "RUN_FINISHED" in screen(pilot))
            assert "RUN_STARTED" in screen(pilot)
            assert "TOOL_CALL_START" not in screen(pilot)

    run(test)


def test_help_and_palette_tell_the_keys_of_the_list() -> None:
    async def test() -> None:
        async with listed() as (pilot, _):
            await press(pilot, "question_mark")
            await until(pilot, lambda: "Stop the proxy and leave" in words(pilot))
            await press(pilot, "escape")
            titles = {each.title for each in pilot.app.get_system_commands(pilot.app.screen)}
            assert {"Open", "Newest", "Help", "Quit"} <= titles

    run(test)


def test_ctrl_c_leaves_as_interrupted_and_q_does_not() -> None:
    async def test() -> None:
        for key, interrupted in (("q", False), ("ctrl+c", True)):
            async with listed() as (pilot, passing):
                passing.tell(passing.talk(), *traffic_of(STARTED)[:-1])
                await until(pilot, lambda: "RUNNING" in screen(pilot))
                pilot.app.simulate_key(key)
                await until_gone(pilot)
                assert (passing.app.ended_by is not None) is interrupted

    async def until_gone(pilot: Pilot[None]) -> None:
        while pilot.app.is_running and not pilot.app._exit:
            await settle(pilot)

    run(test)


def test_a_real_proxy_fills_the_list() -> None:
    async def test() -> None:
        async with listed() as (pilot, passing):
            with (
                running_agent(speed=None) as agent,
                running_app(Proxy(Upstream(agent), passing.app.tell)) as base,
            ):
                async with httpx.AsyncClient(timeout=20) as client:
                    answer = await client.post(f"{base}/chat", content=RAW_INPUT, headers=RUN)
                await until(pilot, lambda: "SUCCESS" in screen(pilot))
            assert answer.status_code == 200
            assert "/chat" in screen(pilot)

    run(test)
