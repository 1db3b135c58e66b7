"""The detail of an event: hex, what is delivered and how it came about, what it is related to."""

from __future__ import annotations

from tests.tui.driving import (
    FINISHED,
    SIZES,
    STARTED,
    TOOL_RUN,
    WIDE,
    bench,
    lines,
    press,
    replayed,
    run,
    screen,
    settle,
    text,
    traffic_of,
    until,
)
from wirelab.tui.widgets.hex_view import HexView

START, END, RESULT = 4, 8, 9
"""Events of ``TOOL_RUN``: the call's start, its end, its result."""


@SIZES
def test_x_shows_the_bytes_in_hex_and_ascii(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(STARTED, FINISHED), size, "2", "home", "x") as pilot:
            shown = screen(pilot)
            assert "hex · event 0 · frame 0" in shown
            await until(pilot, lambda: "000000┃64 61 74 61 3a 20 7b 22" in screen(pilot))
            assert 'data: {"' in screen(pilot)
            await press(pilot, "x")
            assert 'threadId: "t-1"' in screen(pilot)
            await press(pilot, "end", "x")
            assert "This row has no bytes of its own." in screen(pilot)

    run(test)


def test_ten_megabytes_in_hex_are_reached_to_the_last_byte() -> None:
    async def test() -> None:
        delta = "x" * 10_000_000
        async with replayed(
            traffic_of(STARTED, *text("m-1", delta), FINISHED), WIDE, "2", "home"
        ) as pilot:
            await press(pilot, "right", "right", "x", "tab")
            view = pilot.app.query_one("#event-hex", HexView)
            assert view.has_focus
            view.scroll_end(animate=False)
            await settle(pilot)
            await until(pilot, lambda: "9896c8 0a" in screen(pilot))
            await press(pilot, "r")
            await until(pilot, lambda: '┃data: {"type": "TEXT_MESSAGE_CONTENT"' in screen(pilot))

    run(test)


def test_d_marks_what_is_derived_and_what_was_mended() -> None:
    async def test() -> None:
        chunk = {"type": "TEXT_MESSAGE_CHUNK", "messageId": "m-1", "delta": "Hi"}
        odd = {"type": "STEP_STARTED", "stepName": "a", "colour": "red"}
        step = {"type": "STEP_FINISHED", "stepName": "a"}
        stream = traffic_of(STARTED, chunk, odd, step, FINISHED)
        async with replayed(stream, WIDE, "2", "home", "right", "d") as pilot:
            assert screen(pilot).count("← derived") == 2
            await press(pilot, "right")
            shown = screen(pilot)
            assert "← derived" in shown
            assert "← mended, - removed colour" in shown
            await press(pilot, "right")
            assert "← as it arrived" in screen(pilot)

    run(test)


@SIZES
def test_related_events_are_named_and_o_visits_each_and_comes_back(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), size, "2", "home") as pilot:
            await press(pilot, *["right"] * RESULT, "o", "o", "o")
            assert bench(pilot).cursor.event == RESULT
            shown = screen(pilot)
            assert f"↪ opened by #{START}  TOOL_CALL_START call-1" in shown
            assert f"↪ closed by #{END}" in shown
            await press(pilot, "o")
            assert bench(pilot).cursor.event == START
            assert f"event {START} · 1 of 2 from #{RESULT}" in screen(pilot)
            assert f"↪ result #{RESULT}" in screen(pilot)
            await press(pilot, "o")
            assert bench(pilot).cursor.event == END
            await press(pilot, "left", "o")
            assert bench(pilot).cursor.event == START

    run(test)


def test_a_related_event_is_reached_by_enter_and_by_one_click() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), WIDE, "2", "home") as pilot:
            await press(pilot, *["right"] * RESULT, "tab", "tab", "down", "enter")
            assert bench(pilot).cursor.event == END
            row = next(at for at, each in enumerate(lines(pilot)) if "↪ opened by" in each)
            await pilot.click(offset=(100, row))
            await settle(pilot)
            assert bench(pilot).cursor.event == START

    run(test)


def test_a_row_without_kin_says_so() -> None:
    async def test() -> None:
        custom = {"type": "CUSTOM", "name": "a", "value": 1}
        async with replayed(traffic_of(STARTED, custom, FINISHED), WIDE, "2", "home") as pilot:
            await press(pilot, "right", "o")
            assert "Nothing in the stream is related to this row." in screen(pilot)
            await press(pilot, "end", "o")
            assert "Nothing in the stream is related to this row." in screen(pilot)

    run(test)


def test_a_wide_list_has_a_column_of_owners() -> None:
    async def test() -> None:
        agent = {"type": "SUBAGENT_STARTED", "subagentRunId": "sub-1", "name": "researcher"}
        ended = {"type": "SUBAGENT_FINISHED", "subagentRunId": "sub-1"}
        stream = traffic_of(STARTED, agent, ended, FINISHED)
        async with replayed(stream, (200, 40), "2", "home") as pilot:
            heads, first, started = lines(pilot)[4:7]
            assert heads.index("owner") == started.index("@sub-1")
            assert heads.index("summary") == first.index("on t-1") == started.index("researcher")
        async with replayed(stream, WIDE, "2", "home") as pilot:
            assert "owner" not in lines(pilot)[4]
            assert "@sub-1 " in screen(pilot)

    run(test)
