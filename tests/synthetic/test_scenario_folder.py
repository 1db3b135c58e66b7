"""A folder of scenarios of one's own, read again as it changes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import httpx
import pytest

from tests.synthetic.conversation import hello, send
from wirelab.errors import ScenarioError
from wirelab.synthetic.scenario_folder import ScenarioFolder
from wirelab.synthetic.serving import running_agent

HEADER = '{"wirelab":1,"kind":"scenario","title":"T","about":"A test.","verdict":"clean"}\n'
STARTED = (
    '{"event":{"type":"RUN_STARTED","threadId":"{{input.threadId}}","runId":"{{input.runId}}"}}\n'
)
FINISHED = (
    '{"event":{"type":"RUN_FINISHED","threadId":"{{input.threadId}}","runId":"{{input.runId}}"}}\n'
)


def write(path: Path, text: str, stamp: float) -> None:
    path.write_text(text)
    os.utime(path, (stamp, stamp))


def test_it_stands_beside_the_bundled_ones_and_before_those_of_its_name(tmp_path: Path) -> None:
    write(tmp_path / "mine.jsonl", HEADER + STARTED + FINISHED, 1.0)
    write(tmp_path / "chat.jsonl", HEADER.replace("A test.", "My chat.") + STARTED + FINISHED, 1.0)
    folder = ScenarioFolder(tmp_path, print)
    assert {"mine", "chat", "tool-call"} <= set(folder)
    assert folder["chat"].about == "My chat."
    with running_agent(scenarios=folder, speed=None) as url:
        assert send(f"{url}/mine", hello()).clean


def test_a_change_is_served_by_the_next_request(tmp_path: Path) -> None:
    told: list[str] = []
    path = tmp_path / "mine.jsonl"
    write(path, HEADER + STARTED + FINISHED, 1.0)
    folder = ScenarioFolder(tmp_path, told.append)
    with running_agent(scenarios=folder, speed=None) as url:
        assert send(f"{url}/mine", hello()).event_count == 2
        step = '{"event":{"type":"CUSTOM","name":"app:x","value":1}}\n'
        write(path, HEADER + STARTED + step + FINISHED, 2.0)
        assert send(f"{url}/mine", hello()).event_count == 3
    assert told == ["scenario mine loaded"]


def test_a_file_that_breaks_while_it_is_written_stays_as_it_was(tmp_path: Path) -> None:
    told: list[str] = []
    path = tmp_path / "mine.jsonl"
    write(path, HEADER + STARTED + FINISHED, 1.0)
    folder = ScenarioFolder(tmp_path, told.append)
    write(path, HEADER + STARTED + '{"event":', 2.0)
    assert "mine" in folder
    assert len(told) == 1
    assert "line 3" in told[0]
    assert told[0].endswith("; the scenario stays as it was")
    path.unlink()
    assert "mine" not in folder
    assert told[1:] == ["scenario mine is gone"]


def test_what_cannot_be_loaded_at_the_start_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="is no folder of scenarios"):
        ScenarioFolder(tmp_path / "none", print)
    write(tmp_path / "mine.jsonl", HEADER + '{"event":', 1.0)
    with pytest.raises(ScenarioError, match="line 2"):
        ScenarioFolder(tmp_path, print)


def test_the_agent_speaks_the_version_it_is_told_to() -> None:
    with running_agent(version="1.0", speed=None) as url:
        session = send(f"{url}/chat", hello(protocolVersion="1.1"))
    assert session.events[0].payload["protocolVersion"] == "1.0"


def test_what_is_no_file_is_passed_over_and_a_folder_may_vanish(tmp_path: Path) -> None:
    told: list[str] = []
    own = tmp_path / "own"
    (own / "dir.jsonl").mkdir(parents=True)
    os.mkfifo(own / "pipe.jsonl")
    (own / "dangling.jsonl").symlink_to(tmp_path / "nowhere")
    (own / "loop").symlink_to(own)
    write(own / "mine.jsonl", HEADER + STARTED + FINISHED, 1.0)
    folder = ScenarioFolder(own, told.append)
    with running_agent(scenarios=folder, speed=None) as url:
        assert send(f"{url}/mine", hello()).clean
        shutil.rmtree(own)
        assert httpx.post(f"{url}/mine", json=hello()).status_code == 404
        assert send(f"{url}/chat", hello()).clean
    assert told == ["scenario mine is gone"]
