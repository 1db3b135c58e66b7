"""Driving runs over a real loopback socket: what is sent from the screen, turn by turn."""

from __future__ import annotations

import json
from pathlib import Path
from signal import SIGINT
from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from tests.cli.test_leaving import Screen
from tests.transports.raw_server import HANG, RESET, head, raw_server
from tests.tui.driving import (
    FINISHED,
    INPUT,
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
from wirelab.cli.commands.observe import observe_on
from wirelab.cli.diagnostics import ExitCode
from wirelab.cli.sending import Sending
from wirelab.protocol.run_input import encode_run_input
from wirelab.session.inspection import Inspection
from wirelab.synthetic.serving import running_agent
from wirelab.transports.http_post import Target
from wirelab.transports.recorder import Recorder
from wirelab.transports.step_file import open_source
from wirelab.tui.app import WirelabApp
from wirelab.tui.plays import NextBody, Observation
from wirelab.wire.framing import Framing


def bodies(*inputs: dict[str, Any]) -> NextBody:
    """One turn for each input."""
    rest = [encode_run_input(each) for each in inputs]
    return lambda session: rest.pop(0) if rest else None


def observation(url: str, *, raw: bool = False, turns: int = 1) -> Observation:
    return Observation(Target(url, timeout_s=20.0), bodies(INPUT), raw=raw, turns=turns)


def stream(*events: dict[str, Any]) -> bytes:
    return b"".join(f"data: {json.dumps(event)}\n\n".encode() for event in events)


def test_further_turns_on_one_session_are_sent_shown_and_recorded(tmp_path: Path) -> None:
    async def test() -> None:
        file = tmp_path / "run.jsonl"
        with running_agent(speed=None) as base, Recorder(file) as recorder:
            async with opened(observation(f"{base}/chat"), record=recorder.take) as pilot:
                await over(pilot)
                assert "cancel" not in lines(pilot)[-1]
                assert bench(pilot).send_next(text="And tomorrow?") is None
                assert bench(pilot).send_next(text="again") == "a run is under way"
                await over(pilot)
                session = bench(pilot).session
                assert [each["content"] for each in session.messages if each["role"] == "user"] == [
                    "What is the weather?",
                    "And tomorrow?",
                ]
                assert len({run.run_id for run in session.runs}) == 2
                assert {run.thread_id for run in session.runs} == {"t-1"}
                assert "✔ SUCCESS" in lines(pilot)[1]
                assert "✔ clean" in lines(pilot)[1]
                assert "■ ended" in lines(pilot)[2]
                assert "And tomorrow?" in screen(pilot)
                live = session.report()
        replayed = Inspection()
        framing = Framing()
        for each in open_source(file).traffic():
            replayed.take_all(framing.take(each))
        assert replayed.finish().report() == live
        assert len(live["runs"]) == 2

    run(test)


def test_after_a_cancelled_run_the_next_is_sent_and_turns_left_out_stay_out() -> None:
    async def test() -> None:
        opening = stream(STARTED, *text("m-1", "Half a")[:2])
        second = {"threadId": "t-1", "runId": "r-9"}
        whole = stream(STARTED | second, *text("m-2", "All of it"), FINISHED | second)
        with raw_server([head(), opening, HANG], [head(), whole]) as server:
            target = Target(server.url, timeout_s=20.0)
            play = Observation(target, bodies(INPUT, INPUT | {"runId": "r-2"}), turns=2)
            async with opened(play) as pilot:
                await until(pilot, lambda: "Half a" in screen(pilot))
                await press(pilot, "c")
                await until(pilot, lambda: not bench(pilot).playing)
                assert "closed the connection. 1 further" in words(pilot)
                given = INPUT | {"runId": "r-9"}
                assert bench(pilot).send_body(encode_run_input(given)) is None
                await press(pilot)
                await over(pilot)
                session = bench(pilot).session
                assert [each.ending for each in session.exchanges] == ["cancelled", "eof"]
                assert "All of it" in screen(pilot)
                assert "✔ SUCCESS" in lines(pilot)[1]

    run(test)


@SIZES
def test_messages_are_written_at_the_bottom_of_the_conversation(size: tuple[int, int]) -> None:
    async def test() -> None:
        with running_agent(speed=None) as base:
            async with opened(observation(f"{base}/chat"), size) as pilot:
                await over(pilot)
                assert "next message … enter sends" in lines(pilot)[-2]
                assert "i write" in lines(pilot)[-1]
                await press(pilot, "2", "i", *"And q?", "ctrl+j", *"2n")
                assert "▐1 Conversation▌" in lines(pilot)[3]
                assert lines(pilot)[-3].startswith("And q?")
                assert lines(pilot)[-2].startswith("2n")
                assert "⏎ send" in lines(pilot)[-1]
                await press(pilot, "enter")
                await over(pilot)
                assert "next message … enter sends" in lines(pilot)[-2]
                assert said(pilot) == ["What is the weather?", "And q?\n2n"]
                await press(pilot, "escape", "home")
                assert "held" in lines(pilot)[2]
                for key in ("i", *"Third", "enter"):  # faster than any screen follows
                    pilot.app.simulate_key(key)
                await until(pilot, lambda: len(bench(pilot).session.runs) == 3)
                await over(pilot)
                assert "held" not in lines(pilot)[2]
                assert said(pilot)[2] == "Third"
                assert "✔ SUCCESS" in lines(pilot)[1]
                await press(pilot, " ", "enter")
                assert "Nothing to send yet" in words(pilot)
                await press(pilot, "escape", "2")
                assert "▐2 Events" in lines(pilot)[3]
                assert len(bench(pilot).session.runs) == 3

    run(test)


def test_many_lines_are_pasted_and_grow_the_input_to_a_bound() -> None:
    async def test() -> None:
        with running_agent(speed=None) as base:
            async with opened(observation(f"{base}/chat"), NARROW) as pilot:
                await over(pilot)
                await press(pilot, "i")
                pasted = "\n".join(f"line {number}" for number in range(200))
                pilot.app.post_message(Paste(f"\x1b[31m{pasted}\x07"))
                await until(pilot, lambda: "line 199" in lines(pilot)[-2])
                assert "line 193" in screen(pilot)
                assert "line 192" not in screen(pilot)
                await press(pilot, "enter")
                await over(pilot)
                assert said(pilot)[1] == f"[31m{pasted}"

    run(test)


def test_while_a_run_is_under_way_what_is_written_waits() -> None:
    async def test() -> None:
        opening = stream(STARTED, *text("m-1", "Half a")[:2])
        with raw_server([head(), opening, HANG], [head(), opening, HANG]) as server:
            async with opened(observation(server.url)) as pilot:
                await until(pilot, lambda: "Half a" in screen(pilot))
                assert "not now: a run is under way" in lines(pilot)[-2]
                await press(pilot, "i", *"next", "enter")
                assert "Not sent: a run is under way." in words(pilot)
                assert lines(pilot)[-2].startswith("next")
                await press(pilot, "escape", "c")
                await over(pilot)
                assert "CANCELLED" in lines(pilot)[1]
                await press(pilot, "enter", "enter")
                await until(pilot, lambda: " 6 events" in lines(pilot)[1])
                assert "▶ RUNNING" in lines(pilot)[1]
                assert "⏎ send" in lines(pilot)[-1]
                for _ in range(4):  # its time goes on though nothing comes
                    shown = lines(pilot)[1]
                    await until(pilot, lambda shown=shown: lines(pilot)[1] != shown)
                await press(pilot, "ctrl+c")
                assert pilot.app.ended_by is SIGINT

    run(test)


@pytest.mark.parametrize("raw", [False, True])
def test_what_a_client_refuses_is_refused_but_for_a_raw_session(raw: bool) -> None:
    async def test() -> None:
        with running_agent(speed=None) as base:
            async with opened(observation(f"{base}/interrupt", raw=raw)) as pilot:
                await over(pilot)
                assert "INTERRUPTED" in lines(pilot)[1]
                waits = "not now: the run waits for an answer to its interrupts"
                assert (waits in lines(pilot)[-2]) is not raw
                await press(pilot, "i", *"Go on", "enter")
                await over(pilot)
                assert len(bench(pilot).session.exchanges) == (2 if raw else 1)
                assert ("Not sent: the run waits" in words(pilot)) is not raw
                if not raw:
                    reason = bench(pilot).send_next(resume=[])
                    assert "no client would send this: interrupt" in (reason or "")

    run(test)


def test_a_replay_has_nothing_to_send_to() -> None:
    async def test() -> None:
        async with replayed(traffic_of(STARTED, *text("m-1", "Hi"), FINISHED)) as pilot:
            assert "next message" not in screen(pilot)
            assert "i write" not in lines(pilot)[-1]
            await press(pilot, "i", "enter")
            assert "next message" not in screen(pilot)
            assert "a recording is replayed" in (bench(pilot).send_next(text="x") or "")

    run(test)


def said(pilot: Pilot[None]) -> list[str]:
    """What the user said in all."""
    return [each["content"] for each in bench(pilot).session.messages if each["role"] == "user"]


def test_the_exit_code_is_of_all_turns_and_the_last_one_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def two_turns(app: WirelabApp) -> None:
        async def test() -> None:
            async with app.run_test(size=NARROW) as pilot:
                await over(pilot)
                await press(pilot, "i", *"chat", "enter")
                await over(pilot)
                assert len(bench(pilot).session.exchanges) == 2

        run(test)

    monkeypatch.setattr(WirelabApp, "run", two_turns)
    with running_agent(speed=None) as base:
        sending = Sending(message=["invalid-order"])
        assert observe_on(Screen(), base, sending) is ExitCode.FINDINGS
    opening = stream(STARTED, FINISHED)
    with raw_server([head(), opening], [RESET]) as server:
        sending = Sending(message=["hi"], thread_id="t-1", run_id="r-1")
        assert observe_on(Screen(), server.url, sending) is ExitCode.FAILED
