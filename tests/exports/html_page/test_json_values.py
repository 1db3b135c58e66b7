"""Changes of a value, applied one after the other, make the later value of the earlier one."""

from __future__ import annotations

from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from tests.exports.html_page.applied import changed
from wirelab.exports.html_page.json_values import MARK, exact, steps_between
from wirelab.protocol.json_equality import json_equal

SMALL = st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "a", "~/"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    SMALL,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from("ab/~"), inner),
    max_leaves=20,
)


@given(VALUES, VALUES)
@example([1, 2, 3, 0], [1])
@example({"a": [[1, 2], 3, 3]}, {"a": [[2]]})
def test_the_steps_lead_from_one_value_to_the_other(before: Any, after: Any) -> None:
    assert json_equal(changed(before, steps_between(before, after)), after)


def test_what_shares_everything_takes_no_step() -> None:
    value = {"a": [1, {"b": 2}]}
    assert steps_between(value, value) == []
    assert steps_between({"n": 1, "rest": value}, {"n": 2, "rest": value}) == [["set", ["n"], 2]]


def test_only_numbers_that_would_change_are_marked() -> None:
    value = {"a": [1, 2.5, True, "x", None, 2**53]}
    assert exact(value) is value
    assert exact([2**53 + 1, -(2**80)]) == [{MARK: str(2**53 + 1)}, {MARK: str(-(2**80))}]
