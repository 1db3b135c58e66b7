"""Two streams side by side: moving from difference to difference, both events, leaving."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot

from tests.session.test_item_comparison import STORY, run, text
from tests.tui.driving import NARROW, WIDE, lines, press, screen, settle, until
from tests.tui.driving import run as drive
from wirelab import inspect_stream
from wirelab.exports.diff_report import DiffReport
from wirelab.exports.outcome import Outcome
from wirelab.session.stream_diff import stream_diff
from wirelab.tui.side_by_side.app import SideBySideApp

Json = dict[str, Any]
OTHER = [each | {"delta": ":7}"} if each.get("delta") == ":14}" else each for each in STORY]
Test = Callable[[Pilot[None]], Awaitable[None]]


def report_of(ones: list[Json], others: list[Json]) -> DiffReport:
    one, other = inspect_stream(ones), inspect_stream(others)
    diff = stream_diff(one, other, ("ids", "timestamps"))
    return DiffReport(
        Outcome("one.jsonl", "events", one), Outcome("two.jsonl", "events", other), diff
    )


def shown(ones: list[Json], others: list[Json], test: Test, size: tuple[int, int] = NARROW) -> None:
    async def show() -> None:
        async with SideBySideApp(report_of(ones, others)).run_test(size=size) as pilot:
            await settle(pilot)
            await test(pilot)

    drive(show)


def row(pilot: Pilot[None], word: str) -> str:
    return next(line for line in lines(pilot) if word in line)


def test_both_streams_stand_level_with_each_other() -> None:
    async def test(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "1 of 3" in screen(pilot))
        await press(pilot, "n")
        assert "tool call get_weather: argument days 14 → 7" in screen(pilot)
        assert "one.jsonl" in lines(pilot)[0]
        assert "two.jsonl" in lines(pilot)[0]
        assert "different: 1 changed, 2 removed" in lines(pilot)[1]
        assert row(pilot, "CALL_ARGS").count("CALL_ARGS") == 2
        assert " ~ " in row(pilot, '":14')
        assert all(len(line) <= 80 for line in lines(pilot))

    shown(STORY, [each for each in OTHER if each.get("messageId") != "message-0001"][:-6], test)


def test_from_difference_to_difference_and_back() -> None:
    async def test(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "1 of 2" in screen(pilot))
        await press(pilot, "n")
        assert "2 of 2 · assistant message 1: removed" in screen(pilot)
        await press(pilot, "n")
        assert "2 of 2" in screen(pilot)
        await press(pilot, "N")
        assert "1 of 2 · tool call get_weather" in screen(pilot)
        await press(pilot, "home")
        assert "of 2" not in screen(pilot)
        await press(pilot, "n")
        assert "1 of 2" in screen(pilot)

    shown(STORY, [each for each in OTHER if each.get("messageId") != "message-0003"], test)


def test_enter_shows_both_events_and_moving_goes_on() -> None:
    async def test(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "1 of 1" in screen(pilot))
        await press(pilot, "enter")
        await until(pilot, lambda: '"delta": ":14}"' in screen(pilot))
        line = row(pilot, '"delta": ":14}"')
        assert '~   "delta": ":7}"' in line
        await press(pilot, "down")
        assert '"TOOL_CALL_END"' in screen(pilot)
        await press(pilot, "escape")
        assert '"TOOL_CALL_END"' not in screen(pilot)
        await press(pilot, "escape")
        await until(pilot, lambda: not pilot.app.is_running)

    shown(STORY, OTHER, test, WIDE)


def test_what_came_is_text_and_nothing_else() -> None:
    hostile = "[bold]\x1b[2J\u202e" + "界" * 60
    ones, others = run("r", text("m", "x")), run("r", text("m", hostile))

    async def test(pilot: Pilot[None]) -> None:
        await press(pilot, "enter")
        await until(pilot, lambda: '"delta": "x"' in screen(pilot))
        assert "[bold]" in screen(pilot)
        assert "\x1b[2J" not in screen(pilot)
        assert "\u202e" not in screen(pilot)

    shown(ones, others, test)


def test_the_same_and_nothing_at_all() -> None:
    async def test(pilot: Pilot[None]) -> None:
        assert "no difference" in screen(pilot)
        await press(pilot, "n", "N", "enter", "tab", "end", "home", "q")
        await until(pilot, lambda: not pilot.app.is_running)

    shown(STORY, STORY, test)
    shown([], [], test)


def test_only_what_is_seen_is_drawn() -> None:
    many = run("r", *(text(f"m-{at}", f"text {at}") for at in range(3000)))
    fewer = [each for each in many if each.get("messageId") != "m-2500"]

    async def test(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "1 of 1" in screen(pilot))
        assert "assistant message 2501: removed" in screen(pilot)
        await press(pilot, "end")
        assert "RUN_FINISHED" in screen(pilot)

    shown(many, fewer, test)


def test_every_key_says_what_it_does() -> None:
    for binding in SideBySideApp.BINDINGS:
        assert not isinstance(binding, tuple)
        assert binding.tooltip, binding.key
