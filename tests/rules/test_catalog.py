"""What the house promises about every rule: its page, its code, its versions, its cases."""

from __future__ import annotations

import inspect
import re
from collections import defaultdict

import pytest

from tests.rules.case_file import case_files, read_cases
from wirelab.protocol.event_types import DEFINITION_OF
from wirelab.protocol.versions import read_version
from wirelab.rules.catalog import all_rules, find_rule
from wirelab.rules.finding import Severity
from wirelab.rules.rule import ANY, SPEC, Rule

HEADINGS = ["What it checks", "Why it matters", "What to do", "Spec"]
HOT = {"TEXT_MESSAGE_CONTENT", "TOOL_CALL_ARGS", "REASONING_MESSAGE_CONTENT", ANY}
"""Types that come by the thousand: their rules give a ready answer, not a generator."""

every_rule = pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)


@every_rule
def test_page_has_its_headings(rule: Rule) -> None:
    lines = rule.page.splitlines()
    assert lines[0].endswith("."), "the first line is a sentence that says the fault"
    assert [line for line in lines if line in HEADINGS] == HEADINGS
    sections = re.split(rf"^(?:{'|'.join(HEADINGS)})$", rule.page, flags=re.MULTILINE)[1:]
    for heading, text in zip(HEADINGS, sections, strict=True):
        body = text.strip("\n").splitlines()
        assert body, f"{heading} is empty"
        assert all(line.startswith("    ") for line in body if line.strip()), heading


@every_rule
def test_holds_for_a_range_of_versions(rule: Rule) -> None:
    since = read_version(rule.since)
    until = read_version(rule.until) if rule.until is not None else None
    assert since is not None
    assert rule.until is None or (until is not None and until >= since)


@every_rule
def test_points_into_the_specification(rule: Rule) -> None:
    assert re.fullmatch(re.escape(SPEC) + r"[a-z-]+(/[a-z-]+)*(#[a-z_-]+)?", rule.spec)


@every_rule
def test_is_asked_about_something_that_happens(rule: Rule) -> None:
    asked = [bool(rule.events), bool(rule.departures), bool(rule.frames)]
    assert [*asked, rule.responses, rule.requests].count(True) == 1
    assert set(rule.events) <= {*DEFINITION_OF, ANY}
    assert not rule.preempts or rule.events


@every_rule
def test_only_an_error_is_fatal(rule: Rule) -> None:
    assert not rule.fatal or rule.severity is Severity.ERROR


@every_rule
def test_a_second_opinion_is_a_note_of_its_own_group(rule: Rule) -> None:
    assert rule.opinion == (rule.group == "reference_client")
    assert not rule.opinion or (rule.severity is Severity.NOTE and not rule.fatal)


@every_rule
def test_is_quick_where_events_come_by_the_thousand(rule: Rule) -> None:
    if HOT & set(rule.events):
        assert not inspect.isgeneratorfunction(rule.check)


@every_rule
def test_has_a_case_file_of_its_name(rule: Rule) -> None:
    names = [path.name for path in case_files() if path.name.startswith(rule.code)]
    assert names == [f"{rule.code}-{rule.slug}.jsonl"]


@every_rule
def test_has_a_case_that_fires_and_a_near_miss(rule: Rule) -> None:
    paths = [path for path in case_files() if path.name.startswith(rule.code)]
    cases = [case for path in paths for case in read_cases(path)]
    assert any(case.fires for case in cases), "no case fires"
    assert any(not case.fires for case in cases), "no case stays silent"
    assert all(case.head.kill for case in cases), "a case without the change it catches"
    names = [case.head.name for case in cases]
    assert len(set(names)) == len(names)


def test_every_case_file_belongs_to_a_rule() -> None:
    orphans = [path.name for path in case_files() if find_rule(path.name.split("-")[0]) is None]
    assert not orphans


def test_codes_and_slugs_are_unique_and_codes_tell_the_group() -> None:
    rules = all_rules()
    assert len({rule.code for rule in rules}) == len({rule.slug for rule in rules}) == len(rules)
    groups: dict[str, set[str]] = defaultdict(set)
    for rule in rules:
        assert re.fullmatch(r"[A-Z]{3}\d{3}", rule.code)
        groups[rule.code[:3]].add(rule.group)
    assert all(len(names) == 1 for names in groups.values()), dict(groups)


@every_rule
def test_is_found_by_code_and_by_slug(rule: Rule) -> None:
    assert find_rule(rule.code.lower()) is rule
    assert find_rule(rule.slug) is rule
