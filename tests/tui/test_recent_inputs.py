"""Inputs that were sent lately: what is kept of them, and sending one again."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

from tests.tui.driving import (
    FINISHED,
    INPUT,
    NARROW,
    STARTED,
    bench,
    opened,
    over,
    press,
    replayed,
    run,
    screen,
    traffic_of,
    until,
)
from wirelab.protocol.run_input import encode_run_input, user_message
from wirelab.synthetic.serving import running_agent
from wirelab.transports.http_post import Target
from wirelab.tui import recent
from wirelab.tui.plays import Observation
from wirelab.tui.recent_inputs import MOST_BYTES, RecentInput

URL = "http://h.test/run"
GIVEN: dict[str, Any] = {
    "threadId": "t-1",
    "runId": "r-1",
    "parentRunId": "r-0",
    "state": {"n": 1, "session": {"jwt": "s3cret"}},
    "tools": [
        {"name": "log_in", "description": "", "parameters": {"properties": {"password": {}}}}
    ],
    "context": [{"description": "access token", "value": "s3cret"}],
    "forwardedProps": {"model": "m", "apiKey": "s3cret"},
    "messages": [user_message("u-1", "Hello, Bearer s3cret-s3cret")],
}


def sent(*, url: str = URL, **members: Any) -> RecentInput | None:
    """Send an input; the latest that is kept of that endpoint."""
    recent.add_request(url, encode_run_input(GIVEN | members))
    inputs = next(each.inputs for each in recent.load() if each.url == url)
    return inputs[0] if inputs else None


def test_an_input_is_kept_without_its_thread_and_its_secrets(state_home: Path) -> None:
    kept = sent()
    assert kept is not None
    assert recent.read_input(kept) == {
        "state": {"n": 1},
        "tools": GIVEN["tools"],
        "context": [{"description": "access token", "value": ""}],
        "forwardedProps": {"model": "m"},
        "messages": [user_message("u-1", "Hello, «redacted»")],
    }
    assert kept.left_out[:2] == ("/state/session", "/context/0/value")
    assert kept.about.startswith("Hello, «redacted» · 1 message · 1 tool · 1 context item · state")
    for path in (state_home / "wirelab").rglob("*"):
        if path.is_file():
            assert "s3cret" not in path.read_text()
            assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_latest_five_of_an_endpoint_are_kept_each_once(state_home: Path) -> None:
    for number in range(9):
        sent(state={"n": number})
    again = sent(
        state={"n": 6}, messages=[user_message("another id", "Hello, Bearer s3cret-s3cret")]
    )
    inputs = recent.load()[0].inputs
    assert len(inputs) == recent.MOST_INPUTS
    assert again == inputs[0]
    assert [(recent.read_input(each) or {})["state"]["n"] for each in inputs] == [6, 8, 7, 5, 4]
    files = {path.stem for path in (state_home / "wirelab" / "inputs").iterdir()}
    assert files == {each.name for each in inputs}


def test_answers_and_what_is_too_long_are_not_kept(state_home: Path) -> None:
    assert sent(resume=[{"interruptId": "i", "status": "cancelled"}]) is None
    assert sent(state={"text": "x" * MOST_BYTES}) is None
    assert not (state_home / "wirelab" / "inputs").exists()


def test_an_entry_that_is_broken_or_points_elsewhere_is_as_good_as_none(state_home: Path) -> None:
    kept = sent()
    assert kept is not None
    file = state_home / "wirelab" / "recent.json"
    entries = json.loads(file.read_text())
    entries[0]["inputs"] += [7, {"name": "../../x", "about": ""}, {"name": "0" * 16, "about": 5}]
    file.write_text(json.dumps(entries))
    assert recent.load()[0].inputs == (kept,)
    recent.input_path(kept).write_text("[")
    assert recent.read_input(kept) is None


def test_an_input_is_sent_again_where_it_was_sent(state_home: Path) -> None:
    with running_agent(speed=None) as base:
        url = f"{base}/chat"
        sent(url=url)
        rest = [encode_run_input(INPUT)]
        observation = Observation(Target(url), lambda _: rest.pop() if rest else None)

        async def test() -> None:
            async with opened(observation, NARROW) as pilot:
                await over(pilot)
                await press(pilot, "E")
                assert "↳ Hello, «redacted» · 1 message" in screen(pilot)
                await press(pilot, "down", "enter")
                await until(pilot, lambda: len(bench(pilot).session.runs) == 2)
                await over(pilot)
                exchange = bench(pilot).session.exchanges[-1]
                assert exchange.run_input is not None
                payload = exchange.run_input.payload
                assert payload["forwardedProps"] == {"model": "m"}
                assert payload["threadId"] not in ("", "t-1")
                assert payload["runId"] not in ("", "r-1")
                assert "Sent without what is" in screen(pilot)

        run(test)


def test_an_input_of_another_endpoint_is_a_command_and_can_be_forgotten(state_home: Path) -> None:
    kept = sent()
    assert kept is not None

    async def test() -> None:
        async with replayed(traffic_of(STARTED, FINISHED), NARROW, "E") as pilot:
            await press(pilot, "down", "enter")
            path = recent.input_path(kept)
            assert pilot.app.clipboard == f"wirelab observe {URL} --input {path}"
            await press(pilot, "E")
            await press(pilot, "down", "d")
            assert "↳" not in screen(pilot)
            assert not path.exists()
            await press(pilot, "d")
            assert "None yet" in screen(pilot)
            assert recent.load() == []

    run(test)
