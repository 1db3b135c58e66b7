"""``wirelab scenarios check``: files and folders, every fault with its line, and the exit code."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Cli

HEADER = '{"wirelab":1,"kind":"scenario","about":"A test.","verdict":"clean"}\n'
STARTED = (
    '{"event":{"type":"RUN_STARTED","threadId":"{{input.threadId}}","runId":"{{input.runId}}"}}\n'
)
FINISHED = STARTED.replace("RUN_STARTED", "RUN_FINISHED")
GOOD = HEADER + STARTED + FINISHED


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "good.jsonl").write_text(GOOD)
    return tmp_path


def test_a_folder_of_good_scenarios(cli: Cli, folder: Path) -> None:
    (folder / "notes.sse").write_text("no scenario")
    ran = cli("scenarios", "check", str(folder))
    assert ran.code == 0
    assert ran.out == f"{folder}/deep/good.jsonl: ok, 1 way to go, clean\n"


def test_every_fault_of_a_file_has_its_line(cli: Cli, folder: Path) -> None:
    bad = folder / "bad.jsonl"
    bad.write_text(
        HEADER
        + '{"comment":"x","splitt":3}\n{"run":{"when":"never"}}\n'
        + '{"event":{"type":"CUSTOM","name":"{{tool_message.text}}"}}\nno json\n'
    )
    ran = cli("scenarios", "check", str(bad), str(folder / "deep"))
    assert ran.code == 1
    assert [line.removeprefix(f"{folder}/") for line in ran.out.splitlines()] == [
        'bad.jsonl:2: "splitt" means nothing in this step',
        "bad.jsonl:3: the section before is for any input; this one never plays",
        "bad.jsonl:5: it is not JSON (Expecting value at column 1)",
        "deep/good.jsonl: ok, 1 way to go, clean",
    ]


def test_a_verdict_that_the_scenario_does_not_get_is_told(cli: Cli, folder: Path) -> None:
    (folder / "lie.jsonl").write_text(HEADER + FINISHED)
    ran = cli("scenarios", "check", str(folder / "lie.jsonl"))
    assert ran.code == 1
    assert 'lie.jsonl:1: "verdict" says clean, but it is rejected:' in ran.out
    assert "(RUN001)" in ran.out


def test_what_cannot_be_read_counts_more(cli: Cli, folder: Path) -> None:
    (folder / "lie.jsonl").write_text(HEADER + FINISHED)
    ran = cli("scenarios", "check", str(folder), str(folder / "gone.jsonl"))
    assert ran.code == 3
    assert "lie.jsonl:1:" in ran.out
    assert "gone.jsonl cannot be read: No such file or directory" in ran.err


def test_a_recording_is_no_scenario(cli: Cli) -> None:
    ran = cli("scenarios", "check", "recordings/chat.jsonl")
    assert ran.code == 1
    assert ran.out == (
        "recordings/chat.jsonl:1: this is a file of kind recording, not a scenario\n"
    )


def test_as_json(cli: Cli, folder: Path) -> None:
    (folder / "bad.jsonl").write_text(HEADER + '{"event":5}\n')
    ran = cli("scenarios", "check", str(folder), "--format", "json")
    bad, good = json.loads(ran.out)
    assert ran.code == 1
    assert (good["ok"], good["faults"]) == (True, [])
    assert bad["faults"][0] == {"line": 2, "reason": '"event" must be an object'}


def test_nothing_to_check_and_several_to_show_are_usage(cli: Cli) -> None:
    assert cli("scenarios", "check").code == 2
    assert cli("scenarios", "chat", "tool-call").code == 2


def test_a_pipe_is_not_waited_for(cli: Cli, folder: Path) -> None:
    os.mkfifo(folder / "pipe.jsonl")
    ran = cli("scenarios", "check", str(folder / "pipe.jsonl"))
    assert ran.code == 3
    assert "pipe.jsonl is no file" in ran.err
