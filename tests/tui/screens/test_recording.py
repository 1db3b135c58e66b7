"""Recording from the bench: on in the middle of a run, off again, and what the file holds."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest

from tests.tui.driving import (
    FINISHED,
    NARROW,
    STARTED,
    bench,
    opened,
    press,
    read,
    replayed,
    run,
    screen,
    text,
    traffic_of,
    until,
    write,
)
from wirelab.stream_inspection import inspect_stream
from wirelab.transports.http_post import Target
from wirelab.tui.live_feed import LiveFeed
from wirelab.tui.plays import Observation
from wirelab.wire.traffic import Read

PIECES = [STARTED, *text("m-1", "one ", "two ", "three"), FINISHED]


class Live(Observation):
    """An endpoint that sends the second half of a run once it is let."""

    def __init__(self) -> None:
        super().__init__(Target("http://agent.test/run"), lambda _: None)
        self.goes_on = asyncio.Event()

    async def play(self, feed: LiveFeed) -> None:
        request, response, *rest = traffic_of(*PIECES)
        cut = rest[2]
        assert isinstance(cut, Read)
        for each in (request, response, *rest[:2], Read(cut.data[:20], cut.at_ms)):
            feed.take(each)
        await self.goes_on.wait()
        for each in (Read(cut.data[20:], cut.at_ms), *rest[3:]):
            feed.take(each)


def test_what_has_come_and_what_comes_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def test() -> None:
        live = Live()
        async with opened(live, NARROW) as pilot:
            await until(pilot, lambda: bench(pilot).session.event_count == 2)
            await press(pilot, "R")
            assert "record to wirelab-" in screen(pilot)
            await press(pilot, "ctrl+u")
            await write(pilot, "mine.jsonl")
            await press(pilot, "enter")
            await until(pilot, lambda: "● recording mine.jsonl" in screen(pilot))
            live.goes_on.set()
            await until(pilot, lambda: "SUCCESS" in screen(pilot))
            await press(pilot, "R")
            assert "Recorded to mine.jsonl (" in screen(pilot)
            assert "● recording" not in screen(pilot)
            events = [each.payload for each in bench(pilot).session.events]
        path = tmp_path / "mine.jsonl"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert "s3cret" not in path.read_text()
        recorded = inspect_stream(path)
        assert [each.payload for each in recorded.events] == events
        assert [run.status.value for run in recorded.runs] == ["success"]

    run(test)


def test_a_file_that_is_there_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").write_text("kept")

    async def test() -> None:
        live = Live()
        async with opened(live, NARROW) as pilot:
            await press(pilot, "R", "ctrl+u", "x", "enter")
            await until(pilot, lambda: "x is there already" in screen(pilot))
            await press(pilot, "ctrl+u", "y", "enter")
            await until(pilot, lambda: "● recording y" in screen(pilot))
        assert (tmp_path / "x").read_text() == "kept"
        assert inspect_stream(tmp_path / "y").event_count == 2

    run(test)


def test_what_is_recorded_from_the_start_says_where(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(Live(), NARROW, lambda _: None, "recording to a.jsonl") as pilot:
            await press(pilot, "R")
            assert "From the start on: recording" in screen(pilot)
            assert "record to" not in screen(pilot)

    run(test)


def test_a_replay_is_not_recorded() -> None:
    async def test() -> None:
        async with replayed([read(STARTED, 1.0)], NARROW, "R") as pilot:
            assert "record to" not in screen(pilot)

    run(test)
