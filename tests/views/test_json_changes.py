"""What became of a value: paths, signs, bounds; arrays by insertion, booleans never numbers."""

from __future__ import annotations

from typing import Any

import pytest

from wirelab.views.json_changes import ChangeKind, json_changes

NEW, GONE, OTHER = ChangeKind.ADDED, ChangeKind.REMOVED, ChangeKind.CHANGED


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1, "b": 2}, {"a": 3, "c": 4}, [(OTHER, "/a"), (GONE, "/b"), (NEW, "/c")]),
        ({"a": {"b": [1]}}, {"a": {"b": [2]}}, [(OTHER, "/a/b/0")]),
        ([1, 2, 3], [0, 1, 2, 3], [(NEW, "/0")]),
        ([1, 2, 3], [1, 3], [(GONE, "/1")]),
        ([1, 2, 3], [1, 2], [(GONE, "/2")]),
        ([1, 2, 3, 4], [1, 9, 4], [(OTHER, "/1"), (GONE, "/2")]),
        ({"x/y": 1, "~": 2}, {}, [(GONE, "/x~1y"), (GONE, "/~0")]),
        ({"a": 1}, [1], [(OTHER, "")]),
        ({"a": True}, {"a": 1}, [(OTHER, "/a")]),
        ([True, 5], [1, 5, 6], [(OTHER, "/0"), (NEW, "/2")]),
        ({"a": 1}, {"a": 1.0}, []),
        ({"a": None}, {}, [(GONE, "/a")]),
        (None, {"a": 1}, [(OTHER, "")]),
    ],
)
def test_changes_are_named_by_path(
    before: Any, after: Any, expected: list[tuple[ChangeKind, str]]
) -> None:
    found = json_changes(before, after)
    assert [(each.kind, each.pointer) for each in found.rows] == expected
    assert found.complete
    assert found.total == len(expected)


def test_changes_hold_both_values() -> None:
    changed, added = json_changes({"a": [1]}, {"a": "x", "b": None}).rows
    assert (changed.before, changed.after) == ([1], "x")
    assert (added.before, added.after) == (None, None)
    assert added.kind.word == "new"


def test_more_changes_than_kept_are_counted() -> None:
    found = json_changes(list(range(50)), list(range(100, 150)), most=10)
    assert len(found.rows) == 10
    assert found.counts[OTHER] == 50
    assert found.complete


def test_the_work_is_bounded_and_says_so() -> None:
    found = json_changes(list(range(1000)), list(range(5000, 6000)), budget=100)
    assert not found.complete
    assert found.total < 100
    added = json_changes([], list(range(1000)), budget=100)
    assert not added.complete
    assert added.total < 100


def test_what_is_shared_or_equal_costs_nothing() -> None:
    large = {"items": [{"id": at} for at in range(5000)]}
    other = {"items": [{"id": at} for at in range(5000)]}
    assert json_changes({"a": large, "n": 1}, {"a": large, "n": 2}, budget=10).complete
    found = json_changes({"a": large, "n": 1}, {"a": other, "n": 2}, budget=10)
    assert [each.pointer for each in found.rows] == ["/n"]
    other["items"].insert(7, {"id": -1})
    (added,) = json_changes(large, other, budget=10).rows
    assert added.pointer == "/items/7"
