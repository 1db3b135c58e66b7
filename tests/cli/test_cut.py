"""``wirelab cut``, ``join`` and ``minimise``: the part asked for, in a file that can be judged."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.rules.case_file import read_cases


def types(cli: Cli, path: Path) -> list[str]:
    rows = map(json.loads, cli("replay", path, "--json", "--speed", "max").out.splitlines())
    return [row["type"] for row in rows if isinstance(row.get("type"), str) and "payload" in row]


@pytest.mark.parametrize(
    ("options", "first", "last", "count"),
    [
        (("--events", "0..2"), "RUN_STARTED", "TEXT_MESSAGE_CONTENT", 3),
        (("--events", "5"), "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CONTENT", 1),
        (("--events", "..2", "--close"), "RUN_STARTED", "RUN_FINISHED", 5),
        (("--filter", "type:TOOL_*"), "TOOL_CALL_START", "TOOL_CALL_RESULT", 10),
        (("--time", "..200ms"), "RUN_STARTED", "TEXT_MESSAGE_CONTENT", 3),
        (("--events", "5..20", "--filter", "type:*_END"), "TEXT_MESSAGE_END", "TOOL_CALL_END", 2),
    ],
)
def test_a_part(
    cli: Cli, tmp_path: Path, options: tuple[str, ...], first: str, last: str, count: int
) -> None:
    path = tmp_path / "part.jsonl"
    ran = cli("cut", "tool-call", path, *options)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    kept = types(cli, path)
    assert (kept[0], kept[-1], len(kept)) == (first, last, count)


def test_a_run_of_several(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "part.jsonl"
    assert cli("cut", "chat", path, "--run", "2").code == 0
    report = json.loads(cli("validate", path, "--format", "json").out)
    assert [run["runId"] for run in report["runs"]] == ["run-2"]
    assert cli("cut", "chat", path, "--run", "run-3", "--force").code == 0


def test_what_is_cut_open_is_accepted_once_it_is_closed(cli: Cli, tmp_path: Path) -> None:
    for events in range(1, 30):
        path = tmp_path / f"{events}.jsonl"
        assert cli("cut", "subagents", path, "--events", f"..{events}", "--close").code == 0
        report = json.loads(cli("validate", path, "--format", "json").out)
        assert report["verdict"] == "accepted", (events, report["findings"])


def test_joined_turns_are_one_conversation(cli: Cli, tmp_path: Path) -> None:
    parts = [tmp_path / f"{number}.jsonl" for number in (1, 2, 3)]
    for number, part in enumerate(parts, 1):
        cli("cut", "chat", part, "--run", number)
    path = tmp_path / "whole.jsonl"
    assert cli("join", *parts, path).code == 0
    whole, alone = (
        json.loads(cli("validate", source, "--format", "json").out) for source in (path, "chat")
    )
    assert whole["runs"] == alone["runs"]
    assert whole["findings"] == alone["findings"]


@pytest.mark.parametrize("name", ["least.jsonl", "least.case.jsonl", "test_least.py"])
def test_the_least_that_shows_it(cli: Cli, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    ran = cli("minimise", "invalid-order", path, "--code", "MSG001")
    assert ran.code == 0
    assert "MSG001 needs 2 of 21 frames" in ran.err
    if name == "least.jsonl":
        report = json.loads(cli("validate", path, "--format", "json").out)
        assert "MSG001" in [finding["code"] for finding in report["findings"]]
    elif name == "least.case.jsonl":
        (case,) = read_cases(path)
        assert [step.expect for step in case.steps].count(("MSG001",)) == 1
    else:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(path)]
        assert subprocess.run(command, cwd=tmp_path, check=False).returncode == 0


def test_the_gravest_is_meant_unless_another_is_asked_for(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "least.jsonl"
    assert "MSG002 needs" in cli("minimise", "invalid-order", path).err
    assert cli("minimise", "tool-call", path, "--force").code == 1
    assert cli("minimise", "invalid-order", path, "--event", "0", "--force").code == 1
    assert path.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("cut", "chat", "x.jsonl"), "--events A..B"),
        (("cut", "chat", "x.jsonl", "--events", "a..b"), "a"),
        (("cut", "chat", "x.jsonl", "--events", "1s..2s"), "5..12"),
        (("cut", "chat", "x.jsonl", "--time", "1..2"), "500ms"),
        (("cut", "chat", "x.jsonl", "--events", "900.."), "nothing of chat"),
        (("cut", "chat", "x.jsonl", "--run", "9"), "there are 3 runs"),
        (("cut", "chat", "x.jsonl", "--filter", "type:"), "--filter"),
        (("cut", "chat", "x.har", "--events", "1"), ".jsonl"),
        (("cut", "-", "x.jsonl", "--events", "1"), "twice"),
        (("join", "chat", "x.jsonl"), "two recordings"),
        (("minimise", "chat", "x.txt"), ".case.jsonl"),
        (("minimise", "chat", "x.jsonl", "--code", "NOPE"), "no rule is called NOPE"),
    ],
)
def test_what_cannot_be_done_is_said(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = cli(*arguments)
    assert ran.code == 2
    assert said in ran.err
    assert not list(tmp_path.iterdir())


def test_the_commands_of_the_page_work(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "cutting.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    commands = [line.split(" ", 1)[1] for line in page.splitlines() if line.startswith("wirelab ")]
    assert len(commands) == 3
    for command in commands:
        assert cli(*shlex.split(command)).code == 0
    assert len(list(tmp_path.iterdir())) == 3
