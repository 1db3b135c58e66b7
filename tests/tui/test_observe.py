"""Observing over a real loopback socket: runs, refusals, and everything that is no run."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from tests.transports.raw_server import HANG, RESET, Script, head, raw_server
from tests.tui.driving import (
    FINISHED,
    INPUT,
    NARROW,
    STARTED,
    WIDE,
    bench,
    lines,
    opened,
    over,
    press,
    run,
    screen,
    text,
    until,
    words,
)
from wirelab.session.session import Session
from wirelab.synthetic.serving import running_agent
from wirelab.transports.http_post import Target
from wirelab.transports.recorder import Recorder
from wirelab.transports.step_file import open_source
from wirelab.tui.plays import NextBody, Observation
from wirelab.wire.traffic import End, Ending


def bodies(*inputs: dict[str, object]) -> NextBody:
    """One turn for each input."""
    rest = [json.dumps(each).encode() for each in inputs]
    return lambda session: rest.pop(0) if rest else None


def stream(*events: dict[str, object]) -> bytes:
    return b"".join(f"data: {json.dumps(event)}\n\n".encode() for event in events)


def observation(url: str) -> Observation:
    return Observation(Target(url, timeout_s=20.0), bodies(INPUT))


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])
def test_a_scenario_of_the_synthetic_agent(size: tuple[int, int]) -> None:
    async def test() -> None:
        with running_agent(speed=None) as base:
            async with opened(observation(f"{base}/tool-call"), size) as pilot:
                await over(pilot)
                top = lines(pilot)
                assert f"POST {base}/tool-call" in top[0]
                assert "200 event-stream" in top[0]
                assert top[1].startswith("✔ SUCCESS")
                assert "✔ clean" in top[1]
                assert "get_weather" in screen(pilot)
                await press(pilot, "3")
                assert "parsed" in screen(pilot)

    run(test)


def test_turns_follow_each_other_on_one_session() -> None:
    second = INPUT | {"runId": "r-2"}
    seen: list[int] = []
    rest = [json.dumps(each).encode() for each in (INPUT, second)]

    def next_body(session: Session) -> bytes | None:
        seen.append(session.event_count)
        return rest.pop(0) if rest else None

    async def test() -> None:
        first = stream(STARTED, *text("m-1", "One"), FINISHED)
        again = stream(STARTED | {"runId": "r-2"}, FINISHED | {"runId": "r-2"})
        with raw_server([head(), first], [head(), again]) as server:
            play = Observation(Target(server.url), next_body)
            async with opened(play) as pilot:
                await over(pilot)
                assert [run.run_id for run in bench(pilot).session.runs] == ["r-1", "r-2"]
                assert "run 2 of 2 · r-2" in screen(pilot)

    run(test)
    assert seen == [0, 5, 7]


def test_cancel_closes_the_connection_and_says_so(tmp_path: Path) -> None:
    async def test() -> None:
        opening = stream(STARTED, *text("m-1", "Half a")[:2])
        with (
            raw_server([head(), opening, HANG]) as server,
            Recorder(tmp_path / "run.jsonl") as recorder,
        ):
            play = Observation(Target(server.url, timeout_s=20.0), bodies(INPUT), turns=3)
            async with opened(play, record=recorder.take) as pilot:
                await until(pilot, lambda: "3 events" in lines(pilot)[1])
                assert "▶ RUNNING" in lines(pilot)[1]
                assert "c cancel" in lines(pilot)[-1]
                assert "Half a▌" in screen(pilot)
                await press(pilot, "c")
                await over(pilot)
                assert "Cancelled: this side closed the connection. 2 further" in words(pilot)
                assert "turns not sent." in words(pilot)
                assert "◼ CANCELLED" in lines(pilot)[1]
                assert "this side closed the connection before the run ended" in screen(pilot)
                assert "Half a ✂ cut off" in screen(pilot)
                assert "▶ RUNNING" not in lines(pilot)[1]
                assert "cancel" not in lines(pilot)[-1]
                assert server.gone.wait(10)
        kept = list(open_source(tmp_path / "run.jsonl").traffic())
        assert isinstance(kept[-1], End)
        assert kept[-1].how is Ending.CANCELLED

    run(test)


def test_quitting_in_mid_run_leaves_a_complete_recording(tmp_path: Path) -> None:
    async def test() -> None:
        with (
            raw_server([head(), stream(STARTED), HANG]) as server,
            Recorder(tmp_path / "run.jsonl") as recorder,
        ):
            async with opened(observation(server.url), record=recorder.take) as pilot:
                await until(pilot, lambda: "1 event" in lines(pilot)[1])
                await pilot.press("q")
        kept = list(open_source(tmp_path / "run.jsonl").traffic())
        assert [type(each).__name__ for each in kept] == ["Request", "Response", "Read", "End"]

    run(test)


def test_space_holds_the_cursor_while_the_run_goes_on() -> None:
    async def test() -> None:
        with raw_server([head(), stream(STARTED, *text("m-1", "a", "b")[:3]), HANG]) as server:
            async with opened(observation(server.url)) as pilot:
                await until(pilot, lambda: "4 events" in lines(pilot)[1])
                assert "▶ live" in lines(pilot)[2]
                await press(pilot, "space")
                assert "▶ live · held" in lines(pilot)[2]
                await press(pilot, "space")
                assert "held" not in lines(pilot)[2]
                await press(pilot, "q")

    run(test)


NO_RUN: list[tuple[str, Script, str, str]] = [
    (
        "401",
        [head("401 Unauthorized", "application/json"), b'{"detail":"no token"}'],
        'the server answered 401. It said: {"detail":"no token"}',
        "--bearer-env VAR",
    ),
    (
        "307",
        [head("307 Temporary Redirect", "text/plain", "Location: http://other.test/agent/")],
        "the server answered 307 and points to http://other.test/agent/",
        "observe http://other.test/agent/ instead",
    ),
    (
        "500",
        [head("500 Internal Server Error", "text/plain"), b"boom"],
        "the server answered 500. It said: boom",
        "its own log says more",
    ),
    (
        "html",
        [head("200 OK", "text/html"), b"<html>\n<h1>[bold]Welcome[/bold]</h1>\n</html>\n"],
        "The server answered 200 with text/html, not with an event stream. It said: <html> "
        "<h1>[bold]Welcome[/bold]</h1>",
        "Is this URL the endpoint that runs the agent?",
    ),
    ("empty", [head()], "The stream ended without a single event", "its own log says more"),
    ("no answer", [RESET], "Not connected: ", "Start the agent, or correct the URL"),
]


@pytest.mark.parametrize(
    ("script", "happened", "advice"),
    [case[1:] for case in NO_RUN],
    ids=[case[0] for case in NO_RUN],
)
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])
def test_without_a_run_the_screen_says_what_happened_and_what_to_try(
    script: Script, happened: str, advice: str, size: tuple[int, int]
) -> None:
    async def test() -> None:
        with raw_server(script) as server:
            async with opened(observation(server.url), size) as pilot:
                await over(pilot)
                said = words(pilot)
                assert happened in said
                assert "Try " in said
                assert advice in said
                assert "○ NEVER STARTED" in lines(pilot)[1]

    run(test)


def test_nothing_listens() -> None:
    async def test() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        async with opened(observation(f"http://127.0.0.1:{port}/run")) as pilot:
            await over(pilot)
            assert f"Not connected: nothing listens at 127.0.0.1:{port}" in words(pilot)
            assert "○ NEVER STARTED" in lines(pilot)[1]

    run(test)


def test_a_reset_in_mid_frame_is_a_truncated_run() -> None:
    async def test() -> None:
        opening = stream(STARTED) + b'data: {"type":"TEXT_MES'
        with raw_server([head(), opening, RESET]) as server:
            async with opened(observation(server.url)) as pilot:
                await over(pilot)
                assert "✂ TRUNCATED" in lines(pilot)[1]
                await press(pilot, "2")
                assert "(closed)" in screen(pilot)

    run(test)


def test_a_recording_that_fails_is_said_and_the_run_goes_on() -> None:
    def full(traffic: object) -> None:
        raise OSError("no space left")

    async def test() -> None:
        with raw_server([head(), stream(STARTED, FINISHED)]) as server:
            async with opened(observation(server.url), record=full) as pilot:
                await over(pilot)
                assert "recording stopped: no space left" in lines(pilot)[0]
                assert "✔ SUCCESS" in lines(pilot)[1]

    run(test)
