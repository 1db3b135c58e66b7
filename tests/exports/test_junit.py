from __future__ import annotations

from xml.etree import ElementTree

from tests.exports.hostile import (
    HOSTILE,
    WARNING,
    five_findings,
    hostile_outcome,
    lines_of,
    outcome,
    unread,
    written,
)
from wirelab.exports import Outcome
from wirelab.steps.step import BadLine

ALLOWED = {
    "testsuites": ({"name", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped"}, {"testcase"}),
    "testcase": ({"name", "classname"}, {"failure", "error", "system-out"}),
    "failure": ({"type", "message"}, set()),
    "error": ({"type", "message"}, set()),
    "system-out": (set(), set()),
}
"""The part of the schema of Jenkins' xUnit plugin (junit-10.xsd) that is used here."""


def parsed(*outcomes: Outcome) -> ElementTree.Element:
    text = written("junit", *outcomes)
    assert text.isascii()
    root = ElementTree.fromstring(text)
    for element in root.iter():
        attributes, children = ALLOWED[element.tag]
        assert set(element.attrib) <= attributes
        assert {child.tag for child in element} <= children
    return root


def test_a_source_is_a_test_case_and_the_head_counts_them() -> None:
    root = parsed(outcome(name="a.sse"), five_findings(name="b.sse"), unread())
    assert root.attrib == {"name": "wirelab", "tests": "3", "failures": "1", "errors": "1"}
    cases = root.findall("testsuite/testcase")
    assert [case.get("name") for case in cases] == ["a.sse", "b.sse", "gone.jsonl"]
    assert [[child.tag for child in case] for case in cases] == [
        ["system-out"],
        ["failure", "system-out"],
        ["error"],
    ]


def test_what_fails_is_in_the_failure_and_the_rest_in_the_output() -> None:
    case = parsed(five_findings(locate=lines_of)).find("testsuite/testcase")
    assert case is not None
    failure, output = case.findtext("failure") or "", case.findtext("system-out") or ""
    assert failure.count("MSG002") == 2
    assert "x.sse:14\n" in failure
    assert "SCH001" not in failure
    assert "PAS002" in output
    assert "SCH001" in output
    stricter = parsed(five_findings(fail_on=WARNING)).find("testsuite/testcase")
    assert stricter is not None
    assert "SCH001" in (stricter.findtext("failure") or "")
    never = parsed(five_findings(fail_on=None)).find("testsuite/testcase")
    assert never is not None
    assert never.find("failure") is None
    assert "MSG002" in (never.findtext("system-out") or "")


def test_names_differ_since_gitlab_drops_repeated_ones() -> None:
    root = parsed(outcome(name="http://x/run"), outcome(name="http://x/run"))
    assert [case.get("name") for case in root.iter("testcase")] == [
        "http://x/run",
        "http://x/run (2)",
    ]


def test_a_damaged_source_is_an_error_that_still_says_its_findings() -> None:
    damaged = five_findings(bad_lines=[BadLine(7, "it is not JSON")], bad_line_count=1)
    case = parsed(damaged).find("testsuite/testcase")
    assert case is not None
    error = case.find("error")
    assert error is not None
    assert error.get("message") == "1 line could not be read"
    assert "MSG002" in (error.text or "")
    assert "line 7: it is not JSON" in (case.findtext("system-out") or "")


def test_what_is_beyond_the_limit_is_counted() -> None:
    case = parsed(five_findings(most=1)).find("testsuite/testcase")
    assert case is not None
    assert (case.findtext("failure") or "").count("MSG002") == 1
    assert "2 errors" in (case.findtext("failure") or "")
    assert "and 4 more findings" in (case.findtext("system-out") or "")


def test_wire_text_stays_text() -> None:
    hostile = hostile_outcome()
    hostile.locate = lines_of
    text = "".join(parsed(hostile).itertext())
    assert "‹U+FFFE›" in text
    assert "␛[31m" in text
    assert "[[ATTACHMENT|" not in text
    assert "<img src=x onerror=y>" in text
    assert "[[ATTACHMENT|" in HOSTILE
