from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any

import pytest

from tests.tui.driving import FINISHED, STARTED, run, text, traffic_of
from wirelab.errors import WirelabError
from wirelab.session.inspection import Inspection
from wirelab.tui.live_feed import LiveFeed
from wirelab.wire.traffic import End, Ending, Traffic


class Painter:
    """Counts what it is told, and paints at once."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.feed: LiveFeed | None = None

    def advanced(self) -> None:
        self.times.append(perf_counter())
        if self.feed is not None:
            self.feed.painted()


def feed_with(record: Any = None) -> tuple[LiveFeed, Painter]:
    painter = Painter()
    feed = LiveFeed(Inspection(), painter.advanced, record)
    painter.feed = feed
    return feed, painter


def playing(traffic: list[Traffic]) -> Any:
    async def play(feed: LiveFeed) -> None:
        for each in traffic:
            feed.take(each)

    return play


def test_all_that_was_taken_is_judged_before_it_ends() -> None:
    async def test() -> None:
        feed, _ = feed_with()
        await feed.run(playing(traffic_of(STARTED, *text("m-1", "Hi"), FINISHED)))
        assert feed.session.event_count == 5
        assert feed.session.clean
        assert not feed.running

    run(test)


def test_a_flood_is_told_rarely_and_its_end_surely() -> None:
    async def test() -> None:
        feed, painter = feed_with()
        begun = perf_counter()
        await feed.run(playing(traffic_of(STARTED, *text("m-1", *["word "] * 5000), FINISHED)))
        lasted = perf_counter() - begun
        assert feed.session.event_count == 5004
        assert 1 <= len(painter.times) <= lasted * 25 + 2
        assert painter.times[-1] >= begun

    run(test)


def test_while_a_person_does_something_it_is_told_four_times_a_second() -> None:
    async def test() -> None:
        feed, painter = feed_with()

        async def person() -> None:
            while True:
                feed.give_way()
                await asyncio.sleep(0)

        task = asyncio.create_task(person())
        await feed.run(playing(traffic_of(STARTED, *text("m-1", "Hi"))))
        begun, painter.times = perf_counter(), []
        await feed.run(playing(traffic_of(*text("m-2", *["word "] * 20_000), FINISHED)))
        lasted = perf_counter() - begun
        task.cancel()
        assert len(painter.times) <= lasted * 4 + 2
        assert painter.times, "its end is told whatever a person does"

    run(test)


def test_the_loop_is_not_held_by_one_large_read() -> None:
    async def test() -> None:
        feed, _ = feed_with()
        traffic = traffic_of(STARTED)
        body = b'data: {"type":"CUSTOM","name":"a.b","value":1}\n\n' * 4000
        others = 0

        async def play(feed: LiveFeed) -> None:
            feed.take(traffic[0])
            feed.take(traffic[1])
            feed.take(type(traffic[2])(body, 20.0))  # type: ignore[arg-type,call-arg]

        async def someone_else() -> None:
            nonlocal others
            while True:
                others += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(someone_else())
        await feed.run(play)
        task.cancel()
        assert feed.session.event_count == 4000
        assert others > 5

    run(test)


def test_it_records_before_it_judges_and_goes_on_when_recording_fails() -> None:
    async def test() -> None:
        taken: list[Traffic] = []

        def record(traffic: Traffic) -> None:
            taken.append(traffic)
            if len(taken) == 3:
                raise WirelabError("the disk is full")

        feed, _ = feed_with(record)
        await feed.run(playing(traffic_of(STARTED, FINISHED)))
        assert len(taken) == 3
        assert feed.trouble == "recording stopped: the disk is full"
        assert feed.session.event_count == 2

    run(test)


def test_cancelling_judges_what_arrived() -> None:
    async def test() -> None:
        feed, _ = feed_with()
        given = asyncio.Event()

        async def play(feed: LiveFeed) -> None:
            for each in traffic_of(STARTED, *text("m-1", "Hi"))[:-1]:
                feed.take(each)
            given.set()
            try:
                await asyncio.Event().wait()
            finally:
                feed.take(End(Ending.CANCELLED, "", 99.0))

        running = asyncio.create_task(feed.run(play))
        await given.wait()
        await feed.caught_up()
        assert feed.session.event_count == 4
        feed.cancel()
        await running
        assert feed.session.exchanges[-1].ending == "cancelled"
        assert feed.session.frames[-1].kind == "closed"

    run(test)


def test_a_source_that_kept_no_end_is_closed_and_shows_what_is_left_over() -> None:
    async def test() -> None:
        feed, _ = feed_with()
        traffic = traffic_of(STARTED, 'data: {"type":"RUN_FIN')[:-1]
        await feed.run(playing(traffic))
        kinds = [frame.kind.value for frame in feed.session.frames]
        assert kinds == ["event", "cut_off", "closed"]
        assert feed.session.status.value == "truncated"

    run(test)


def test_a_failure_of_the_source_comes_out() -> None:
    async def test() -> None:
        feed, _ = feed_with()

        async def play(feed: LiveFeed) -> None:
            raise WirelabError("the file is gone")

        with pytest.raises(WirelabError, match="the file is gone"):
            await feed.run(play)
        assert not feed.running

    run(test)
