"""The start screen: what is typed and chosen becomes a command line."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tests.tui.driving import NARROW, press, run, screen, settle
from wirelab.tui.start.app import StartApp
from wirelab.tui.start.offers import meant, offers

LISTED = offers(
    [("chat", "A streamed answer"), ("tool-call", "A backend tool")],
    [("http://localhost:8000/agent", "yesterday")],
    [("tool-call", "A backend tool, recorded")],
)


def chosen(*keys: str) -> tuple[str, ...] | None:
    app = StartApp(LISTED)

    async def test() -> None:
        async with app.run_test(size=NARROW) as pilot:
            await settle(pilot)
            await press(pilot, *keys)

    run(test)
    return app.return_value


def test_everything_there_is_to_open_is_listed_under_what_it_is() -> None:
    async def test() -> None:
        async with StartApp(LISTED).run_test(size=NARROW) as pilot:
            await settle(pilot)
            shown = screen(pilot)
            places = [shown.index(text) for text in ("seen before", "/agent", "demo:", "chat")]
            assert places == sorted(places)
            assert "A backend tool, recorded" in shown
            assert "enter opens" in shown

    run(test)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (["enter"], ("observe", "http://localhost:8000/agent")),
        (["down", "enter"], ("demo", "chat")),
        (["down", "down", "down", "enter"], ("replay", "tool-call")),
        (["down", "up", "up", "enter"], ("observe", "http://localhost:8000/agent")),
        ([*"stream", "enter"], ("demo", "chat")),
        ([*"x.jsonl", "enter"], ("replay", "x.jsonl")),
        (["escape"], None),
    ],
)
def test_a_choice_is_a_command_line(keys: list[str], words: tuple[str, ...] | None) -> None:
    assert chosen(*keys) == words


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("https://agent.test/run", ("observe", "https://agent.test/run")),
        ("localhost:8000/agent", ("observe", "http://localhost:8000/agent")),
        (" 127.0.0.1:8000 ", ("observe", "http://127.0.0.1:8000")),
        ("runs/one.jsonl", ("replay", "runs/one.jsonl")),
        ("tool-call", ("replay", "tool-call")),
    ],
)
def test_what_is_typed_is_a_url_or_a_recording(typed: str, words: tuple[str, ...]) -> None:
    assert meant(typed) == words


def test_a_url_that_is_typed_wins_over_the_marked_row() -> None:
    async def test() -> None:
        app = StartApp(LISTED)
        async with app.run_test(size=NARROW) as pilot:
            await typed(pilot, "http://localhost:8000/age")
            await press(pilot, "enter")
        assert app.return_value == ("observe", "http://localhost:8000/age")

    run(test)


async def typed(pilot: Pilot[tuple[str, ...]], text: str) -> None:
    pilot.app.query_one("Input").value = text  # type: ignore[attr-defined]
    await settle(pilot)


def test_what_was_sent_to_an_endpoint_is_offered_below_it() -> None:
    inputs = {"http://h.test": [("Hello · 1 message", "/x/a.json")]}
    listed = offers([], [("http://h.test", "")], [], inputs)
    assert [each.words for each in listed] == [
        ("observe", "http://h.test"),
        ("observe", "http://h.test", "--input", "/x/a.json"),
    ]
    assert listed[1].about == "Hello · 1 message"
