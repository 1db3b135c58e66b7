"""The Tools tab: fragments, borders, value and result; as of the cursor."""

from __future__ import annotations

from tests.tui.driving import (
    FINISHED,
    INPUT,
    SIZES,
    STARTED,
    TOOL_RUN,
    WEATHER,
    WIDE,
    bench,
    call,
    press,
    replayed,
    result,
    run,
    screen,
    traffic_of,
    words,
)


@SIZES
def test_tools_shows_fragments_borders_value_and_result(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), size, "3") as pilot:
            shown = screen(pilot)
            assert '+10ms #5          12 {"city":"Lis│' in shown
            assert "+30ms #7           2 4}│" in shown
            assert 'joined    {"city":"Lis│bon","days":1│4}' in shown
            assert 'city: "Lisbon"' in shown
            assert "days: 14" in shown
            assert "end 0.100 (40ms)" in words(pilot)
            assert "result 0.110 (10ms later) · 50ms in all" in words(pilot)
            assert 'sky: "clear"' in shown

    run(test)


def test_tools_fills_in_as_the_cursor_moves() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), WIDE, "3", "home", *["right"] * 6) as pilot:
            shown = screen(pilot)
            assert 'joined    {"city":"Lis│bon","days":1' in shown
            assert "parsed    so far; the call is still open" in shown
            assert 'city: "Lisbon"' in shown
            assert "result    not yet: the call is open" in shown

    run(test)


def test_tools_marks_where_the_arguments_stop_being_json() -> None:
    async def test() -> None:
        broken = call("call-1", "get_weather", '{"city":', 'Lisbon"}')
        async with replayed(traffic_of(STARTED, *broken, FINISHED), WIDE, "3") as pilot:
            shown = screen(pilot)
            assert '{"city":│▶Lisbon"}' in shown
            assert "parsed    not JSON from column 9 on: expecting value" in shown
            assert "TOL004" in shown

    run(test)


def test_a_call_that_was_answered_says_that_its_arguments_are_not_json() -> None:
    async def test() -> None:
        broken = call("call-1", "get_weather", '{"city":', 'Lisbon"}')
        stream = traffic_of(STARTED, *broken, result("call-1", "ok"), FINISHED)
        async with replayed(stream) as pilot:
            assert "✔ answered · 2 fragments" in screen(pilot)
            assert "▲ arguments are not JSON" in screen(pilot)
            await press(pilot, "home", *["right"] * 3)
            assert "arguments are not JSON" not in screen(pilot)
        async with replayed(traffic_of(*TOOL_RUN)) as pilot:
            assert "arguments are not JSON" not in screen(pilot)

    run(test)


def test_tools_lists_several_calls_and_enter_leads_to_the_start() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, *WEATHER, *call("call-2", "get_time", "{}"), FINISHED)
        async with replayed(stream, WIDE, "3", "up") as pilot:
            assert "get_weather  call-1" in screen(pilot)
            assert "joined    {" in screen(pilot)
            await press(pilot, "enter")
            assert bench(pilot).cursor.event == 1
            assert "event 1 · frame 1" in screen(pilot)

    run(test)


def test_tools_judges_the_value_by_what_the_input_advertises() -> None:
    async def test() -> None:
        parameters = {"type": "object", "properties": {"days": {"type": "string"}}}
        tool = {"name": "get_weather", "description": "", "parameters": parameters}
        stream = traffic_of(*TOOL_RUN, run_input=INPUT | {"tools": [tool]})
        async with replayed(stream, WIDE, "3") as pilot:
            assert "schema    ✖ at /days" in screen(pilot)

    run(test)
