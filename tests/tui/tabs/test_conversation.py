"""The Conversation tab: what a client would show, turn by turn; as of the cursor."""

from __future__ import annotations

from tests.tui.driving import (
    FINISHED,
    INPUT,
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
    text,
    traffic_of,
)
from wirelab.tui.widgets.text_pane import TextPane
from wirelab.wire.traffic import Ending, Traffic


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
            assert "│ finder     Found it." in shown
            assert "activity   PLAN  no update yet · last event 11" in shown
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
            assert "in all 18 events ✖3 errors run r-3 on t-1" in row
            await press(pilot, "home", "right")
            row = " ".join(lines(pilot)[1].split())
            assert row.startswith("▶ RUNNING 30ms first 20ms in all 18 events ✖3 errors run r-1")
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
            assert "⏸ i-1 approve it?" in screen(pilot)
            assert "↳ not answered yet" in screen(pilot)

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
