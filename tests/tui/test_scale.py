"""A long session is shown at the cost of what is seen: counted, never timed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.bench.judging_speed import synthetic_events
from tests.tui.driving import STARTED, bench, opened, over, press, replayed, run, screen, until
from wirelab.projections.checkpoint import Checkpoint
from wirelab.session.inspection import Inspection
from wirelab.session.kept_events import KeptEvents
from wirelab.session.kept_frames import KeptFrames
from wirelab.transports.playback import Playback
from wirelab.transports.step_file import open_source
from wirelab.tui import live_feed
from wirelab.tui.cursor import Cursor
from wirelab.tui.live_feed import LiveFeed
from wirelab.tui.plays import Replay
from wirelab.tui.screens.position_words import position_words
from wirelab.views.event_rows import EventRows
from wirelab.wire.sse_encoder import encode_event
from wirelab.wire.traffic import End, Ending, Read, Traffic

EVENTS = 12_000
SCREENFUL = 1_000
"""Far more rows than a screen has, far fewer events than the session."""


def long_traffic() -> list[Traffic]:
    body = b"".join(encode_event(event) for event in synthetic_events(EVENTS))
    reads = [Read(body[start : start + 65536]) for start in range(0, len(body), 65536)]
    return [*reads, End(Ending.EOF)]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the events and frames that are looked at, and the checkpoints that are unpacked."""
    counts: Counter[str] = Counter()

    def counted(kind: type, name: str, what: str) -> None:
        inner = getattr(kind, name)

        def call(self: Any, *given: Any) -> Any:
            counts[what] += 1
            return inner(self, *given)

        monkeypatch.setattr(kind, name, call)

    counted(KeptEvents, "__getitem__", "events")
    counted(KeptEvents, "_made", "events")
    counted(KeptFrames, "__getitem__", "frames")
    counted(Checkpoint, "world", "worlds")
    return counts


def test_showing_and_moving_look_at_what_is_seen_alone(read: Counter[str]) -> None:
    async def test() -> None:
        async with replayed(long_traffic()) as pilot:
            assert bench(pilot).session.event_count > EVENTS
            for tab in "1234567":
                await press(pilot, tab)
                read.clear()
                bench(pilot).show()
                await press(pilot)
                assert read["events"] + read["frames"] < SCREENFUL, (tab, read)
                assert read["worlds"] == 0
            await press(pilot, "2", "home")
            for _ in range(3):
                read.clear()
                await press(pilot, "right")
                assert read["events"] + read["frames"] < SCREENFUL, read
            bench(pilot).cursor.to_event(EVENTS // 2)
            read.clear()
            bench(pilot).show()
            await press(pilot)
            assert read["worlds"] <= 1
            assert read["events"] < EVENTS // 4, "the world is folded anew from a checkpoint nearby"

    run(test)


def test_the_first_rows_are_shown_before_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "long.sse"
    path.write_bytes(b"".join(encode_event(event) for event in synthetic_events(EVENTS)))
    source = open_source(path)

    def items() -> Iterator[Any]:
        for number, item in enumerate(source.traffic()):
            if number == 3:
                replay.playback.pause()
            yield item

    replay = Replay("long.sse", items(), speed=None, progress=lambda: source.progress)

    async def test() -> None:
        async with opened(replay) as pilot:
            await until(pilot, lambda: all(each in screen(pilot) for each in ("paused", "word 29")))
            assert 0 < bench(pilot).session.event_count < EVENTS / 2
            assert 0 < (source.progress or 0) < 0.5
            await press(pilot, "left")
            assert "held" in screen(pilot)
            replay.playback.resume()
            await over(pilot)
            assert bench(pilot).session.event_count > EVENTS
            assert source.progress == 1

    run(test)


def test_what_is_read_at_full_speed_says_how_far_it_is() -> None:
    session = Inspection().session
    cursor = Cursor(session, EventRows(session))

    def words(playback: Playback) -> str:
        return position_words(cursor, 0, playback, running=True, room=80, again="")

    assert "▰▰▰▱▱▱▱▱ 43% read" in words(Playback([], speed=None, progress=lambda: 0.43))
    assert "43% read" in words(Playback([], start_at_ms=9.0, progress=lambda: 0.43))
    assert "read" not in words(Playback([], speed=None))
    assert "read" not in words(Playback([], speed=2, progress=lambda: 0.43))


def test_no_more_than_a_megabyte_waits_to_be_judged() -> None:
    waiting: list[int] = []

    async def play(feed: LiveFeed) -> None:
        for taken in range(1, 41):
            feed.take(Read(b": " + b"x" * 200_000 + b"\n\n"))
            await feed.room()
            waiting.append(taken - feed.session.frame_count)

    async def test() -> None:
        feed = LiveFeed(Inspection(), lambda: feed.painted())
        await feed.run(play)

    run(test)
    assert max(waiting) <= 6


def test_a_person_who_waits_gets_more_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 0.0001
        return now

    monkeypatch.setattr(live_feed, "perf_counter", clock)

    async def turns(*, waits: bool) -> int:
        feed = LiveFeed(Inspection(), lambda: feed.painted())
        others = 0

        async def play(feed: LiveFeed) -> None:
            if waits:
                feed.give_way()
            feed.take(Read(encode_event(STARTED) * 500))

        async def someone_else() -> None:
            nonlocal others
            while True:
                others += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(someone_else())
        await feed.run(play)
        task.cancel()
        return others

    async def test() -> None:
        assert await turns(waits=True) > 2 * await turns(waits=False)

    run(test)
