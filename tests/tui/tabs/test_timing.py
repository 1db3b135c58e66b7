"""The Timing tab: a waterfall as of the cursor, figures beside it, no times made up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.driving import (
    FINISHED,
    NARROW,
    SIZES,
    STARTED,
    TOOL_RUN,
    WEATHER,
    WIDE,
    bench,
    lines,
    opened,
    press,
    read,
    replayed,
    result,
    run,
    screen,
    text,
    traffic_of,
    until,
    words,
)
from wirelab.tui.plays import Replay
from wirelab.tui.tabs import timing
from wirelab.tui.widgets.row_list import RowList
from wirelab.wire.traffic import End, Ending, Traffic

USAGE: list[dict[str, Any]] = [
    {"provider": "p", "model": "big", "inputTokens": 40, "outputTokens": 2, "totalTokens": 42},
    {"model": "mini", "totalTokens": 8},
]


def row_of(shown: list[str], subject: str) -> str:
    return next(each for each in shown if subject in each and "█" not in each[:3])


@SIZES
def test_timing_shows_a_waterfall_and_figures(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), size, "6") as pilot:
            shown = lines(pilot)
            assert "whole session" in screen(pilot)
            assert "█ streams ░ waits ━ spans ▶ open ✂ cut" in screen(pilot)
            assert "✔ run r-1" in row_of(shown, "run r-1  ")
            assert "⚙ get_weather call-1" in screen(pilot)
            said = words(pilot)
            assert "0.060 50ms" in said
            assert "head 10ms" in said
            assert "1st event 20ms" in said
            assert "1st text 40ms" in said
            assert "duration 160ms" in said
            assert "gaps p50 10ms · p95 10ms" in said
            assert "longest 10ms before #1" in said
            assert "events 14 · 108/s" in said
            assert "text 25 chars · 192/s" in said
            assert "arguments 27 chars · 208/s" in said

    run(test)


def test_timing_follows_the_cursor_and_marks_its_row() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), WIDE, "6", "home") as pilot:
            assert "▸▶ run r-1" in screen(pilot)
            assert "assistant m-1" not in screen(pilot)
            await press(pilot, "right")
            assert "▸ assistant m-1" in screen(pilot)
            await press(pilot, *["right"] * 5)
            assert "▸ ⚙ get_weather call-1" in screen(pilot)
            assert "▶" in row_of(lines(pilot), "⚙ get_weather")
            assert "arguments 25 chars" in words(pilot)
            assert "ended not yet" in words(pilot)
            assert "m-2" not in screen(pilot)

    run(test)


def test_timing_tells_the_wait_for_a_result_apart() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, *WEATHER)[:-1]
        late = [
            read(result("call-1", "ok"), 900.0),
            read(FINISHED, 910.0),
            End(Ending.EOF, "", 920.0),
        ]
        async with replayed([*stream, *late], WIDE, "6", "up") as pilot:
            row = row_of(lines(pilot), "get_weather")
            assert row.count("░") > 20
            assert "█" in row
            assert "830ms before #6" in screen(pilot)
            assert "·830ms·" in lines(pilot)[5]
            await press(pilot, "down")
            assert "result #6 at 0.900 after 830ms" in words(pilot)

    run(test)


def test_a_row_that_is_picked_stays_until_the_cursor_is_moved_and_enter_leads_to_its_start() -> (
    None
):
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), WIDE, "6") as pilot:
            rows = pilot.app.query_one("#waterfall", RowList)
            assert rows.selected == 0
            await press(pilot, "down", "down")
            assert rows.selected == 2
            await press(pilot, "left", "left")
            assert rows.selected == 3
            await press(pilot, "up", "enter")
            assert bench(pilot).current_tab.id == "events"
            assert bench(pilot).cursor.event == 4

    run(test)


def test_z_shows_the_run_at_the_cursor_alone() -> None:
    async def test() -> None:
        second = [STARTED | {"runId": "r-2"}, *text("m-2", "y"), FINISHED | {"runId": "r-2"}]
        stream = traffic_of(STARTED, *text("m-1", "x"), FINISHED, *second)
        async with replayed(stream, NARROW, "6") as pilot:
            assert "run r-1" in screen(pilot)
            await press(pilot, "z")
            assert "run r-1" not in screen(pilot)
            assert "m-1" not in screen(pilot)
            assert "assistant m-2" in screen(pilot)
            await press(pilot, "home", "right")
            assert "assistant m-1" in screen(pilot)
            assert "r-2" not in "".join(lines(pilot)[4:])
            await press(pilot, "z", "end")
            assert "run r-2" in screen(pilot)
            assert "whole session" in screen(pilot)

    run(test)


def test_without_times_it_says_so_and_shows_the_order() -> None:
    async def test() -> None:
        stream: list[Traffic] = [*(read(event) for event in TOOL_RUN), End(Ending.UNKNOWN)]
        async with replayed(stream, NARROW, "6") as pilot:
            assert "times unknown: by event" in screen(pilot)
            assert "times unknown: none were kept" in words(pilot)
            assert "#0" in lines(pilot)[4]
            assert "#4 6 " in words(pilot)
            assert "/s" not in screen(pilot)
            assert "ms" not in "".join(lines(pilot)[4:])

    run(test)


def test_what_was_cut_off_is_marked() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, *text("m-1", "Hi")[:2], end=Ending.RESET)
        async with replayed(stream, WIDE, "6") as pilot:
            assert row_of(lines(pilot), "m-1").count("✂") == 1
            assert "✂ run r-1" in screen(pilot)
            await press(pilot, "down")
            assert "cut off by #2" in words(pilot)

    run(test)


def test_tokens_by_model_and_by_run_and_all_requests_together() -> None:
    async def test() -> None:
        first = traffic_of(STARTED, *text("m-1", "x"), FINISHED | {"usage": USAGE})
        error = {"type": "RUN_ERROR", "message": "no", "usage": USAGE[:1]}
        second = traffic_of(STARTED | {"runId": "r-2"}, error)
        async with replayed([*first, *second], WIDE, "6") as pilot:
            said = words(pilot)
            assert "request 2 of 2" in said
            assert "all 2 requests so far" in said
            for part in ("big", "in 80 · out 4 ·", "total 84 · p", "mini total 8", "run r-2"):
                assert part in said, part
            await press(pilot, *["left"] * 3)
            assert "all 2 requests so far" not in words(pilot)
            assert "total 84" not in words(pilot)
            assert "in 40 · out 2 ·" in words(pilot)

    run(test)


HOSTILE = "[b]x[/b]\x1b]0;t\x07\u202e" + "漢" * 300


@SIZES
def test_hostile_ids_are_text(size: tuple[int, int]) -> None:
    async def test() -> None:
        usage = [{"model": HOSTILE, "provider": HOSTILE, "totalTokens": 1}]
        stream = [
            STARTED | {"runId": HOSTILE},
            {"type": "STEP_STARTED", "stepName": HOSTILE},
            {"type": "SUBAGENT_STARTED", "subagentRunId": HOSTILE, "name": HOSTILE},
            *({**event, "subagentRunId": HOSTILE + "2"} for event in text(HOSTILE, HOSTILE)),
            FINISHED | {"runId": HOSTILE, "usage": usage},
        ]
        async with replayed(traffic_of(*stream), size, "6", *["down"] * 3) as pilot:
            shown = screen(pilot)
            assert "[b]x[/b]␛]0;t" in shown
            assert not {"\x1b", "\x07", "\u202e"} & set(shown)

    run(test)


def test_a_long_session_is_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        monkeypatch.setattr(timing, "_PIECE", 10)
        stream = [STARTED, *(each for at in range(30) for each in text(f"m-{at}", "x")), FINISHED]
        async with replayed(traffic_of(*stream), NARROW) as pilot:
            await press(pilot, "6")
            await until(pilot, lambda: "reading:" not in screen(pilot))
            assert "events 92" in words(pilot)
            assert len(pilot.app.query_one("#waterfall", RowList).rows or ()) == 31

    run(test)


def test_only_rows_on_the_screen_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        drawn: list[int] = []
        draw = timing.WaterfallLines.draw

        def counting(self: Any, index: int, width: int) -> Any:
            drawn.append(index)
            return draw(self, index, width)

        stream = [STARTED, *(each for at in range(2000) for each in text(f"m-{at}", "x"))]
        async with replayed(traffic_of(*stream), NARROW, "6") as pilot:
            await until(pilot, lambda: "m-1999" in screen(pilot))
            monkeypatch.setattr(timing.WaterfallLines, "draw", counting)
            await press(pilot, "pageup")
            assert 0 < len(set(drawn)) < 40

    run(test)


def test_it_grows_while_it_is_played() -> None:
    async def test() -> None:
        slow = traffic_of(*TOOL_RUN, gap_ms=60_000.0)
        async with opened(
            Replay("slow.jsonl", slow, speed=1.0, start_at_ms=130_000.0), NARROW
        ) as pilot:
            await press(pilot, "6")
            await until(pilot, lambda: "▶ run r-1" in screen(pilot))
            assert "assistant m-1" not in screen(pilot)
            await press(pilot, "space", "full_stop")
            await until(pilot, lambda: "▸ assistant m-1" in screen(pilot))

    run(test)
