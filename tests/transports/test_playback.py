"""Recorded intervals hold: from the start, at any speed, through pauses and steps."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator

import pytest

from tests.transports.fake_clock import FakeClock
from wirelab.transports.playback import Item, Playback, WallClock, play
from wirelab.wire.traffic import End, Ending, Read


def reads(*times: float | None) -> list[Item]:
    return [Read(str(n).encode(), at) for n, at in enumerate(times)]


def moments(playback: Playback, clock: FakeClock) -> list[float]:
    """When each item was delivered, in milliseconds since playback began."""

    async def run() -> list[float]:
        return [round(clock.now - clock.started, 6) async for _ in playback]

    return asyncio.run(run())


def played(items: Iterable[Item], **how: object) -> list[float]:
    clock = FakeClock()
    return moments(Playback(items, clock=clock, **how), clock)  # type: ignore[arg-type]


def test_items_come_at_their_times() -> None:
    assert played(reads(0.0, 40.0, 40.0, 1500.0)) == [0, 40, 40, 1500]


def test_a_start_later_than_zero_is_an_interval_too() -> None:
    assert played(reads(45.0, 50.0)) == [45, 50]


@pytest.mark.parametrize(("speed", "last"), [(2.0, 50.0), (0.5, 200.0), (1.0, 100.0)])
def test_speed_divides_the_intervals(speed: float, last: float) -> None:
    assert played(reads(0.0, 100.0), speed=speed) == [0, last]


def test_no_speed_waits_for_nothing() -> None:
    assert played(reads(0.0, 1e9, None, 2e9), speed=None) == [0, 0, 0, 0]


def test_an_item_without_a_time_follows_the_one_before_at_once() -> None:
    items = [*reads(None, 10.0, None), End(Ending.UNKNOWN)]
    assert played(items) == [0, 10, 10, 10]


def test_times_that_go_backwards_delay_nothing() -> None:
    assert played(reads(10.0, 5.0, 20.0)) == [10, 10, 20]


def test_what_lies_before_the_start_comes_at_once_and_time_begins_there() -> None:
    assert played(reads(0.0, 900.0, 1000.0, 1250.0), start_at_ms=1000.0) == [0, 0, 0, 250]
    assert played(reads(0.0, 1250.0), start_at_ms=1000.0, speed=2.0) == [0, 125]


def test_a_start_that_is_found_on_the_way_is_reached_at_once() -> None:
    passed = 0

    def items() -> Iterator[Item]:
        nonlocal passed
        for each in reads(0.0, 900.0, 1000.0, 1250.0):
            passed += 1
            yield each

    def begins() -> float | None:
        return 1000.0 if passed >= 3 else None

    assert played(items(), begins=begins) == [0, 0, 0, 250]
    passed = 0
    assert played(items(), begins=lambda: None) == [0, 0, 0, 0]


def test_ten_thousand_items_on_a_machine_that_always_wakes_late_do_not_drift() -> None:
    clock = FakeClock(late_ms=1.5)
    delivered = moments(Playback(reads(*(n * 10.0 for n in range(10_000))), clock=clock), clock)
    lateness = [at - n * 10.0 for n, at in enumerate(delivered)]
    assert min(lateness) >= 0
    assert max(lateness) <= 1.5
    assert delivered[-1] == pytest.approx(99_991.5)


def test_a_consumer_that_is_slow_once_is_caught_up_with() -> None:
    clock = FakeClock()

    async def run() -> list[float]:
        seen = []
        async for item in Playback(reads(0.0, 10.0, 20.0, 500.0), clock=clock):
            seen.append(clock.now - clock.started)
            if item.at_ms == 0.0:
                clock.now += 100
        return seen

    assert asyncio.run(run()) == [0, 100, 100, 500]


def test_a_pause_moves_everything_after_it() -> None:
    clock = FakeClock()
    playback = Playback(reads(0.0, 100.0, 200.0), clock=clock)
    clock.at(50, playback.pause)
    clock.at(5000, playback.resume)
    assert moments(playback, clock) == [0, 5050, 5150]


def test_paused_time_stands_still() -> None:
    clock = FakeClock()
    playback = Playback(reads(0.0, 100.0), clock=clock)
    seen: list[float] = []
    clock.at(50, playback.pause)
    clock.at(2000, lambda: seen.append(playback.position_ms))
    clock.at(3000, playback.resume)
    moments(playback, clock)
    assert seen == [50]
    assert not playback.paused


def test_steps_deliver_while_paused_and_time_goes_on_from_there() -> None:
    clock = FakeClock()
    playback = Playback(reads(0.0, 100.0, 200.0, 250.0, 400.0), clock=clock)
    clock.at(50, playback.pause)
    clock.at(1000, playback.step)
    clock.at(2000, lambda: playback.step(2))
    clock.at(3000, playback.resume)
    assert moments(playback, clock) == [0, 1000, 2000, 2000, 3150]


def test_it_can_be_paused_before_it_begins() -> None:
    clock = FakeClock()
    playback = Playback(reads(0.0, 10.0), clock=clock)
    playback.pause()
    clock.at(700, playback.resume)
    assert moments(playback, clock) == [700, 710]


def test_a_change_of_speed_takes_hold_at_once_and_from_here() -> None:
    clock = FakeClock()
    playback = Playback(reads(0.0, 1000.0, 2000.0), clock=clock)
    clock.at(500, lambda: playback.set_speed(10.0))
    assert moments(playback, clock) == [0, 550, 650]


def test_hurrying_to_a_place_and_going_on_at_the_recorded_speed() -> None:
    clock = FakeClock()
    playback = Playback(reads(0.0, 1000.0, 2000.0, 2030.0), speed=None, clock=clock)

    async def run() -> list[float]:
        seen = []
        async for item in playback:
            seen.append(clock.now - clock.started)
            if item == Read(b"2", 2000.0):
                playback.set_speed(1.0)
        return seen

    assert asyncio.run(run()) == [0, 0, 0, 30]


def test_others_get_their_turn_however_fast_it_goes() -> None:
    async def run() -> int:
        turns = 0

        async def other() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(other())
        async for _ in play(reads(*[0.0] * 1000), speed=None, clock=FakeClock()):
            pass
        task.cancel()
        return turns

    assert asyncio.run(run()) >= 10


@pytest.mark.parametrize("speed", [0.0, -1.0, float("nan"), float("inf")])
def test_a_speed_is_above_zero(speed: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        Playback([], speed=speed)


def test_the_wall_clock_wakes_when_told_and_when_time_is_up() -> None:
    async def run() -> float:
        clock, changed = WallClock(), asyncio.Event()
        began = clock.now_ms()
        await clock.wait(changed, 2.0)
        changed.set()
        await clock.wait(changed, None)
        await clock.wait(changed, 60_000.0)
        return clock.now_ms() - began

    assert 1.0 <= asyncio.run(run()) < 5000
