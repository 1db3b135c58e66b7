"""Every case of every rule, through the whole engine with all rules on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules.case_file import Case, case_files, describe, play, read_cases
from wirelab.rules.catalog import all_rules
from wirelab.rules.finding import Finding
from wirelab.rules.rule import Rule
from wirelab.steps.step import Step


def every_case() -> Iterator[object]:
    for path in case_files():
        for case in read_cases(path):
            yield pytest.param(case, id=f"{case.code}: {case.head.name}")


@pytest.mark.parametrize("case", list(every_case()))
def test_case(case: Case) -> None:
    session, located = play(case)
    loud = [finding.message for finding in session.findings if finding.code == "INTERNAL"]
    assert not loud
    for step, findings in located:
        place = f"{case.path.name} {describe(step)}"
        told = "".join(f"\n  {finding.code} {finding.message}" for finding in findings)
        codes = [finding.code for finding in findings]
        assert sorted(codes) == sorted(step.expect), f"{place}{told}"
        if not findings:
            continue
        own = [finding for finding in findings if finding.code == case.code]
        assert sum(finding.more for finding in own) == step.extra.get("more", 0), f"{place}{told}"
        for part in step.extra.get("says", ()):
            assert any(part in finding.message for finding in own), f"{place}: {part}{told}"
        if "told" in step.extra:
            assert [finding.message for finding in own] == step.extra["told"], f"{place}{told}"
        for member in ("severity", "fatal"):
            if member in step.extra:
                values = {getattr(finding, member) for finding in own}
                assert values == {step.extra[member]}, f"{place}: {member} is {values}{told}"


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_without_its_rule_a_case_goes_red(rule: Rule) -> None:
    others = [each for each in all_rules() if each is not rule]
    cases = [
        case
        for path in case_files()
        if path.name.startswith(rule.code)
        for case in read_cases(path)
    ]
    red = [case for case in cases if not as_expected(play(case, others)[1])]
    assert red, f"no case of {rule.code} notices that the rule is gone"


def as_expected(located: list[tuple[Step, list[Finding]]]) -> bool:
    return all(
        sorted(finding.code for finding in findings) == sorted(step.expect)
        for step, findings in located
    )
