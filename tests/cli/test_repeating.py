"""``observe --repeat N``: the same request N times, and what came of them on stderr."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from wirelab.cli import repeating
from wirelab.cli.repeating import numbered
from wirelab.synthetic.serving import running_agent


@pytest.fixture(scope="module")
def agent() -> Iterator[str]:
    with running_agent(speed=None) as base:
        yield base


def test_each_run_is_on_a_thread_of_its_own_and_the_worst_counts(cli: Cli, agent: str) -> None:
    ran = cli("observe", f"{agent}/invalid-order", "--json", "--repeat", "3")
    assert ran.code == 1
    rows = [json.loads(line) for line in ran.out.splitlines()]
    bodies = [row["body"] for row in rows if row["kind"] == "request"]
    assert len({body["threadId"] for body in bodies}) == 3
    assert len({body["runId"] for body in bodies}) == 3
    assert [row["kind"] for row in rows].count("end") == 3
    assert "3 runs: 3 rejected" in ran.err
    assert "MSG002 in 3 of 3 runs, 3 in all" in ran.err
    assert "first event after " in ran.err
    assert ran.out.count("first event") == 0


def test_an_input_is_sent_with_fresh_ids(cli: Cli, agent: str, tmp_path: Path) -> None:
    path = tmp_path / "input.json"
    path.write_text('{"threadId":"same","runId":"same","messages":[]}')
    ran = cli("observe", f"{agent}/chat", "--json", "--repeat", "2", "--input", path)
    assert ran.code == 0
    assert '"threadId":"same"' not in ran.out
    assert "2 runs: 2 accepted" in ran.err


def test_each_is_recorded_in_a_file_of_its_own(cli: Cli, agent: str, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    assert cli("observe", f"{agent}/chat", "--repeat", "2", "--record", path).code == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == ["run-1.jsonl", "run-2.jsonl"]
    assert cli("validate", tmp_path).code == 0


@pytest.mark.parametrize(
    ("path", "named"),
    [("run", "run-2"), ("a.b/run.jsonl.gz", "a.b/run-2.jsonl.gz"), ("./.x", "./.x-2")],
)
def test_a_number_stands_before_the_ending(path: str, named: str) -> None:
    assert numbered(path, 2) == named


def test_a_run_that_does_not_start_is_counted_as_such(cli: Cli, agent: str) -> None:
    ran = cli("observe", f"{agent}/no-such-scenario", "--repeat", "2", "--plain")
    assert ran.code == 3
    assert "2 runs: 2 not started" in ran.err


@pytest.mark.parametrize(
    "given", [["--thread-id", "t"], ["--run-id", "r"], ["--input", "-"], ["--state", "@-"]]
)
def test_what_cannot_be_repeated_is_a_usage_error(cli: Cli, given: list[str]) -> None:
    ran = cli("observe", "http://127.0.0.1:9/", "--repeat", "2", *given)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "--repeat" in ran.err


def test_ctrl_c_ends_it_with_what_there_is(
    cli: Cli, agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ids(kind: str) -> str:
        asked.append(kind)
        if len(asked) > 2:
            raise KeyboardInterrupt
        return kind

    monkeypatch.setattr(repeating, "fresh_id", ids)
    ran = cli("observe", f"{agent}/chat", "--repeat", "3", "--json")
    assert ran.code == 130
    assert "1 run: 1 accepted" in ran.err
