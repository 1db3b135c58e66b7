"""A JSON text is read as far as it goes, and a fault is told from an end that is still to come."""

from __future__ import annotations

from typing import Any

import pytest

from wirelab.protocol.json_prefix import read_prefix
from wirelab.protocol.json_text import TooDeep


def test_whole_json_is_whole() -> None:
    read = read_prefix('{"a":[1,"x"]}')
    assert (read.value, read.whole, read.fault) == ({"a": [1, "x"]}, True, None)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("  ", None),
        ("{", {}),
        ('{"city":"Lis', {"city": "Lis"}),
        ('{"a":12,"b":[1,2', {"a": 12, "b": [1, 2]}),
        ('{"a":1,"b', {"a": 1}),
        ('{"a":1,"b"', {"a": 1}),
        ('{"a":1,"b":', {"a": 1}),
        ('{"a":tr', {}),
        ('{"a":-', {}),
        ("[1.", []),
        ("[1e+", []),
        ('{"a":"x\\', {"a": "x"}),
        ('{"a":"x\\u00', {"a": "x"}),
        ('{"a":"\ud83d', {"a": "\ufffd"}),
        ("nul", None),
    ],
)
def test_a_text_that_is_only_cut_off_has_no_fault(text: str, value: Any) -> None:
    read = read_prefix(text)
    assert not read.whole
    assert read.fault is None
    assert read.value == value


@pytest.mark.parametrize(
    ("text", "position", "value"),
    [
        ('{"city":Lisbon}', 8, {}),
        ('{"a":1}x', 7, {"a": 1}),
        ('{"a":1}{"b":2}', 7, {"a": 1}),
        ("[1,,2]", 3, [1]),
        ("[1 2", 3, [1]),
        ('{"a":NaN}', 5, {}),
        ("{'a':1}", 1, {}),
        ('{"a":"x\ny"}', 7, {"a": "x"}),
        ("no", 0, None),
        ("[1,tru3", 3, [1]),
    ],
)
def test_a_fault_stands_where_no_json_goes_on(text: str, position: int, value: Any) -> None:
    read = read_prefix(text)
    assert read.fault is not None
    assert read.fault.position == position
    assert read.value == value


def test_a_text_too_deep_says_so() -> None:
    with pytest.raises(TooDeep):
        read_prefix("[" * 100_000)
