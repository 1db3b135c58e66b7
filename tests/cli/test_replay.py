from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Cli

STARTED = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
FINISHED = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
CUSTOM = {"type": "CUSTOM", "name": "x.y", "value": 1}


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """Four events, the last one at 600 ms."""
    path = tmp_path / "run.jsonl"
    steps = [
        {"wirelab": 1, "kind": "recording"},
        {"request": {"method": "POST", "url": "http://x/", "headers": []}, "at": 0},
        {"response": {"status": 200, "headers": [["content-type", "text/event-stream"]]}, "at": 9},
        {"event": STARTED, "at": 100},
        {"event": CUSTOM, "at": 200},
        {"event": CUSTOM, "at": 400},
        {"event": FINISHED, "at": 600},
        {"end": "eof", "at": 600},
    ]
    path.write_text("".join(json.dumps(step) + "\n" for step in steps))
    return path


def events_of(text: str) -> list[int]:
    rows = [json.loads(line) for line in text.splitlines()]
    return [row["event"] for row in rows if row["kind"] == "event"]


def test_a_recording_is_shown_as_it_was_observed(cli: Cli, recording: Path) -> None:
    ran = cli("replay", recording, "--speed", "max")
    assert ran.code == 0
    assert "→ POST http://x/" in ran.out
    assert "← 200 text/event-stream" in ran.out
    assert "      1    0.200   +100ms  CUSTOM" in ran.out
    assert "✔ clean" in ran.out
    assert events_of(cli("replay", recording, "--json", "--speed", "max").out) == [0, 1, 2, 3]


def test_the_recorded_intervals_hold(cli: Cli, recording: Path) -> None:
    begun = time.monotonic()
    cli("replay", recording, "--speed", "4")
    assert time.monotonic() - begun >= 0.15


@pytest.mark.parametrize(
    ("start", "shown"),
    [("2", [2, 3]), ("#3", [3]), ("400ms", [2, 3]), ("0.5s", [3]), ("0.2", [1, 2, 3])],
)
def test_a_replay_can_begin_at_an_event_or_a_time(
    cli: Cli, recording: Path, start: str, shown: list[int]
) -> None:
    ran = cli("replay", recording, "--json", "--speed", "max", "--from", start)
    assert events_of(ran.out) == shown
    assert json.loads(ran.out.splitlines()[-1])["report"]["counts"]["events"] == 4


def test_a_pipe_can_be_replayed(cli: Cli, recording: Path) -> None:
    ran = cli(
        "replay", "-", "--json", "--speed", "max", "--from", "3", stdin=recording.read_bytes()
    )
    assert events_of(ran.out) == [3]


def test_the_exit_code_is_that_of_the_verdict(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(FINISHED) + "\n")
    assert cli("replay", path, "--speed", "max").code == 1


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--speed", "0"], 2, "--speed 0 is neither a number above 0 nor max"),
        (["--speed", "nan"], 2, "--speed nan"),
        (["--from", "soon"], 2, "--from soon is neither"),
        (["--from", "4"], 2, "the recording holds only 4 events"),
    ],
)
def test_words_that_are_off_are_one_sentence(
    cli: Cli, recording: Path, arguments: list[str], code: int, said: str
) -> None:
    ran = cli("replay", recording, *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err


def test_a_name_that_nothing_has_is_one_sentence(cli: Cli) -> None:
    ran = cli("replay", "no-such-recording")
    assert (ran.code, ran.out) == (3, "")
    assert "no recording of that name" in ran.err
