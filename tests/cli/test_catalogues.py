from __future__ import annotations

import json

from tests.cli.conftest import Cli
from wirelab.protocol.versions import schema
from wirelab.rules.catalog import all_rules


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


def test_an_unknown_rule_proposes_near_ones(cli: Cli) -> None:
    ran = cli("rules", "MSG02")
    assert (ran.code, ran.out) == (2, "")
    assert "did you mean MSG002" in ran.err


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
