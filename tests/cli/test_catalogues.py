from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Cli
from wirelab.protocol.versions import schema
from wirelab.rules.catalog import all_rules
from wirelab.steps import bundled


def test_the_rule_table_has_every_rule_with_its_fault(cli: Cli) -> None:
    ran = cli("rules")
    assert ran.code == 0
    for rule in all_rules():
        line = next(line for line in ran.out.splitlines() if line.startswith(rule.code + " "))
        assert rule.slug in line
        assert rule.severity.value in line


def test_one_rule_has_a_page(cli: Cli) -> None:
    for name in ("MSG002", "msg002", "message-not-open"):
        ran = cli("rules", name)
        assert ran.code == 0
        assert "What it checks" in ran.out
        assert "error, fatal" in ran.out
        assert "https://docs.ag-ui.com/spec/" in ran.out


def test_rules_are_json_for_programs(cli: Cli) -> None:
    rules = json.loads(cli("rules", "--format", "json").out)
    assert [rule["code"] for rule in rules] == [rule.code for rule in all_rules()]
    one = json.loads(cli("rules", "MSG002", "--format", "json").out)
    assert (one["slug"], one["severity"], one["fatal"]) == ("message-not-open", "error", True)


def test_a_page_shows_a_stream_where_it_fires_and_one_where_not(cli: Cli) -> None:
    shown = cli("rules", "MSG002").out
    fires, silent = shown.split("A stream where it fires: ")[1].split("A stream where it is silent")
    assert '✖   content came for text message "m-1", but it was never started' in fires
    assert 'data: {"type":"RUN_STARTED","threadId":"t-1","runId":"r-1"}' in fires
    assert "TEXT_MESSAGE_START" in silent
    assert "✖" not in silent


def test_examples_are_json_for_programs(cli: Cli) -> None:
    examples = json.loads(cli("rules", "MSG002", "--format", "json").out)["examples"]
    assert examples["failing"]["messages"][0].startswith('content came for text message "m-1"')
    assert json.loads(examples["failing"]["steps"][0])["event"]["type"] == "RUN_STARTED"
    assert examples["passing"]["messages"] == []


def test_one_rule_is_markdown_too(cli: Cli) -> None:
    shown = cli("rules", "MSG002", "--format", "markdown").out
    assert shown.startswith("### MSG002 message-not-open\n")
    assert "#### What to do" in shown
    assert shown.count("~~~") == 4


def test_the_catalogue_is_markdown_too(cli: Cli) -> None:
    shown = cli("rules", "--format", "markdown").out
    assert all(f"### {rule.code} {rule.slug}\n" in shown for rule in all_rules())


def test_an_unknown_format_lists_the_known_ones(cli: Cli) -> None:
    ran = cli("rules", "--format", "html")
    assert (ran.code, ran.out) == (2, "")
    assert "text, json, markdown" in ran.err


def test_an_unknown_rule_proposes_near_ones(cli: Cli) -> None:
    ran = cli("rules", "MSG02")
    assert (ran.code, ran.out) == (2, "")
    assert "did you mean MSG002" in ran.err


def test_a_scenario_file_is_checked_and_its_fault_said_with_the_line(
    cli: Cli, tmp_path: Path
) -> None:
    lines = bundled.scenario_path("chat").read_text(encoding="utf-8").splitlines()
    mine = tmp_path / "mine.jsonl"
    mine.write_text("\n".join(lines), encoding="utf-8")
    assert "verdict: clean" in cli("scenarios", str(mine)).out
    lines[6] = '{"event":{"type":"CUSTOM","name":"{{nonsense}}","value":1}}'
    mine.write_text("\n".join(lines), encoding="utf-8")
    ran = cli("scenarios", str(mine))
    assert (ran.code, ran.out) == (3, "")
    assert 'mine.jsonl line 7: nothing is called "nonsense"' in ran.err


def test_scenarios_say_their_verdict(cli: Cli) -> None:
    ran = cli("scenarios")
    assert ran.code == 0
    named = {scenario["name"] for scenario in json.loads(cli("scenarios", "--format", "json").out)}
    assert {"chat", "tool-call", "invalid-order"} <= named
    assert all(name in ran.out for name in named)
    assert "verdict: clean" in cli("scenarios", "chat").out
    ran = cli("scenarios", "chatt")
    assert (ran.code, "did you mean chat" in ran.err) == (2, True)


def test_the_schema_is_the_one_in_use(cli: Cli) -> None:
    assert json.loads(cli("schema").out) == schema("1.1")
    assert json.loads(cli("schema", "--spec", "1.0").out) == schema("1.0")
    assert cli("schema", "--spec", "9.9").code == 2
