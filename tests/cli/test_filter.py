"""``--filter``: rows that do not match are left out; findings, verdict and exit code stay."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Cli
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.synthetic.serving import running_agent

REPLAY = ("replay", "invalid-order", "--speed", "max")


def kinds(text: str) -> list[str]:
    rows = [json.loads(line) for line in text.splitlines()]
    return [row["what"] if row["kind"] == "frame" else row["kind"] for row in rows]


def test_plain_leaves_out_rows_that_do_not_match(cli: Cli) -> None:
    ran = cli(*REPLAY, "--plain", "--filter", "type:RUN_*")
    assert ran.code == 1
    rows = ran.out.split("what\n")[1].split("· the body closed")[0].splitlines()
    shown = [line for line in rows if "✖ error" not in line]
    assert [line.split("  ")[-1].split()[0] for line in shown] == ["run-1", "run-1"]
    assert all("RUN_" in line for line in shown)
    assert len(rows) == len(shown) + 3
    assert "✖ rejected · 3 errors" in ran.out
    assert "20 events in 21 frames" in ran.out


def test_json_leaves_out_events_and_frames_that_do_not_match(cli: Cli) -> None:
    ran = cli(*REPLAY, "--json", "--filter", "sev:error")
    assert ran.code == 1
    assert kinds(ran.out) == ["request", "response", *["event", "finding"] * 3, "end"]
    closed = cli("replay", "tool-call", "--speed", "max", "--json", "--filter", "-kind:event")
    assert kinds(closed.out) == ["request", "response", "comment", "closed", "end"]


def test_what_is_observed_is_filtered_too(cli: Cli) -> None:
    with running_agent(speed=None) as base:
        ran = cli("observe", f"{base}/tool-call", "--json", "--filter", "type:TOOL_CALL_START")
        assert kinds(ran.out) == ["request", "response", "event", "end"]
        refused = cli("observe", f"{base}/no-such-scenario", "--plain", "--filter", "zzz")
    assert "← 404" in refused.out
    assert "no-such-scenario" in refused.out.split("← 404")[1]


@pytest.mark.parametrize("command", [REPLAY, ("observe", "http://127.0.0.1:1/")], ids=" ".join)
def test_a_filter_that_cannot_be_read_is_a_usage_error(cli: Cli, command: tuple[str, ...]) -> None:
    ran = cli(*command, "--plain", "--filter", "type:RUN_* and sve:error")
    assert (ran.code, ran.out) == (2, "")
    said, text, caret = ran.err.splitlines()
    assert said.startswith("wirelab: error: --filter, column 16: expected a key before :")
    assert "did you mean sev" in said
    assert text == "    type:RUN_* and sve:error"
    assert text[caret.index("^") :] == "sve:error"


def test_help_says_what_is_left_out(cli: Cli) -> None:
    for command in ("replay", "observe"):
        said = " ".join(cli(command, "--help").out.split())
        assert "rows that do not match are left out, findings and the verdict never" in said


def test_on_a_terminal_the_bench_opens_with_the_filter(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def bench(*_: object, inspection: Inspection, wanted: object, **__: object) -> Session:
        opened.append(str(wanted))
        return inspection.session

    monkeypatch.setattr("wirelab.cli.output.Output.takes_a_screen", True)
    for opener in ("run_replay", "run_observe"):
        monkeypatch.setattr(f"wirelab.tui.app.{opener}", bench)
    cli("replay", "chat", "--filter", "type:RUN_* and sev:error")
    cli("observe", "http://127.0.0.1:9/x", "--filter", "kind:comment")
    assert opened == ["type:RUN_* sev:error", "kind:comment"]
