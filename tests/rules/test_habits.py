"""The table of habits and the rules agree: each names a cause that the other really gives."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest

from tests.rules.case_file import case_files, play, read_cases
from wirelab.rules.catalog import find_rule
from wirelab.rules.habits import HABITS, Habit

_SIGN = "; likely cause: "


@cache
def causes_said() -> dict[str, set[str]]:
    """What the messages of each rule give as a cause, over the cases of its file."""
    said: dict[str, set[str]] = defaultdict(set)
    for path in case_files():
        for case in read_cases(path):
            for finding in play(case)[0].findings:
                if finding.code == case.code and _SIGN in finding.message:
                    said[finding.code].add(finding.message.split(_SIGN, 1)[1])
    return said


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.name)
def test_its_rules_give_its_cause(habit: Habit) -> None:
    assert habit.rules
    for code in habit.rules:
        assert find_rule(code) is not None
        assert any(said.startswith(habit.cause) for said in causes_said()[code]), code


def test_no_rule_gives_a_cause_the_table_does_not_have() -> None:
    listed = {(code, habit.cause) for habit in HABITS for code in habit.rules}
    for code, causes in causes_said().items():
        for said in causes:
            assert any(code == each and said.startswith(cause) for each, cause in listed), said


def test_names_are_unique() -> None:
    assert len({habit.name for habit in HABITS}) == len(HABITS)
