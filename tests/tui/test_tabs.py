"""Each tab shows its side of the session as of the cursor."""

from __future__ import annotations

import pytest

from tests.tui.driving import (
    FINISHED,
    INPUT,
    NARROW,
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
from wirelab.wire.traffic import Ending, Response

WEATHER = call("call-1", "get_weather", '{"city":"Lis', 'bon","days":1', "4}")
TOOL_RUN = [
    STARTED,
    *text("m-1", "Let me check."),
    *WEATHER,
    result("call-1", '{"sky":"clear"}'),
    *text("m-2", "It is clear."),
    FINISHED,
]
SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])


@SIZES
def test_conversation(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), size) as pilot:
            shown = screen(pilot)
            assert "user       What is the weather?" in shown
            assert "assistant  Let me check." in shown
            assert "⚙ get_weather  call-1  ✔ answered · 3 fragments" in shown
            assert '{"city":"Lisbon","days":14}' in shown
            assert '↳ {"sky":"clear"}' in shown
            assert shown.index("It is clear.") < shown.rindex("✔ SUCCESS")

    run(test)


def test_conversation_as_of_the_cursor_is_still_streaming() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, *text("m-1", "One ", "two"), FINISHED)
        async with replayed(stream, WIDE, "home", "right", "right") as pilot:
            assert "assistant  One ▌" in screen(pilot)
            await press(pilot, "right")
            assert "assistant  One two▌" in screen(pilot)
            await press(pilot, "right")
            assert "assistant  One two " in screen(pilot)

    run(test)


def test_conversation_says_what_was_cut_off() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, *text("m-1", "Half a sen")[:2], end=Ending.RESET)
        async with replayed(stream) as pilot:
            assert "Half a sen ✂ cut off" in screen(pilot)
            assert "TRUNCATED · the stream ended before the run did" in screen(pilot)

    run(test)


def test_conversation_sets_reasoning_apart_and_subagents_in() -> None:
    async def test() -> None:
        reasoning = [
            {"type": "REASONING_MESSAGE_START", "messageId": "x-1", "role": "reasoning"},
            {"type": "REASONING_MESSAGE_CONTENT", "messageId": "x-1", "delta": "Hm."},
            {"type": "REASONING_MESSAGE_END", "messageId": "x-1"},
        ]
        owned = [each | {"subagentRunId": "sub-1"} for each in text("m-2", "Found it.")]
        stream = traffic_of(
            STARTED,
            *reasoning,
            {"type": "STEP_STARTED", "stepName": "plan"},
            {"type": "SUBAGENT_STARTED", "subagentRunId": "sub-1", "name": "finder"},
            *owned,
            {"type": "SUBAGENT_FINISHED", "subagentRunId": "sub-1"},
            {"type": "STEP_FINISHED", "stepName": "plan"},
            {
                "type": "ACTIVITY_SNAPSHOT",
                "messageId": "a-1",
                "activityType": "PLAN",
                "content": {"done": 1},
            },
            FINISHED,
        )
        async with replayed(stream) as pilot:
            shown = screen(pilot)
            assert "reasoning┊ Hm." in shown.replace("reasoning ", "reasoning")
            assert "◇ step plan" in shown
            assert "◈ subagent finder  sub-1  ✔ finished" in shown
            assert "  finder     Found it." in shown
            assert "activity   PLAN" in shown
            assert "done: 1" in shown

    run(test)


def test_conversation_says_where_a_client_stops_between_the_parts() -> None:
    async def test() -> None:
        lost = {"type": "TEXT_MESSAGE_END", "messageId": "m-9"}
        stream = traffic_of(STARTED, *text("m-1", "Seen"), lost, *text("m-2", "Unseen"), FINISHED)
        async with replayed(stream) as pilot:
            shown = screen(pilot)
            stop = shown.index("a conforming client stops at event 4 (MSG002)")
            assert shown.index("Seen") < stop < shown.index("Unseen")
            assert "⊘ REJECTED · by its own events the run is success" in shown

    run(test)


def test_conversation_shows_a_failed_run_and_its_reason() -> None:
    async def test() -> None:
        failed = {"type": "RUN_ERROR", "message": "the model is away", "code": "E42"}
        async with replayed(traffic_of(STARTED, failed)) as pilot:
            assert "✖ FAILED" in screen(pilot)
            assert "the model is away (E42)" in screen(pilot)

    run(test)


def test_conversation_shows_what_an_interrupt_asks() -> None:
    async def test() -> None:
        asks = {"type": "interrupt", "interrupts": [{"id": "i-1", "reason": "approve it?"}]}
        async with replayed(traffic_of(STARTED, FINISHED | {"outcome": asks})) as pilot:
            assert "INTERRUPTED" in screen(pilot)
            assert '⏸ "i-1" approve it?' in screen(pilot)

    run(test)


@SIZES
def test_events_lists_every_frame_and_details_the_one_at_the_cursor(size: tuple[int, int]) -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, ": keep-alive\n\n", *text("m-1", "Hi"), FINISHED)
        async with replayed(stream, size, "2", "home") as pilot:
            shown = screen(pilot)
            assert "(comment)" in shown
            assert "keep-alive" in shown
            assert "(closed)" in shown
            assert "event 0 · frame 0 · 0.020 s" in shown
            assert 'threadId: "t-1"' in shown
            await press(pilot, "down")
            assert "comment: keep-alive" in screen(pilot)
            assert bench(pilot).cursor.frame == 1

    run(test)


def test_events_shows_raw_text_and_the_delivered_form() -> None:
    async def test() -> None:
        chunk = {"type": "TEXT_MESSAGE_CHUNK", "messageId": "m-1", "delta": "Hi"}
        async with replayed(
            traffic_of(STARTED, chunk, FINISHED), WIDE, "2", "home", "down"
        ) as pilot:
            assert "stands for TEXT_MESSAGE_START m-1" in screen(pilot)
            await press(pilot, "r")
            assert '┃data: {"type": "TEXT_MESSAGE_CHUNK"' in screen(pilot)
            await press(pilot, "r", "d")
            assert 'type: "TEXT_MESSAGE_START"' in screen(pilot)
            await press(pilot, "d")
            assert 'type: "TEXT_MESSAGE_CHUNK"' in screen(pilot)

    run(test)


def test_events_detail_says_what_was_found_and_stripped() -> None:
    async def test() -> None:
        odd = STARTED | {"colour": "red"}
        async with replayed(traffic_of(odd, FINISHED), WIDE, "2", "home") as pilot:
            shown = screen(pilot)
            assert "SCH002" in shown
            assert "unknown property /colour" in shown

    run(test)


@SIZES
def test_tools_shows_fragments_borders_value_and_result(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), size, "3") as pilot:
            shown = screen(pilot)
            assert '+10ms #5     {"city":"Lis│' in shown
            assert "+30ms #7     4}│" in shown
            assert 'joined    {"city":"Lis│bon","days":1│4}' in shown
            assert 'city: "Lisbon"' in shown
            assert "days: 14" in shown
            assert "end 0.100 (40ms)" in shown
            assert "result 0.110 (10ms later)" in shown
            assert 'sky: "clear"' in shown

    run(test)


def test_tools_fills_in_as_the_cursor_moves() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), WIDE, "3", "home", *["right"] * 6) as pilot:
            shown = screen(pilot)
            assert 'joined    {"city":"Lis│bon","days":1' in shown
            assert "parsed    when the call ends" in shown
            assert "result    not yet" in shown

    run(test)


def test_tools_marks_where_the_arguments_stop_being_json() -> None:
    async def test() -> None:
        broken = call("call-1", "get_weather", '{"city":', 'Lisbon"}')
        async with replayed(traffic_of(STARTED, *broken, FINISHED), WIDE, "3") as pilot:
            shown = screen(pilot)
            assert '{"city":│▶Lisbon"}' in shown
            assert "not JSON: " in shown
            assert "at character 8 of 16" in shown
            assert "TOL004" in shown

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
            assert "schema    at /days" in screen(pilot)

    run(test)


STATE_RUN = [
    STARTED,
    {"type": "STATE_SNAPSHOT", "snapshot": {"items": [{"done": False}], "total": 1}},
    {
        "type": "STATE_DELTA",
        "delta": [
            {"op": "replace", "path": "/items/0/done", "value": True},
            {"op": "add", "path": "/items/-", "value": {"done": False}},
        ],
    },
    {
        "type": "STATE_DELTA",
        "delta": [
            {"op": "replace", "path": "/total", "value": 2},
            {"op": "replace", "path": "/items/7/done", "value": True},
        ],
    },
    FINISHED,
]


@SIZES
def test_state_shows_the_document_and_marks_the_last_delta(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STATE_RUN), size, "4", "home", "right", "right") as pilot:
            shown = screen(pilot)
            assert "done: true  ← 2" in shown
            assert "1: {1}  ← 2 new" in shown
            assert "replace /items/0/done true" in shown
            assert "add /items/-" in shown
            assert "as of event 2" in shown

    run(test)


def test_state_opens_what_a_delta_touched_and_says_so_when_it_is_closed() -> None:
    async def test() -> None:
        deep = {"a": {"b": {"c": {"d": {"e": 1, "f": 2}}}}}
        delta = [{"op": "replace", "path": "/a/b/c/d/e", "value": 3}]
        stream = traffic_of(
            STARTED,
            {"type": "STATE_SNAPSHOT", "snapshot": deep},
            {"type": "STATE_DELTA", "delta": delta},
            FINISHED,
        )
        async with replayed(stream, WIDE, "4") as pilot:
            assert "e: 3  ← 2" in screen(pilot)
            await press(pilot, "down", "down", "enter")
            assert "e: 3  ← 2" not in screen(pilot)
            assert "← inside" in screen(pilot)

    run(test)


def test_state_says_why_an_operation_failed_and_that_it_diverged() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STATE_RUN), WIDE, "4") as pilot:
            shown = screen(pilot)
            assert "DIVERGED since 3: " in shown
            assert "▲      not applied: " in shown
            assert "replace /total 2 (not applied with" in shown
            assert "total: 1" in shown

    run(test)


def test_state_before_any_change_is_the_inputs() -> None:
    async def test() -> None:
        stream = traffic_of(*STATE_RUN, run_input=INPUT | {"state": {"given": "by the input"}})
        async with replayed(stream, WIDE, "4", "home") as pilot:
            assert 'given: "by the input"' in screen(pilot)
            assert "the input's state" in screen(pilot)
            assert "»    1 snapshot" in screen(pilot)

    run(test)


def test_state_history_moves_the_cursor() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STATE_RUN), WIDE, "4", "tab", "up") as pilot:
            assert bench(pilot).cursor.event == 2
            assert "as of event 2" in screen(pilot)
            assert "»    3 replace /total 2" in screen(pilot)
            await press(pilot, "down")
            assert bench(pilot).cursor.event == 3
            await press(pilot, "up", "up", "up")
            assert bench(pilot).cursor.event == 1

    run(test)


LOST = [
    {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-9", "delta": delta}
    for delta in ("a", "b", "c")
]


@SIZES
def test_verdict_lists_findings_gravest_first_with_the_rules_page(size: tuple[int, int]) -> None:
    async def test() -> None:
        odd = STARTED | {"colour": "red"}
        async with replayed(traffic_of(odd, *LOST, FINISHED), size, "5") as pilot:
            shown = screen(pilot)
            assert "REJECTED · 1 error · 1 warning · a client stops at event 1" in shown
            assert shown.index("MSG002") < shown.index("SCH002")
            assert "MSG002 message-not-open" in shown
            assert "and 2 more like it" in words(pilot)
            await press(pilot, "tab", "pagedown")
            assert "Why it matters" in screen(pilot)

    run(test)


def test_verdict_leads_to_the_event_by_enter_and_to_its_origin_by_o() -> None:
    async def test() -> None:
        late = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-1", "delta": "late"}
        stream = traffic_of(STARTED, *text("m-1", "Hi"), late, FINISHED)
        async with replayed(stream, WIDE, "5", "enter") as pilot:
            assert bench(pilot).cursor.event == 4
            assert "event 4 · frame 4" in screen(pilot)
            await press(pilot, "5", "o")
            assert bench(pilot).cursor.event == 3

    run(test)


def test_verdict_leads_from_the_answers_head_to_the_wire() -> None:
    async def test() -> None:
        traffic = traffic_of(STARTED, FINISHED)
        html = Response(200, (("content-type", "text/html"),), 10.0)
        async with replayed([traffic[0], html, *traffic[2:]], WIDE, "5", "enter") as pilot:
            assert bench(pilot).current_tab.id == "wire"
            assert "content-type: text/html" in screen(pilot)

    run(test)


def test_verdict_without_findings_says_so() -> None:
    async def test() -> None:
        async with replayed(traffic_of(STARTED, FINISHED), WIDE, "5") as pilot:
            assert "✔ clean" in screen(pilot)
            assert "No finding so far." in screen(pilot)

    run(test)


@SIZES
def test_wire_shows_what_was_sent_and_what_came(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(STARTED, FINISHED), size, "6", "home", "up", "up") as pilot:
            shown = screen(pilot)
            assert "POST http://agent.test/run" in shown
            assert "200 text/event-stream" in shown
            assert "accept: text/event-stream" in shown
            assert "s3cret-token" not in shown
            await press(pilot, "tab", "pagedown")
            assert 'threadId: "t-1"' in screen(pilot)

    run(test)


def test_wire_marks_where_reads_begin_and_line_ends() -> None:
    async def test() -> None:
        whole = 'data: {"type":"RUN_STARTED","threadId":"t-1","runId":"r-1"}\r\n\r\n'
        stream = traffic_of(whole[:30], whole[30:], FINISHED)
        async with replayed(stream, WIDE, "6", "home") as pilot:
            shown = screen(pilot)
            assert '┃data: {"type":"RUN_STARTED","t┃hreadId"' in shown
            assert "␍␊" in shown
            assert "2 reads begun in it" in shown

    run(test)
