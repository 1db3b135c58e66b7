"""Why the answer never appears: what clients ignore stands in the conversation, at its place."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import replace

from tests.transports.raw_server import Script, head, raw_server
from tests.tui.driving import (
    FINISHED,
    NARROW,
    SIZES,
    STARTED,
    bench,
    lines,
    opened,
    over,
    press,
    replayed,
    run,
    screen,
    text,
    traffic_of,
    until,
    words,
)
from tests.tui.tabs.test_conversation import in_order
from tests.tui.test_observe import observation, stream
from wirelab.synthetic.faults import read_fault
from wirelab.synthetic.serving import running_agent
from wirelab.tui.tabs import TABS
from wirelab.tui.widgets.text_pane import TextPane
from wirelab.wire.traffic import Response


@SIZES
def test_lines_that_clients_ignore_are_said_at_their_place(size: tuple[int, int]) -> None:
    async def test() -> None:
        stray = "".join(f"Traceback {number}\n" for number in range(3))
        traffic = traffic_of(STARTED, stray, *text("m-1", "Seen"), FINISHED)
        async with replayed(traffic, size) as pilot:
            shown = words(pilot)
            in_order(shown, "WIR006", "3 times", "5 shows it", "Seen", "✔ SUCCESS")
            assert "5 Verdict ▲" in lines(pilot)[3] or "5 Verdict ·" in lines(pilot)[3]
            await press(pilot, "home")
            assert "WIR006" not in screen(pilot)

    run(test)


def test_an_answer_without_data_in_front_of_it_says_so() -> None:
    async def test() -> None:
        bare = "".join(f"{json.dumps(each)}\n" for each in text("m-1", "Never seen"))
        async with replayed(traffic_of(STARTED, bare, FINISHED), NARROW) as pilot:
            in_order(words(pilot), "WIR005", 'a line without "data:" is ignored', "✔ SUCCESS")
            assert words(pilot).count("WIR005") == 1

    run(test)


def test_an_answer_of_another_type_says_that_clients_refuse_it() -> None:
    async def test() -> None:
        traffic = traffic_of(STARTED, *text("m-1", "Seen"), FINISHED)
        assert isinstance(traffic[1], Response)
        traffic[1] = replace(traffic[1], headers=(("content-type", "application/json"),))
        async with replayed(traffic) as pilot:
            in_order(words(pilot), "✖ HTP001", "application/json", "5 shows it", "Seen")

    run(test)


def test_where_a_client_stops_it_says_why() -> None:
    async def test() -> None:
        lost = {"type": "TEXT_MESSAGE_END", "messageId": "m-9"}
        async with replayed(traffic_of(STARTED, lost, FINISHED), NARROW) as pilot:
            in_order(words(pilot), "stops at event 1 (MSG002)", "↳", "m-9", "5 shows it")

    run(test)


def test_what_begins_with_the_event_that_stops_a_client_stands_behind_the_word_of_it() -> None:
    start = {"type": "TEXT_MESSAGE_START", "messageId": "m-1", "role": "assistant"}
    text = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-1", "delta": "Never shown"}

    async def test() -> None:
        async with replayed(traffic_of(start, text), NARROW) as pilot:
            in_order(words(pilot), "stops at event 0 (RUN001)", "Never shown")

    run(test)


def test_a_body_of_json_lines_is_called_that() -> None:
    async def test() -> None:
        with running_agent(speed=None, faults=[read_fault("ndjson")]) as base:
            async with opened(observation(f"{base}/chat"), NARROW) as pilot:
                await over(pilot)
                in_order(words(pilot), "✖", "HTP001", "NDJSON", "5 shows it")

    run(test)


@SIZES
def test_a_run_once_more_says_that_it_begins_anew(size: tuple[int, int]) -> None:
    async def test() -> None:
        with running_agent(speed=None) as base:
            async with opened(observation(f"{base}/chat"), size) as pilot:
                await over(pilot)
                await press(pilot, "A")
                await until(pilot, lambda: len(bench(pilot).session.runs) == 2)
                await over(pilot)
                pane = bench(pilot).current_tab.query_one(TextPane)
                assert "run 2 of 2 · new thread, without the answers before" in pane.text

    run(test)


def test_a_server_that_is_gone_after_a_run_is_set_apart_from_it() -> None:
    first: Script = [head(), stream(STARTED, *text("m-1", "Seen"), FINISHED)]

    async def test() -> None:
        with ExitStack() as serving:
            server = serving.enter_context(raw_server(first))
            async with opened(observation(server.url), NARROW) as pilot:
                await over(pilot)
                serving.close()
                await press(pilot, "A")
                await until(pilot, lambda: "Not connected" in screen(pilot))
                in_order(screen(pilot), "── turn 2 · new thread", "Not connected")

    run(test)


def test_a_long_refusal_keeps_what_happened_and_what_to_try_on_the_screen() -> None:
    body = b"\n".join(b'{"line": %d}' % number for number in range(100))
    answer = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n" + body

    async def test() -> None:
        with raw_server([answer]) as server:
            async with opened(observation(server.url), NARROW) as pilot:
                await over(pilot)
                said = ("not with an event stream", "It said:", "more lines; 7 shows", "Try")
                in_order(words(pilot), *said)

    run(test)


def test_what_was_sent_is_shown_where_the_advice_says() -> None:
    assert [tab.TAB_NAME for tab in TABS].index("wire") == 6
