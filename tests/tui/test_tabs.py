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
    lines,
    press,
    replayed,
    result,
    run,
    screen,
    settle,
    text,
    traffic_of,
    words,
)
from wirelab.tui.widgets.finding_list import FindingList
from wirelab.tui.widgets.row_list import RowList
from wirelab.tui.widgets.text_pane import TextPane
from wirelab.tui.widgets.verdict_words import VerdictWords, verdict_line
from wirelab.views.finding_rows import finding_row
from wirelab.wire.traffic import Ending, Response, Traffic

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


def turn(number: int, *said: str, lost: bool = False) -> list[Traffic]:
    """A turn whose input restates all that was said, and whose answer is ``answer <number>``."""
    messages = [
        {
            "id": f"{'ua'[at % 2]}-{at // 2 + 1}",
            "role": ("user", "assistant")[at % 2],
            "content": each,
        }
        for at, each in enumerate(said)
    ]
    ids = {"threadId": "t-1", "runId": f"r-{number}"}
    wrong = [{"type": "TEXT_MESSAGE_END", "messageId": "m-9"}] if lost else []
    events = [STARTED | ids, *text(f"a-{number}", f"answer {number}"), *wrong, FINISHED | ids]
    return traffic_of(*events, run_input=INPUT | ids | {"messages": messages})


def three_turns(*, lost: bool = False) -> list[Traffic]:
    said = ["ask 1", "answer 1", "ask 2", "answer 2", "ask 3"]
    return [
        *turn(1, *said[:1], lost=lost),
        *turn(2, *said[:3], lost=lost),
        *turn(3, *said, lost=lost),
    ]


def in_order(shown: str, *parts: str) -> None:
    """Each part stands behind the one before it."""
    position = 0
    for part in parts:
        assert part in shown[position:], part
        position = shown.index(part, position) + len(part)


@SIZES
def test_conversation_divides_each_of_several_turns(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(three_turns(), size) as pilot:
            pane = bench(pilot).current_tab.query_one(TextPane)
            in_order(
                pane.text,
                *("ask 1", "run 1 of 3 · r-1", "answer 1", "✔ SUCCESS"),
                *("ask 2", "run 2 of 3 · r-2", "answer 2", "✔ SUCCESS"),
                *("ask 3", "run 3 of 3 · r-3", "answer 3", "✔ SUCCESS"),
            )
            assert pane.text.count("✔ SUCCESS") == 3

    run(test)


def test_conversation_says_for_each_turn_where_a_client_stops() -> None:
    async def test() -> None:
        async with replayed(three_turns(lost=True)) as pilot:
            text = bench(pilot).current_tab.query_one(TextPane).text
            in_order(
                text,
                *("run 1 of 3", "answer 1", "stops at event 4 (MSG002)", "⊘ REJECTED", "ask 2"),
                *("run 2 of 3", "answer 2", "stops at event 10 (MSG002)", "⊘ REJECTED", "ask 3"),
                *("run 3 of 3", "answer 3", "stops at event 16 (MSG002)", "⊘ REJECTED"),
            )
            await press(pilot, "5")
            assert "3 turns: rejected · ✖3 · a client stops at events 4, 10, 16" in screen(pilot)
            for number, event in ((1, 4), (2, 10), (3, 16)):
                assert f"✖ MSG002 {event:>6} turn {number} · " in screen(pilot)
            assert "turn 1 · event 4" in screen(pilot)

    run(test)


def test_the_header_is_of_the_run_at_the_cursor_and_its_counts_are_in_all() -> None:
    async def test() -> None:
        async with replayed(three_turns(lost=True)) as pilot:
            row = " ".join(lines(pilot)[1].split())
            assert row.startswith("⊘ REJECTED")
            assert "in all 18 events ✖3 rejected run r-3 on t-1" in row
            await press(pilot, "home", "right")
            row = " ".join(lines(pilot)[1].split())
            assert row.startswith("▶ RUNNING 30ms first 20ms in all 18 events ✖3 rejected run r-1")
        async with replayed(traffic_of(STARTED, FINISHED)) as pilot:
            assert "in all" not in lines(pilot)[1]

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


def test_events_names_the_form_and_says_where_a_row_has_none() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, ": keep-alive\n\n", {"type": "NO_SUCH"}, FINISHED)
        async with replayed(stream, WIDE, "2", "home", "r") as pilot:
            assert "raw · event 0 · frame 0" in screen(pilot)
            await press(pilot, "end")
            assert "This row has no bytes of its own." in screen(pilot)
            await press(pilot, "d")
            assert "delivered · frame 4" in screen(pilot)
            assert "This row is no event: nothing is delivered" in screen(pilot)
            await press(pilot, "home", "down")
            assert "This row is no event: nothing is delivered" in screen(pilot)
            await press(pilot, "down")
            assert "delivered · event 1" in screen(pilot)
            assert "Nothing of this event is delivered" in words(pilot)
            await press(pilot, "d")
            assert " · event 1" not in screen(pilot)
            assert 'type: "NO_SUCH"' in screen(pilot)

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


def test_verdict_says_where_a_client_stops_at_any_width() -> None:
    traffic = traffic_of(STARTED | {"colour": "red"}, *LOST, FINISHED)

    async def test() -> None:
        for width in (60, 80, 100, 120):
            async with replayed(traffic, (width, 40), "5") as pilot:
                heading = bench(pilot).current_tab.query_one(VerdictWords)
                said = heading.render().plain
                assert said.endswith("stops at event 1"), width
                assert len(said) <= heading.size.width
        session = bench(pilot).session
        assert verdict_line(session, 40).plain == "⊘ REJECTED · ✖1 ▲1 · stops at 1"
        assert verdict_line(session, 24).plain == "⊘ REJECTED · stops at 1"
        assert verdict_line(session, 15).plain == "⊘ REJECTED · s…"

    run(test)


def test_verdict_gives_a_few_findings_the_lines_they_need() -> None:
    async def test() -> None:
        odd = STARTED | {"colour": "red"}
        async with replayed(traffic_of(odd, *LOST, FINISHED), WIDE, "5") as pilot:
            listed = bench(pilot).current_tab.query_one(FindingList)
            assert 1 < listed.lines_a_row <= 4
            first = [row[: listed.size.width] for row in lines(pilot)[5 : 5 + listed.lines_a_row]]
            assert finding_row(bench(pilot).session.findings[1]).message in " ".join(
                " ".join(first).split()
            )
            await pilot.click("#finding-list", offset=(5, listed.lines_a_row))
            await settle(pilot)
            assert listed.selected == 1
        many = [LOST[0] | {"messageId": f"m-{at}"} for at in range(30)]
        async with replayed(traffic_of(STARTED, *many, FINISHED), (80, 24), "5") as pilot:
            assert bench(pilot).current_tab.query_one(FindingList).lines_a_row == 1

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


def test_conversation_divides_turns_whose_messages_share_an_id() -> None:
    def again(number: int, *messages: dict[str, str]) -> list[Traffic]:
        ids = {"threadId": "t-1", "runId": f"r-{number}"}
        events = [STARTED | ids, *text("m-1", f"answer {number} "), FINISHED | ids]
        return traffic_of(*events, run_input=INPUT | ids | {"messages": list(messages)})

    async def test() -> None:
        asked = [{"id": f"u-{at}", "role": "user", "content": f"ask {at}"} for at in (1, 2)]
        answer = {"id": "m-1", "role": "assistant", "content": "answer 1 "}
        traffic = [*again(1, asked[0]), *again(2, asked[0], answer, asked[1])]
        async with replayed(traffic) as pilot:
            shown = bench(pilot).current_tab.query_one(TextPane).text
            in_order(shown, "ask 1", "run 1 of 2", "answer 1", "ask 2", "run 2 of 2", "SUCCESS")

    run(test)


@pytest.mark.parametrize(("key", "name"), [("5", "#finding-list"), ("6", "#wire-list")])
def test_a_repaint_between_a_key_and_its_message_loses_no_row(key: str, name: str) -> None:
    async def test() -> None:
        odd = STARTED | {"colour": "red"}
        async with replayed(traffic_of(odd, *LOST, FINISHED), WIDE, key, "home") as pilot:
            listed = pilot.app.query_one(name, RowList)
            wanted = 1
            listed.action_move(wanted - listed.selected)
            bench(pilot).current_tab.show(bench(pilot).cursor.moment())
            await settle(pilot)
            assert listed.selected == wanted

    run(test)
