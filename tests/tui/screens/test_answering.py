"""Answering an agent from the bench, against the synthetic one over a real socket."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select, TextArea

from tests.transports.raw_server import head, raw_server
from tests.tui.driving import (
    FINISHED,
    INPUT,
    NARROW,
    SIZES,
    STARTED,
    WIDE,
    bench,
    call,
    lines,
    opened,
    over,
    press,
    replayed,
    run,
    screen,
    settle,
    traffic_of,
    until,
    words,
)
from wirelab.protocol.run_input import encode_run_input
from wirelab.session.automatic_answers import AutomaticAnswers
from wirelab.session.canned_answers import CannedAnswers
from wirelab.synthetic.serving import running_agent
from wirelab.transports.http_post import Target
from wirelab.tui.plays import Observation
from wirelab.tui.widgets.answer_pane import AnswerPane

LOCATE = {
    "name": "get_location",
    "description": "Where the user is now.",
    "parameters": {"type": "object", "properties": {"how": {"type": "string"}}},
}


@pytest.fixture(scope="module")
def agent() -> Iterator[str]:
    with running_agent(speed=None) as base:
        yield base


def observation(url: str, automatic: AutomaticAnswers | None = None) -> Observation:
    rest = [encode_run_input(INPUT | {"tools": [LOCATE]})]
    target = Target(url, timeout_s=20.0)
    return Observation(target, lambda _: rest.pop() if rest else None, automatic=automatic)


@asynccontextmanager
async def waiting(
    url: str, size: tuple[int, int] = WIDE, automatic: AutomaticAnswers | None = None
) -> AsyncIterator[Pilot[None]]:
    """The bench, once the agent waits for answers."""
    async with opened(observation(url, automatic), size) as pilot:
        await until(pilot, lambda: "for you" in screen(pilot))
        yield pilot


def interrupted_run(interrupt: dict[str, Any], *before: dict[str, Any]) -> bytes:
    """The body of a run that ends with an interrupt."""
    outcome = {"type": "interrupt", "interrupts": [interrupt]}
    events = [STARTED, *before, FINISHED | {"outcome": outcome}]
    return b"".join(f"data: {json.dumps(each)}\n\n".encode() for each in events)


def pane(pilot: Pilot[None]) -> AnswerPane:
    return bench(pilot).answer_pane


async def answered(pilot: Pilot[None], *keys: str) -> None:
    """After the keys, once the next run is over."""
    await press(pilot, *keys)
    await until(pilot, lambda: len(bench(pilot).session.runs) == 2 and not bench(pilot).playing)
    await over(pilot)


def last_input(pilot: Pilot[None]) -> dict[str, Any]:
    request = bench(pilot).session.exchanges[-1].request
    assert request is not None
    sent: dict[str, Any] = json.loads(request.body)
    return sent


def resumed(pilot: Pilot[None]) -> list[tuple[str, Any]]:
    """What was sent: the status and payload of each entry."""
    return [(each["status"], each.get("payload")) for each in last_input(pilot)["resume"]]


@SIZES
def test_interrupts_are_approved_in_a_form(size: tuple[int, int], agent: str) -> None:
    async def test() -> None:
        async with waiting(f"{agent}/interrupt", size) as pilot:
            assert "2 interrupts wait for you" in screen(pilot)
            assert "Refund 42.50 EUR for order A-1007?" in words(pilot)
            assert "a answer" in lines(pilot)[-1]
            await press(pilot, "a", "tab", "right")
            assert "(•) answer" in words(pilot)
            assert "(•) yes ( ) no" in words(pilot)
            assert pane(pilot).query_one("#send-answers").disabled
            await press(pilot, "ctrl+s")
            assert len(bench(pilot).session.runs) == 1
            assert "neither answered nor abandoned" in screen(pilot)
            await press(pilot, "tab", "right", "right")
            assert not pane(pilot).query_one("#send-answers").disabled
            await answered(pilot, "ctrl+s")
            assert resumed(pilot) == [
                ("resolved", {"approved": True}),
                ("resolved", {"channel": "letter"}),
            ]
            assert not pane(pilot).display
            assert "a answer" not in lines(pilot)[-1]
            assert "Told by: letter" in words(pilot)
            assert "✔ clean" in lines(pilot)[1]
            assert bench(pilot).focused is bench(pilot).current_tab.first_focus

    run(test)


def test_interrupts_are_abandoned(agent: str) -> None:
    async def test() -> None:
        async with waiting(f"{agent}/interrupt", NARROW) as pilot:
            await press(pilot, "5", "a", "left")
            assert pane(pilot).has_focus_within
            assert "(•) abandon" in words(pilot)
            await press(pilot, "a", "ctrl+s", "left")
            await answered(pilot, "ctrl+s")
            assert resumed(pilot) == [("cancelled", None), ("cancelled", None)]
            assert "◼ CANCELLED" in lines(pilot)[1]
            assert "✔ clean" in lines(pilot)[1]

    run(test)


def test_a_payload_is_edited_as_json_and_checked_against_the_schema(agent: str) -> None:
    async def test() -> None:
        async with waiting(f"{agent}/interrupt") as pilot:
            await press(pilot, "a", "tab", "right", "shift+tab", "right")
            assert '"approved": true' in screen(pilot)
            await press(pilot, "tab", "x")
            assert "is not JSON" in words(pilot)
            area = pane(pilot).query(TextArea)[0]
            area.text = '{"approved": true, "note": 7}'
            await settle(pilot)
            assert 'at /note: 7 is not of type "string"' in words(pilot)
            area.text = '{"approved": true, "note": "as said"}'
            await settle(pilot)
            await press(pilot, "ctrl+s", "tab", "right")
            await answered(pilot, "ctrl+s")
            assert resumed(pilot)[0] == ("resolved", {"approved": True, "note": "as said"})
            assert "Note: as said" in words(pilot)

    run(test)


@SIZES
def test_a_call_of_the_clients_tool_is_answered(size: tuple[int, int], agent: str) -> None:
    async def test() -> None:
        async with waiting(f"{agent}/frontend-tool", size) as pilot:
            assert "1 tool call waits for you" in screen(pilot)
            assert "answer get_location" in screen(pilot)
            assert "Where the user is now." in words(pilot)
            pilot.app.simulate_key("a")  # what is typed right behind it goes to the form
            await press(pilot, *"an atoll")
            assert "✔ covered, plain text" in screen(pilot)
            await answered(pilot, "ctrl+s")
            message = last_input(pilot)["messages"][-1]
            assert (message["role"], message["content"]) == ("tool", "an atoll")
            assert "Your application answered: an atoll" in words(pilot)
            assert "✔ clean" in lines(pilot)[1]

    run(test)


def test_a_choice_that_was_made_is_kept_by_the_keys_that_confirm_it(agent: str) -> None:
    async def test() -> None:
        async with waiting(f"{agent}/interrupt", NARROW) as pilot:
            await press(pilot, "a")
            assert "←→ choose" in lines(pilot)[-1]
            await press(pilot, "tab", "space")
            assert "(•) yes ( ) no" in words(pilot)
            await press(pilot, "space", *"qnAg5")
            assert "(•) yes ( ) no" in words(pilot)
            assert pane(pilot).has_focus_within
            await press(pilot, "enter")
            assert "(•) yes ( ) no" in words(pilot)
            assert isinstance(bench(pilot).focused, Input)  # the next field
            await press(pilot, "enter")
            assert pane(pilot).has_focus_within
            assert len(bench(pilot).session.runs) == 1

    run(test)


def test_a_call_is_declined_and_the_conversation_goes_on_afterwards(agent: str) -> None:
    async def test() -> None:
        async with waiting(f"{agent}/frontend-tool") as pilot:
            await press(pilot, "a", "shift+tab", "left")
            assert "declined by user" in screen(pilot)
            assert bench(pilot).send_next(text="never mind") is not None
            await answered(pilot, "ctrl+s")
            assert last_input(pilot)["messages"][-1]["error"] == "declined by user"
            assert "The tool did not work: declined by user" in words(pilot)
            assert not pane(pilot).display

    run(test)


def test_what_expired_says_so_and_can_only_be_abandoned() -> None:
    late = {"id": "i", "reason": "r", "expiresAt": "2020-01-01T00:00:00Z"}

    async def test() -> None:
        with raw_server([head(), interrupted_run(late)]) as server:
            async with waiting(server.url) as pilot:
                assert "✖ expired 2020-01-01T00:00:00Z" in words(pilot)
                await press(pilot, "a", "right")
                assert "(-) answer (-) as JSON (•) abandon" in words(pilot)

    run(test)


def test_a_file_answers_with_nobody_asked_and_fills_in_what_it_knows(agent: str) -> None:
    async def test() -> None:
        whole = AutomaticAnswers(CannedAnswers({"get_location": "home"}))
        async with opened(observation(f"{agent}/frontend-tool", whole)) as pilot:
            await until(pilot, lambda: "Your application answered: home" in words(pilot))
            await until(pilot, lambda: not bench(pilot).playing)
            assert not pane(pilot).display
        part = AutomaticAnswers(CannedAnswers({}, {"tool_call": {"approved": True}}))
        async with waiting(f"{agent}/interrupt", automatic=part) as pilot:
            assert "the file has no answer to interrupt" in words(pilot)
            assert "(•) as JSON" in words(pilot)
            await press(pilot, "a", "left")
            await answered(pilot, "ctrl+s")
            assert resumed(pilot) == [("resolved", {"approved": True}), ("cancelled", None)]

    run(test)


def test_an_answer_that_the_agent_refused_can_be_given_again() -> None:
    body = interrupted_run({"id": "i", "reason": "r"})

    async def test() -> None:
        with raw_server([head(), body], [head("500 Oh no", "text/plain"), b"sorry"]) as server:
            async with waiting(server.url) as pilot:
                await press(pilot, "a", "left", "ctrl+s")
                await until(pilot, lambda: len(bench(pilot).session.exchanges) == 2)
                await until(pilot, lambda: "for you" in screen(pilot))
                assert "NEVER STARTED" in lines(pilot)[1]

    run(test)


def test_hostile_interrupts_are_shown_safely_and_choices_drop_down() -> None:
    nasty = "\x1b]0;pwn\x07[bold red]x[/]\u202e"
    schema = {
        "properties": {
            nasty: {"type": "string", "title": nasty, "default": nasty, "description": nasty},
            "many": {"enum": [f"[b]{at}" * 3 for at in range(20)]},
            "loop": {"$ref": "#/properties/loop"},
        }
    }
    asks = {"id": nasty, "reason": nasty, "message": nasty * 50, "responseSchema": schema}
    body = interrupted_run(asks, *call("c-1", nasty, nasty))

    async def test() -> None:
        with raw_server([head(), body]) as server:
            async with waiting(server.url) as pilot:
                shown = screen(pilot)
                assert not set(shown) & {"\x1b", "\x07", "\u202e"}
                assert "[bold red]x[/]" in shown
                drop = pane(pilot).query_one(Select)
                drop.focus()
                await press(pilot, "enter", "down", "enter")
                assert "[b]0[b]0[b]0" in screen(pilot)
                assert not set(screen(pilot)) & {"\x1b", "\x07", "\u202e"}

    run(test)


def test_a_replay_asks_nothing() -> None:
    outcome = {"type": "interrupt", "interrupts": [{"id": "i", "reason": "r"}]}
    finished = FINISHED | {"outcome": outcome}

    async def test() -> None:
        async with replayed(traffic_of(STARTED, finished), WIDE, "a") as pilot:
            assert "INTERRUPTED" in screen(pilot)
            assert not pane(pilot).display
            assert "a answer" not in lines(pilot)[-1]

    run(test)
