from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from wirelab.views.brief_json import brief

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


class Untouched(list[Any]):
    """A list that must not be walked to its end."""

    def __init__(self, most: int) -> None:
        super().__init__(["x"])
        self.most = most

    def __iter__(self) -> Any:
        for index in range(10**9):
            assert index < self.most, "the whole value was walked"
            yield index


@given(JSON, st.integers(1, 60))
def test_a_brief_value_keeps_to_its_limit(value: Any, limit: int) -> None:
    assert len(brief(value, limit)) <= limit


def test_short_values_are_plain_compact_json() -> None:
    assert brief({"a": [1, None, "ü"], "b": {}}) == '{"a":[1,null,"ü"],"b":{}}'


def test_the_cost_is_bounded_by_the_limit() -> None:
    assert brief(Untouched(100), 40).endswith("…")
    assert len(brief("x" * 10**7, 40)) == 40


def test_depth_is_bounded_too() -> None:
    value: Any = 1
    for _ in range(5000):
        value = [value]
    assert brief(value, 80) == "[[[[[[[[[…]]]]]]]]]"


def test_what_json_cannot_say_is_said_all_the_same() -> None:
    assert brief(10**20000) == "(a number of thousands of digits)"
    assert brief(float("inf")) == "Infinity"
    assert brief("\ud83d\x1b") == '"‹U+D83D›\\u001b"'
