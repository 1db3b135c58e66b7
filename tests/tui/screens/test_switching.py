"""Another scenario of the demo, run in the bench that is open."""

from __future__ import annotations

from tests.tui.driving import (
    FINISHED,
    INPUT,
    NARROW,
    STARTED,
    bench,
    opened,
    over,
    press,
    replayed,
    run,
    screen,
    traffic_of,
    until,
)
from wirelab.protocol.run_input import encode_run_input
from wirelab.synthetic.serving import running_agent
from wirelab.transports.http_post import Target
from wirelab.tui.plays import Endpoint, Observation


def test_another_scenario_runs_in_the_same_bench() -> None:
    with running_agent(speed=None) as base:
        others = [
            Endpoint(
                name,
                f"about {name}",
                Target(f"{base}/{name}"),
                lambda: encode_run_input(INPUT | {"threadId": "t-2", "runId": "r-2"}),
            )
            for name in ("chat", "state-sync", "invalid-order")
        ]
        rest = [encode_run_input(INPUT)]
        live = Observation(others[0].target, lambda _: rest.pop() if rest else None, others=others)

        async def test() -> None:
            async with opened(live, NARROW) as pilot:
                await over(pilot)
                assert "press 5 for the verdict, ← to go back in time" in screen(pilot)
                await press(pilot, "s")
                assert "state-sync       about state-sync" in screen(pilot)
                await press(pilot, "down", "down", "enter")
                await until(pilot, lambda: len(bench(pilot).session.exchanges) == 2)
                await over(pilot)
                assert f"POST {base}/invalid-order" in screen(pilot)
                assert bench(pilot).session.exchanges[1].run_input is not None
                assert "REJECTED" in screen(pilot)
                await press(pilot, "s", "escape")
                assert len(bench(pilot).session.exchanges) == 2

        run(test)


def test_without_a_demo_there_is_nothing_to_switch_to() -> None:
    async def test() -> None:
        async with replayed(traffic_of(STARTED, FINISHED), NARROW, "s") as pilot:
            assert "scenarios ·" not in screen(pilot)
            assert "press 5" not in screen(pilot)

    run(test)
