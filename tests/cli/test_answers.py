"""Answering an agent on the command line: ``--answers FILE``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Cli
from tests.transports.raw_server import head, raw_server
from wirelab.synthetic.serving import running_agent

TOOLS = '[{"name":"get_location","description":"d","parameters":{"type":"object"}}]'
APPROVED = {"interrupt:tool_call": {"approved": True}, "interrupt:*": {"channel": "email"}}


@pytest.fixture(scope="module")
def agent() -> Iterator[str]:
    with running_agent(speed=None) as base:
        yield base


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "answers.json"
    path.write_text(json.dumps({"get_location": {"city": "Lisbon"}} | APPROVED))
    return path


def requests_of(text: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in text.splitlines()]
    return [row["body"] for row in rows if row["kind"] == "request"]


def test_interrupts_are_resumed_from_the_file_and_messages_follow(
    cli: Cli, agent: str, answers: Path
) -> None:
    ran = cli(
        *("observe", f"{agent}/interrupt", "--json", "--answers", answers),
        *("-m", "refund", "-m", "thanks"),
    )
    assert (ran.code, ran.err) == (0, "")
    first, second, *_ = sent = requests_of(ran.out)
    assert first.get("resume") is None
    assert [each.get("payload") for each in second["resume"]] == [
        {"approved": True},
        {"channel": "email"},
    ]
    assert [each["messages"][-1]["content"] for each in sent if "resume" not in each] == [
        "refund",
        "thanks",
    ]


def test_calls_of_client_tools_are_answered_from_the_file(
    cli: Cli, agent: str, answers: Path
) -> None:
    ran = cli(
        *("observe", f"{agent}/frontend-tool", "--plain", "--answers", answers),
        *("--tools", TOOLS, "-m", "where"),
    )
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("→ POST") == 2
    assert "✔ clean" in ran.out


def test_validate_judges_the_whole_conversation(cli: Cli, agent: str, answers: Path) -> None:
    ran = cli("validate", f"{agent}/interrupt", "--answers", answers, "--format", "json")
    assert ran.code == 0
    assert [run["status"] for run in json.loads(ran.out)["runs"]] == ["interrupted", "success"]


def test_what_the_file_does_not_answer_is_said(cli: Cli, agent: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text('{"interrupt:tool_call": null}')
    ran = cli("observe", f"{agent}/interrupt", "--plain", "--answers", path, "-m", "a", "-m", "b")
    assert ran.out.count("→ POST") == 1
    assert 'the file has no answer to interrupt "channel-' in ran.err
    assert "1 message not sent" in ran.err


def test_an_agent_that_asks_for_ever_is_left_after_ten_answers(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "all.json"
    path.write_text('{"interrupt:*": {}}')
    asks = {"type": "interrupt", "interrupts": [{"id": "i", "reason": "r"}]}
    events = [
        {"type": "RUN_STARTED", "threadId": "t", "runId": "r"},
        {"type": "RUN_FINISHED", "threadId": "t", "runId": "r", "outcome": asks},
    ]
    body = b"".join(f"data: {json.dumps(each)}\n\n".encode() for each in events)
    with raw_server(*[[head(), body]] * 20) as server:
        ran = cli("observe", server.url, "--plain", "--answers", path, "--thread-id", "t")
        assert len(server.requests) == 11
    assert "10 turns in a row were answered from the file, no more are" in ran.err


@pytest.mark.parametrize("command", [("observe", "http://127.0.0.1:9/"), ("demo",)])
def test_a_file_that_is_off_sends_nothing(
    command: tuple[str, ...], cli: Cli, tmp_path: Path
) -> None:
    path = tmp_path / "off.json"
    path.write_text('{"f": 1,\n "f": 2}')
    ran = cli(*command, "--answers", path)
    assert (ran.code, ran.out) == (2, "")
    assert f'{path}:2:2: "f" has an answer already' in ran.err
    assert cli(*command, "--answers", tmp_path / "none.json").code == 3
