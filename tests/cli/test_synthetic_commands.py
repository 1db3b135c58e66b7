from __future__ import annotations

import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Cli
from wirelab.synthetic import serving


def test_the_demo_needs_nothing_and_says_what_it_did(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "running_agent", partial(serving.running_agent, speed=None))
    ran = cli("demo")
    assert ran.code == 0
    assert "TOOL_CALL_ARGS" in ran.out
    assert "✔ clean" in ran.out
    assert "scenario tool-call at http://127.0.0.1:" in ran.err


def test_a_recording_is_served_until_ctrl_c(cli: Cli) -> None:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "wirelab",
            "serve-recording",
            "chat",
            "--port",
            "0",
            "--speed",
            "max",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    base = process.stdout.readline().strip()
    ran = cli("observe", f"{base}/", "--run-id", "mine")
    assert ran.code == 0
    assert "SUCCESS: run mine" in ran.out
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert 'exchange 1 of 3, for run "mine"' in err


def test_what_holds_no_answer_is_not_served(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"wirelab":1,"kind":"recording"}\n')
    ran = cli("serve-recording", str(tmp_path / "x.jsonl"))
    assert ran.code == 3
    assert "holds no answer that could be served" in ran.err


def test_the_agent_prints_where_it_listens_and_ends_on_ctrl_c(cli: Cli) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "wirelab", "serve-synthetic", "--port", "0", "--speed", "max"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    base = process.stdout.readline().strip()
    assert base.startswith("http://127.0.0.1:")
    assert cli("observe", f"{base}/chat").code == 0
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in err


@pytest.mark.parametrize(("host", "loud"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_listening_beyond_this_machine_is_said_loudly(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, host: str, loud: bool
) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(serving, "serve", lambda *where, **how: asked.update(how, where=where))
    ran = cli("serve-synthetic", "--host", host, "--speed", "2", "--cors", "http://a", "--port", 9)
    assert (asked["where"], asked["speed"], list(asked["cors"])) == ((host, 9), 2.0, ["http://a"])
    assert ("LISTENING BEYOND THIS MACHINE" in ran.err) is loud


def test_a_port_that_is_taken_is_one_sentence(cli: Cli) -> None:
    with serving.running_agent(speed=None) as base:
        ran = cli("serve-synthetic", "--port", base.rsplit(":", 1)[1])
    assert ran.code == 3
    assert "the port is taken" in ran.err


def test_a_demo_of_another_scenario(cli: Cli) -> None:
    ran = cli("demo", "step-error")
    assert "FAILED: run" in ran.out
    assert "the scenario step-error" in ran.err


def test_a_demo_of_no_scenario_names_near_ones(cli: Cli) -> None:
    ran = cli("demo", "step-eror")
    assert ran.code == 2
    assert ran.err == "wirelab: error: no scenario is called step-eror; did you mean step-error?\n"


def test_faults_are_listed_and_what_is_none_is_refused(cli: Cli) -> None:
    listed = cli("serve-synthetic", "--list-faults")
    assert listed.code == 0
    assert "reset=N" in listed.out
    assert len(listed.out.splitlines()) == 32
    refused = cli("serve-synthetic", "--fault", "crfl")
    assert refused.code == 2
    assert "no fault is called 'crfl'; did you mean crlf or cr?" in refused.err
    unknown = cli("serve-synthetic", "--fault", "break=MSG999")
    assert unknown.code == 2
    assert "break=MSG999: no rule that a stream can break alone" in unknown.err


def test_limits_and_the_start_are_handed_on(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(serving, "serve", lambda *where, **how: asked.update(how))
    ran = cli("serve-synthetic", "--max-body", 100, "--grace", 3, "--from", "1.5s")
    assert ran.code == 0
    assert (asked["most_body_bytes"], asked["grace_s"]) == (100, 3)
    assert (asked["start"].event, asked["start"].at_ms) == (None, 1500.0)
    assert cli("serve-synthetic", "--from", "soon").code == 2
    assert cli("serve-synthetic", "--grace", "-1").code == 2
