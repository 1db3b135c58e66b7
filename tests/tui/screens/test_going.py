"""Going to an event, a time, an id or a frame, and from run to run."""

from __future__ import annotations

from dataclasses import replace

from textual.pilot import Pilot

from tests.tui.driving import (
    FINISHED,
    NARROW,
    STARTED,
    TOOL_RUN,
    WIDE,
    bench,
    press,
    replayed,
    run,
    text,
    traffic_of,
    until,
    words,
    write,
)
from wirelab.wire.traffic import Traffic


async def go(pilot: Pilot[None], asked: str) -> None:
    """Ask to go somewhere, from wherever the keys are."""
    await press(pilot, "g")
    await write(pilot, asked)
    await press(pilot, "enter")


def test_g_goes_to_an_event_a_time_and_a_frame() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN)) as pilot:
            cursor = bench(pilot).cursor
            for asked, event in {
                "#3": 3,
                "4": 4,
                "50ms": 3,
                "0.06s": 4,
                "0:00.05": 3,
                "frame 2": 2,
            }.items():
                await go(pilot, asked)
                await until(pilot, lambda event=event: cursor.event == event)  # type: ignore[misc]
                assert not cursor.following
                assert not bench(pilot).query_one("#go-to").display
                assert pilot.app.focused is bench(pilot).current_tab.first_focus
            await go(pilot, "9s")
            await until(pilot, lambda: "Nothing came after" in words(pilot))
            assert cursor.frame == cursor.last_frame

    run(test)


def test_an_id_leads_to_its_start_and_asked_again_to_each_mention() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), NARROW) as pilot:
            cursor = bench(pilot).cursor
            await go(pilot, "call-1")
            await until(pilot, lambda: "call-1: 1 of 6 · enter: next" in words(pilot))
            assert cursor.event == 4
            for number, event in enumerate((5, 6, 7, 8, 9, 4), 2):
                await press(pilot, "enter")
                await until(
                    pilot, lambda n=number: f"call-1: {(n - 1) % 6 + 1} of 6" in words(pilot)
                )  # type: ignore[misc]
                assert cursor.event == event
            await press(pilot, "escape", "right")
            assert cursor.event == 5
            await go(pilot, "cal")
            await until(pilot, lambda: "call-1: 3 of 6" in words(pilot))

    run(test)


def test_what_is_not_there_is_said_in_a_sentence_and_nothing_moves() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), NARROW, "home") as pilot:
            for asked, said in {
                "99": "✖ There is no event 99: they are 0 to 13.",
                "frame 99": "✖ There is no frame 99: they are 0 to 14.",
                "nobody": "✖ No id begins with nobody: say an event (#42), a time (1.5s, 800ms,",
                "m": "✖ Several ids begin with m: m-1, m-2",
                "#x": "✖ #x is no event number: say an event",
            }.items():
                await go(pilot, asked)
                await until(pilot, lambda said=said: said in words(pilot))  # type: ignore[misc]
                assert bench(pilot).cursor.event == 0
                await press(pilot, "escape")
                assert said not in words(pilot)

    run(test)


def test_a_source_without_times_says_so() -> None:
    async def test() -> None:
        traffic: list[Traffic] = [replace(each, at_ms=None) for each in traffic_of(*TOOL_RUN)]
        async with replayed(traffic) as pilot:
            await go(pilot, "1s")
            await until(pilot, lambda: "The source kept no times" in words(pilot))

    run(test)


def test_tab_completes_an_id() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN)) as pilot:
            await press(pilot, "g")
            await write(pilot, "ca")
            await until(pilot, lambda: "go to call-1" in words(pilot))
            await press(pilot, "tab", "enter")
            await until(pilot, lambda: "call-1: 1 of 6" in words(pilot))

    run(test)


def test_ctrl_c_leaves_from_the_prompt_as_from_anywhere() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), WIDE, "g") as pilot:
            await pilot.press("ctrl+c")
            assert not pilot.app.is_running

    run(test)


def test_keys_move_by_runs_and_by_ten_events() -> None:
    async def test() -> None:
        again = [STARTED | {"runId": "r-2"}, *text("m-3", "Hi"), FINISHED | {"runId": "r-2"}]
        async with replayed(traffic_of(*TOOL_RUN, *again)) as pilot:
            cursor = bench(pilot).cursor
            for key, event in [
                ("shift+left", 14),
                ("shift+left", 0),
                ("shift+left", 0),
                ("ctrl+right", 10),
                ("shift+right", 14),
                ("ctrl+left", 4),
                ("shift+right", 14),
                ("shift+right", 18),
            ]:
                await press(pilot, key)
                assert cursor.event == event, key

    run(test)
