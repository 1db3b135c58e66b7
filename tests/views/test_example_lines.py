"""Every rule has an example where it fires and one where it does not, readable in a terminal."""

from __future__ import annotations

import pytest

from wirelab.rules.catalog import all_rules, find_rule
from wirelab.rules.rule import Rule
from wirelab.steps.bundled import cases_path
from wirelab.steps.cases import Case, examples, read_cases
from wirelab.steps.step import CaseStep, EventStep, TrafficStep
from wirelab.views.example_lines import example_lines
from wirelab.views.signs import SEVERITY_SIGNS
from wirelab.wire.traffic import Read

TELL = "run python -m tests.rules.tell_examples"
SIGNS = tuple(f"  {sign}   " for sign in SEVERITY_SIGNS.values())


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_both_examples_of_a_rule(rule: Rule) -> None:
    path = cases_path(rule.code)
    assert path is not None
    failing, passing = examples(read_cases(path.read_bytes().splitlines(True), ""), rule.code)
    assert failing is not None
    assert passing is not None
    fired = [text for text, _ in example_lines(failing, rule)]
    silent = [text for text, _ in example_lines(passing, rule)]
    assert any(text.startswith(SIGNS) for text in fired)
    assert any("told" in step.extra for step in failing.steps), TELL
    assert not any(text.startswith(SIGNS) for text in silent)
    assert all(len(text) < 300 for text in (*fired, *silent))


def test_what_would_steer_a_terminal_is_visible() -> None:
    rule = find_rule("RUN001")
    assert rule is not None
    steps = [
        TrafficStep(Read(b"data: \x1b[2J\xff\n\n", 1000.0)),
        EventStep({"type": "CUSTOM", "name": "\x1b[2J", "value": "x" * 1000}),
    ]
    shown = [text for text, _ in example_lines(Case(CaseStep("x"), steps), rule)]
    assert "\x1b" not in "".join(shown)
    assert shown[0] == "    +1.00s data: ␛[2J\\xff␊␊"
    assert shown[1].endswith("…")
