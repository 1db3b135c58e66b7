"""Conversation and Tools on very much: what one showing does is bounded by what is on the screen.

Work is counted, never timed: how many lines are wrapped, how many characters they are made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from textual.content import Content
from textual.pilot import Pilot

from tests.tui.driving import (
    FINISHED,
    INPUT,
    NARROW,
    STARTED,
    bench,
    call,
    press,
    replayed,
    result,
    run,
    screen,
    text,
    traffic_of,
)
from wirelab.tui.widgets.text_pane import TextPane
from wirelab.views.transcript import MOST_MESSAGES

HUGE = 10_000_000


@contextmanager
def wrapping(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The lengths of the lines that are wrapped meanwhile."""
    wrapped: list[int] = []
    wrap = Content.wrap

    def counted(content: Content, *given: Any, **named: Any) -> list[Content]:
        wrapped.append(len(content))
        return wrap(content, *given, **named)

    with monkeypatch.context() as patch:
        patch.setattr(Content, "wrap", counted)
        yield wrapped


def shown_again(pilot: Pilot[None]) -> None:
    screen_ = bench(pilot)
    screen_.current_tab.show(screen_.cursor.moment())


def work_of(
    monkeypatch: pytest.MonkeyPatch, pilot: Pilot[None], act: Callable[[], None]
) -> tuple[int, int]:
    """How many lines an act wraps, and of how many characters they are."""
    with wrapping(monkeypatch) as wrapped:
        act()
    return len(wrapped), sum(wrapped)


def many_messages(count: int) -> list[dict[str, Any]]:
    said = "Some **words** of a message that is longer than one line of eighty columns is. " * 3
    return [STARTED, *(each for at in range(count) for each in text(f"m-{at}", said)), FINISHED]


def test_the_work_of_a_showing_does_not_grow_with_the_messages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def measured(count: int) -> list[tuple[int, int]]:
        async with replayed(traffic_of(*many_messages(count)), NARROW) as pilot:
            tab = bench(pilot).current_tab
            pane = tab.query_one(TextPane)
            bench(pilot).cursor.to_event(count * 3 // 2)
            acts = [
                lambda: shown_again(pilot),
                lambda: tab.action_markdown(),  # type: ignore[attr-defined]
                lambda: pane.scroll_to(y=pane.scroll_offset.y // 2, animate=False, immediate=True),
                lambda: shown_again(pilot),
            ]
            return [work_of(monkeypatch, pilot, act) for act in acts]

    async def test() -> None:
        few, many = await measured(320), await measured(1300)
        assert many[-1] == (0, 0)
        assert all(lines < 60 for lines, _ in [*few, *many])

    run(test)


def held(count: int, **more: Any) -> dict[str, Any]:
    """An input that carries so many messages: quicker to make than as many streams."""
    said = [{"id": f"m-{at}", "role": "user", "content": f"said {at}"} for at in range(count)]
    return INPUT | {"messages": said} | more


def test_fifty_thousand_messages_are_shown_by_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        count = 50_000
        stream = traffic_of(STARTED, *text("m-x", "And now"), run_input=held(count))
        async with replayed(stream, NARROW) as pilot:
            assert work_of(monkeypatch, pilot, lambda: shown_again(pilot)) == (0, 0)
            assert f"said {count - 1}" in screen(pilot)
            assert "And now" in screen(pilot)
            with wrapping(monkeypatch) as wrapped:
                await press(pilot, *["pageup"] * 20)
            assert len(wrapped) < 2 * MOST_MESSAGES
            left_out = count + 1 - MOST_MESSAGES
            assert f"… {left_out} earlier messages; move the cursor back" in screen(pilot)

    run(test)


@pytest.mark.parametrize("letter", ["x", "é", "漢", "x ", "\n"])
def test_a_delta_of_ten_million_characters_is_shown_by_its_end(
    letter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        huge = letter * (HUGE // len(letter)) + "the end"
        stream = traffic_of(STARTED, *text("m-1", huge)[:2])
        async with replayed(stream, NARROW) as pilot:
            assert "the end ✂ cut off" in screen(pilot)
            with wrapping(monkeypatch) as wrapped:
                await press(pilot, "m", "m", "left", "right")
            assert sum(wrapped) < 200_000

    run(test)


def test_arguments_and_a_result_of_ten_million_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        events = [
            STARTED,
            *call("c", "get", '{"a":"', "x" * HUGE, '"}'),
            result("c", '{"r":"' + "y" * HUGE + '"}'),
            FINISHED,
        ]
        async with replayed(traffic_of(*events), NARROW, "3") as pilot:
            shown = screen(pilot)
            assert f"{HUGE} {'x' * 10}" in shown
            assert '{"a":"│' in shown
            with wrapping(monkeypatch) as wrapped:
                await press(pilot, *["pagedown"] * 20)
            assert "yyyy" in screen(pilot)
            assert sum(wrapped) < 200_000

    run(test)


def test_arguments_in_very_many_fragments_are_all_there() -> None:
    count = 20_000

    async def test() -> None:
        fragments = ['["', *["x"] * count, '"]']
        async with replayed(traffic_of(STARTED, *call("c", "get", *fragments)), NARROW, "3") as p:
            pane = bench(p).current_tab.query_one("#call-text", TextPane)
            assert pane.line_count() > count
            pane.scroll_to(y=count // 2, animate=False, immediate=True)
            await press(p)
            assert f"#{count // 2 - 1} " in screen(p)

    run(test)


def test_five_thousand_calls_are_rows_and_only_what_is_seen_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from wirelab.tui.pages import call_rows

    standings: list[str] = []
    standing = call_rows.call_standing

    def counted(call_: Any, world: Any) -> Any:
        standings.append(call_.id)
        return standing(call_, world)

    async def test() -> None:
        stream = traffic_of(STARTED, run_input=INPUT | {"messages": calls_held(5000, apart=True)})
        async with replayed(stream, NARROW, "3") as pilot:
            monkeypatch.setattr(call_rows, "call_standing", counted)
            await press(pilot, "pageup", "up", "up")
            assert 0 < len(standings) < 200
            await press(pilot, "1")
            assert work_of(monkeypatch, pilot, lambda: shown_again(pilot)) == (0, 0)

    run(test)


def calls_held(count: int, *, apart: bool) -> list[dict[str, Any]]:
    """Calls with their results as an input carries them: in one message, or each in its own."""
    function = {"name": "get", "arguments": "{}"}
    calls = [{"id": f"c-{at}", "type": "function", "function": function} for at in range(count)]
    results = [
        {"id": f"r-{at}", "role": "tool", "toolCallId": f"c-{at}", "content": f"found {at}"}
        for at in range(count)
    ]
    if not apart:
        return [{"id": "m", "role": "assistant", "content": "Go", "toolCalls": calls}, *results]
    holders = [{"id": f"m-{at}", "role": "assistant"} for at in range(count)]
    each = zip(holders, calls, results, strict=True)
    return [part for m, c, r in each for part in (m | {"toolCalls": [c]}, r)]


def test_a_message_with_five_thousand_calls_shows_the_last_of_them() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, run_input=INPUT | {"messages": calls_held(5000, apart=False)})
        async with replayed(stream, NARROW) as pilot:
            assert "found 4999" in screen(pilot)
            shown = bench(pilot).current_tab.query_one(TextPane).text
            assert f"… {5000 - MOST_MESSAGES} earlier calls" in shown
            assert "found 4700" in shown
            assert "found 4699" not in shown
            assert "assistant↑ Go" in shown

    run(test)


def test_many_subagents_steps_and_runs_are_bounded() -> None:
    from wirelab.views.lanes import Lanes
    from wirelab.views.transcript import transcript

    def of(number: int) -> list[dict[str, Any]]:
        owner = {"subagentRunId": f"s-{number}"}
        ids = {"runId": f"r-{number}"}
        return [
            STARTED | ids,
            {"type": "SUBAGENT_STARTED", "name": "n"} | owner,
            {"type": "STEP_STARTED", "stepName": "p"} | owner,
            *(each | owner for each in text(f"m-{number}", "hi")),
            {"type": "STEP_FINISHED", "stepName": "p"} | owner,
            {"type": "SUBAGENT_FINISHED"} | owner,
            FINISHED | ids,
        ]

    async def counted(count: int) -> int:
        events = [each for number in range(count) for each in of(number)]
        async with replayed(traffic_of(*events), NARROW) as pilot:
            assert "SUCCESS" in screen(pilot)
            return len(transcript(bench(pilot).cursor.moment(), Lanes()))

    async def test() -> None:
        assert await counted(310) == await counted(620) <= 5 * MOST_MESSAGES + 1

    run(test)
