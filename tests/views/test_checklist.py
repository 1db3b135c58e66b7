"""A plan is known by its shape: a list whose every item has a label and a state."""

from __future__ import annotations

from typing import Any

import pytest

from wirelab.views.checklist import checklist_in


def test_a_plan_is_its_items_with_signs() -> None:
    content = {
        "title": "Trip",
        "items": [
            {"name": "flights", "status": "done"},
            {"name": "hotels", "status": "running"},
            {"name": "visa", "status": "failed"},
            {"name": "bags", "status": "waiting"},
        ],
    }
    plan = checklist_in(content)
    assert plan is not None
    assert (plan.member, plan.count) == ("items", 4)
    assert [f"{each.sign} {each.label} {each.state}" for each in plan.items] == [
        "✔ flights done",
        "▶ hotels running",
        "✖ visa failed",
        "○ bags waiting",
    ]


def test_a_step_done_is_true_or_false() -> None:
    plan = checklist_in(
        {"steps": [{"description": "a", "done": True}, {"text": "b", "done": False}]}
    )
    assert plan is not None
    assert [each.sign for each in plan.items] == ["✔", "○"]


@pytest.mark.parametrize(
    "content",
    [
        None,
        [],
        {"items": []},
        {"items": ["a", "b"]},
        {"items": [{"name": "a"}]},
        {"items": [{"status": "done"}]},
        {"items": [{"name": "a", "status": "done"}, {"name": "b"}]},
        {"items": [{"name": 1, "status": []}]},
    ],
)
def test_anything_else_is_no_plan(content: Any) -> None:
    assert checklist_in(content) is None


def test_a_plan_is_safe_and_bounded() -> None:
    bad = "\x1b[31m\u202e" + "x" * 10_000
    plan = checklist_in({bad: [{"name": bad, "status": bad}] * 5000})
    assert plan is not None
    assert (plan.count, len(plan.items)) == (5000, 200)
    assert plan.items[0].label.isprintable()
    assert len(plan.items[0].label) <= 200
