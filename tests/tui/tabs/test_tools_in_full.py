"""The Tools tab on calls that are not simple: parallel, broken, unfinished, of earlier turns."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.driving import (
    FINISHED,
    INPUT,
    NARROW,
    SIZES,
    STARTED,
    WIDE,
    bench,
    call,
    press,
    replayed,
    result,
    run,
    screen,
    text,
    traffic_of,
    words,
)

TOOL: dict[str, Any] = {"name": "get", "description": "", "parameters": {"type": "object"}}


@SIZES
def test_parallel_calls_are_rows_that_say_how_each_stands(size: tuple[int, int]) -> None:
    one, two = call("call-1", "get", '{"a":', "1}"), call("call-2", "look", "{}")

    async def test() -> None:
        woven = [one[0], two[0], one[1], two[1], one[2], one[3]]
        async with replayed(
            traffic_of(STARTED, *woven, result("call-1", "ok"), FINISHED), size, "3"
        ) as pilot:
            rows = [row for row in screen(pilot).splitlines() if " #" in row[:10]]
            assert "get" in rows[0]
            assert "answered" in rows[0]
            assert "look" in rows[1]
            assert "cut off" in rows[1]
            if size == NARROW:
                assert "2 frag      7 ch" in rows[0]
                assert "50ms ↳   10ms" in rows[0]

    run(test)


def test_the_call_shown_is_the_one_touched_last_until_one_is_picked() -> None:
    one, two = call("call-1", "get", '{"a":', "1}"), call("call-2", "look", "{}")

    async def test() -> None:
        stream = traffic_of(STARTED, *one, *two, result("call-1", "late"), FINISHED)
        async with replayed(stream, NARROW, "3") as pilot:
            assert "get  call-1  ✔ answered" in screen(pilot)
            await press(pilot, "left", "left", "left")
            assert "look  call-2  … no result yet" in screen(pilot)
            await press(pilot, "up", "end")
            assert "get  call-1  ✔ answered" in screen(pilot)
            await press(pilot, "home", "right", "right")
            assert "get  call-1  ▶ arguments arriving" in screen(pilot)

    run(test)


@pytest.mark.parametrize(
    ("pieces", "joined", "said"),
    [
        (('{"a":', '"x'), '{"a":│"x◀ ends here', "not JSON: it ends at column 8, before its"),
        (('{"a":1}', " x"), '{"a":1}│ ▶x', "not JSON from column 9 on: extra data"),
        (("{\n", '"a":,}'), '{␊│"a":▶,}', "not JSON from line 2, column 5 on: expecting value"),
    ],
)
def test_a_call_whose_arguments_are_no_json(
    pieces: tuple[str, ...], joined: str, said: str
) -> None:
    async def test() -> None:
        stream = traffic_of(
            STARTED, *call("c", "get", *pieces), FINISHED, run_input=INPUT | {"tools": [TOOL]}
        )
        async with replayed(stream, WIDE, "3") as pilot:
            shown = screen(pilot)
            assert joined in shown
            assert said in shown
            assert "schema    no JSON value to judge" in shown

    run(test)


def test_a_broken_text_is_read_up_to_its_fault() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, *call("c", "get", '{"city":"Lisbon","days":oops}'), FINISHED)
        async with replayed(stream, WIDE, "3") as pilot:
            assert 'city: "Lisbon"' in screen(pilot)

    run(test)


def test_a_call_never_closed_says_so() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, *call("c", "get", '{"a":1')[:-1], FINISHED)
        async with replayed(stream, WIDE, "3") as pilot:
            shown = screen(pilot)
            assert "get  c  ✂ cut off" in shown
            assert "no TOOL_CALL_END came: the arguments are what had arrived" in shown
            assert "result    none: the run ended before the call did" in shown
            assert "a: 1" in shown

    run(test)


def test_the_schema_line_says_why_nothing_is_judged() -> None:
    async def test() -> None:
        events = [STARTED, *call("c", "get", "{}"), FINISHED]
        async with replayed(traffic_of(*events), WIDE, "3") as pilot:
            assert "schema    not among the input's tools: the agent's own" in screen(pilot)
        with_tool = INPUT | {"tools": [TOOL]}
        async with replayed(traffic_of(*events, run_input=with_tool), WIDE, "3") as pilot:
            assert "schema    ✔ fits what the input's tools advertise" in screen(pilot)
            await press(pilot, "home", "right")
            assert "schema    when the call ends" in screen(pilot)
        bare = INPUT | {"tools": [{"name": "get", "description": ""}]}
        async with replayed(traffic_of(*events, run_input=bare), WIDE, "3") as pilot:
            assert "schema    the input's tool has no parameters to judge by" in screen(pilot)

    run(test)


def test_a_result_that_is_no_json_is_text_and_one_that_breaks_off_says_so() -> None:
    async def test() -> None:
        events = [STARTED, *call("c", "get", "{}")]
        async with replayed(traffic_of(*events, result("c", "plain [b]x[/b]")), WIDE, "3") as pilot:
            assert "plain [b]x[/b]" in screen(pilot)
        async with replayed(traffic_of(*events, result("c", '{"a":')), WIDE, "3") as pilot:
            assert "no JSON: expecting value at character 5" in screen(pilot)

    run(test)


def test_calls_of_earlier_turns_stay_in_the_list() -> None:
    held = [
        *INPUT["messages"],  # type: ignore[misc]
        {"id": "a", "role": "assistant", "toolCalls": [
            {"id": "old", "type": "function", "function": {"name": "find", "arguments": '{"q":1}'}}
        ]},
        {"id": "t", "role": "tool", "toolCallId": "old", "content": "found"},
    ]  # fmt: skip

    async def test() -> None:
        stream = traffic_of(
            STARTED, *call("new", "get", "{}"), FINISHED, run_input=INPUT | {"messages": held}
        )
        async with replayed(stream, NARROW, "3", "up") as pilot:
            shown = screen(pilot)
            assert "— find  old" in shown
            assert "only restated by the input: it was not streamed here" in shown
            assert 'joined    {"q":1}' in shown
            assert "message t · in the input" in shown
        second = {"runId": "r-2"}
        turns = [
            *traffic_of(STARTED, *call("one", "get", '{"a":', "1}"), FINISHED),
            *traffic_of(STARTED | second, *text("m", "x"), FINISHED | second),
        ]
        async with replayed(turns, WIDE, "3") as pilot:
            assert "run 1 of 2 · 2 fragments, 7 characters" in words(pilot)
            assert bench(pilot).session.runs[1].call_ids == []

    run(test)
