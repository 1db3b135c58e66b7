"""How deep and how heavy a value is, also where containers are shared."""

from __future__ import annotations

from typing import Any

from wirelab.protocol.json_size import DEPTH_LIMIT, nests_too_deep, weight


def nested(depth: int, inside: Any) -> Any:
    for turn in range(depth):
        inside = [inside] if turn % 2 else {"a": inside}
    return inside


def test_depth_counts_containers_around_a_value() -> None:
    assert not nests_too_deep(5, 0)
    assert not nests_too_deep([], 0)
    assert nests_too_deep([1], 0)
    assert not nests_too_deep(nested(DEPTH_LIMIT, 1))
    assert not nests_too_deep(nested(DEPTH_LIMIT, []))
    assert nests_too_deep(nested(DEPTH_LIMIT, [1]))
    assert nests_too_deep(nested(100_000, 1))


def test_what_shares_containers_is_measured_in_a_moment() -> None:
    value: Any = ["x"]
    for _ in range(150):
        value = [value, value]
    assert not nests_too_deep(value)
    assert weight(value) > 2**150


def test_weight_follows_the_length_of_the_text() -> None:
    assert weight("x" * 1000) > 1000
    assert weight({"x" * 1000: 1}) > 1000
    assert weight([1] * 1000) > 1000
