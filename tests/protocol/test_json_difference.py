from __future__ import annotations

import copy
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.protocol import json_pointer
from wirelab.protocol.json_difference import ABSENT, differences
from wirelab.protocol.json_equality import json_equal

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a", "1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab/~"), inner),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (1, 1.0, []),
        (1, True, [("", 1, True)]),
        ({"a": 1}, {"a": 2, "b": 3}, [("/a", 1, 2), ("/b", ABSENT, 3)]),
        ({"a": {"x/y": [1, 2]}}, {"a": {"x/y": [1]}}, [("/a/x~1y/1", 2, ABSENT)]),
        ([], {}, [("", [], {})]),
        ({"a": None}, {}, [("/a", None, ABSENT)]),
    ],
)
def test_each_place_with_both_values(before: Any, after: Any, expected: list[Any]) -> None:
    assert [tuple(each) for each in differences(before, after)] == expected


@given(VALUES, VALUES)
def test_there_is_one_exactly_where_values_differ(before: Any, after: Any) -> None:
    found = list(differences(before, after))
    assert (not found) == json_equal(before, after)
    for pointer, old, new in found:
        for document, value in ((before, old), (after, new)):
            if value is not ABSENT:
                assert json_pointer.resolve(document, pointer) is value


@given(VALUES)
def test_a_value_is_no_different_from_its_copy(value: Any) -> None:
    assert not list(differences(value, copy.deepcopy(value)))


def test_the_first_ones_of_very_many_are_found_at_once() -> None:
    first = list(islice(differences({"a": [0] * 200_000}, {"a": [1] * 200_000}), 2))
    assert [each.pointer for each in first] == ["/a/0", "/a/1"]
