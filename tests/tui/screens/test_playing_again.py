"""Playing again what has arrived: at its recorded intervals, from anywhere, in a loop."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from textual.pilot import Pilot

from tests.tui.driving import (
    NARROW,
    TOOL_RUN,
    WIDE,
    bench,
    lines,
    opened,
    over,
    press,
    replayed,
    run,
    settle,
    traffic_of,
    until,
    write,
)
from wirelab.tui.plays import Replay
from wirelab.wire.traffic import Traffic


class Time:
    """A clock that stands still but for ``pass_ms``."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.now_ms = 0.0
        self._pilot = pilot
        bench(pilot).playhead.clock = lambda: self.now_ms

    async def pass_ms(self, ms: float) -> None:
        self.now_ms += ms
        bench(self._pilot).play_on()
        await settle(self._pilot)


@asynccontextmanager
async def ended(
    size: tuple[int, int] = WIDE, traffic: list[Traffic] | None = None
) -> AsyncIterator[tuple[Pilot[None], Time]]:
    """A replay that is over: 14 events, the first at 20 ms, one every 10 ms, the end at 160 ms."""
    async with replayed(traffic or traffic_of(*TOOL_RUN), size) as pilot:
        yield pilot, Time(pilot)


def test_space_plays_it_again_from_the_beginning_at_the_recorded_intervals() -> None:
    async def test() -> None:
        async with ended() as (pilot, time):
            cursor = bench(pilot).cursor
            assert "■ ended" in lines(pilot)[2]
            await press(pilot, "space")
            assert cursor.event == 0
            assert lines(pilot)[2].endswith("#0 · 14 events · ▶ again 1x")
            assert "space pause" in lines(pilot)[-1]
            await time.pass_ms(45)
            assert cursor.event == 4
            await press(pilot, "space")
            await time.pass_ms(1000)
            assert cursor.event == 4
            assert "space play" in lines(pilot)[-1]
            await press(pilot, "space")
            await time.pass_ms(10)
            assert cursor.event == 5
            await time.pass_ms(1000)
            assert cursor.following
            assert "■ ended" in lines(pilot)[2]

    run(test)


def test_speed_applies_to_playing_again() -> None:
    async def test() -> None:
        async with ended() as (pilot, time):
            await press(pilot, "space", "plus")
            assert "▶ again 2x" in lines(pilot)[2]
            await time.pass_ms(20)
            assert bench(pilot).cursor.event == 4
            await press(pilot, *["minus"] * 3)
            assert "▶ again 0.25x" in lines(pilot)[2]
            await time.pass_ms(20)
            assert bench(pilot).cursor.event == 4
            await time.pass_ms(20)
            assert bench(pilot).cursor.event == 5
            await press(pilot, *["plus"] * 12)
            assert "▶ again 50x" in lines(pilot)[2]

    run(test)


def test_l_plays_it_again_and_again() -> None:
    async def test() -> None:
        async with ended(NARROW) as (pilot, time):
            cursor = bench(pilot).cursor
            await press(pilot, "l")
            assert "▶ ↻ 1x" in lines(pilot)[2]
            for _ in range(2):
                await time.pass_ms(140)
                assert cursor.frame == cursor.last_frame
                assert not cursor.following
                await time.pass_ms(1000)
                assert cursor.event == 0
            await press(pilot, "space")
            assert "■ ↻ ended · held" in lines(pilot)[2]
            await press(pilot, "space", "l")
            await time.pass_ms(1000)
            assert cursor.following
            assert "■ ended" in lines(pilot)[2]

    run(test)


def test_who_moves_the_cursor_takes_it_over_but_a_time_is_played_from() -> None:
    async def test() -> None:
        async with ended() as (pilot, time):
            cursor = bench(pilot).cursor
            await press(pilot, "space")
            await time.pass_ms(45)
            await press(pilot, "left")
            await time.pass_ms(100)
            assert cursor.event == 3
            assert "again" not in lines(pilot)[2]
            await press(pilot, "space", "home")
            await time.pass_ms(10)
            assert cursor.event == 1
            await press(pilot, "g")
            await write(pilot, "80ms")
            await press(pilot, "enter")
            await until(pilot, lambda: cursor.event == 6)
            await time.pass_ms(10)
            assert cursor.event == 7
            await press(pilot, "comma")
            await time.pass_ms(100)
            assert cursor.event == 6
            await press(pilot, "end")
            await time.pass_ms(100)
            assert cursor.following

    run(test)


def test_a_loop_begins_when_a_replay_has_ended() -> None:
    async def test() -> None:
        replay = Replay("slow.jsonl", traffic_of(*TOOL_RUN, gap_ms=3_600_000.0), speed=1.0)
        async with opened(replay) as pilot:
            await press(pilot, "l")
            await until(pilot, lambda: "when it has ended, it plays again" in "".join(lines(pilot)))
            replay.playback.set_speed(None)
            await over(pilot)
            await until(pilot, lambda: "▶ ↻ 1x" in lines(pilot)[2])
            assert bench(pilot).cursor.event == 0

    run(test)


def test_a_source_without_times_plays_ten_frames_a_second() -> None:
    async def test() -> None:
        traffic: list[Traffic] = [replace(each, at_ms=None) for each in traffic_of(*TOOL_RUN)]
        async with ended(traffic=traffic) as (pilot, time):
            await press(pilot, "space")
            await time.pass_ms(310)
            assert bench(pilot).cursor.event == 3

    run(test)
