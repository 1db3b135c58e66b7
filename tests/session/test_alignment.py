from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wirelab.session.alignment import Places, aligned, increasing
from wirelab.session.fewest_edits import fewest_edits

SHORT = st.text("abc", max_size=12)
often = settings(max_examples=200, deadline=None, database=None, derandomize=True)


def equal_places(ones: str, others: str) -> list[Places]:
    return [each for each in aligned((ones, others)) if None not in each]


def longest_common(ones: str, others: str) -> int:
    """By the textbook's table."""
    row = [0] * (len(others) + 1)
    for one in ones:
        above = row
        row = [0]
        for at, other in enumerate(others):
            row.append(above[at] + 1 if one == other else max(row[at], above[at + 1]))
    return row[-1]


@often
@given(SHORT, SHORT)
def test_every_place_once_and_in_order(ones: str, others: str) -> None:
    places = list(aligned((ones, others), ("x" * len(ones), "x" * len(others))))
    assert [one for one, _ in places if one is not None] == list(range(len(ones)))
    assert [other for _, other in places if other is not None] == list(range(len(others)))


@often
@given(SHORT, SHORT)
def test_what_is_paired_is_equal(ones: str, others: str) -> None:
    pairs = equal_places(ones, others)
    assert all(ones[one or 0] == others[other or 0] for one, other in pairs)
    assert equal_places(ones, ones) == [(at, at) for at in range(len(ones))]


@often
@given(SHORT, SHORT)
def test_the_fewest_edits_are_the_fewest(ones: str, others: str) -> None:
    places = fewest_edits(ones, others)
    assert places is not None
    assert len(places) == longest_common(ones, others)
    assert all(ones[one] == others[other] for one, other in places)
    assert fewest_edits("abc" * 9, "xyz" * 9, 5) is None


@often
@given(st.lists(st.integers(0, 30), unique=True))
def test_the_longest_rise(places: list[int]) -> None:
    chosen = [place for index, place in enumerate(places) if index in increasing(places)]
    assert chosen == sorted(chosen)
    best = [1] * len(places)
    for at, place in enumerate(places):
        best[at] += max((best[to] for to in range(at) if places[to] < place), default=0)
    assert len(chosen) == max(best, default=0)


@often
@given(SHORT, SHORT)
def test_long_stretches_are_divided(ones: str, others: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wirelab.session.alignment._LARGEST_ALIGNED", 2)
        patch.setattr("wirelab.session.alignment._WINDOW", 3)
        patch.setattr("wirelab.session.fewest_edits._MOST_EDITS", 1)
        test_every_place_once_and_in_order.hypothesis.inner_test(ones, others)  # type: ignore[attr-defined]
        test_what_is_paired_is_equal.hypothesis.inner_test(ones, others)  # type: ignore[attr-defined]


def test_an_insertion_into_many_is_one_whatever_repeats() -> None:
    many = list("abcabd" * 2000)
    other = [*many[:3000], *["new"] * 300, *many[3000:-1]]
    lone = [each for each in aligned((many, other)) if None in each]
    assert lone == [*((None, at) for at in range(3000, 3300)), (len(many) - 1, None)]
