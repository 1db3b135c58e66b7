"""JSON text, as it may come from anybody."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wirelab.protocol.json_size import DEPTH_LIMIT
from wirelab.protocol.json_text import NotJson, TooDeep, parse


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a":[1,2.5,null,true,"x"]}', {"a": [1, 2.5, None, True, "x"]}),
        (' \t\r\n{"a" : 1} ', {"a": 1}),
        ("null", None),
        ('"\\ud83d\\ude00"', "😀"),
        ('"\\ud83d"', "\ud83d"),
        ('"\ud83d"', "\ud83d"),
        ('"\u2028\u0085\x7f"', "\u2028\u0085\x7f"),
        ('"\\u0000"', "\0"),
        ("12345678901234567890123", 12345678901234567890123),
        ("-0", 0),
    ],
)
def test_json(text: str, value: Any) -> None:
    assert parse(text).value == value
    assert parse(text).duplicate_keys == ()


def test_bytes_are_read_as_utf_8() -> None:
    assert parse('{"é":"😀"}'.encode()).value == {"é": "😀"}


@pytest.mark.parametrize(
    ("text", "reason", "position"),
    [
        ("", "expecting value", 0),
        ("[DONE]", "expecting value", 1),
        ("{'a': 1}", "expecting property name enclosed in double quotes", 1),
        ('{"a":1}{"b":2}', "extra data", 7),
        ('{"a":1', "expecting ',' delimiter", 6),
        ('{"a', "unterminated string starting at", 1),
        ('"a\nb"', "invalid control character at", 2),
        ("NaN", "NaN is not JSON", 0),
        ('["NaN \\" NaN", -Infinity]', "-Infinity is not JSON", 15),
        ('{"a":Infinity}', "Infinity is not JSON", 5),
        ("01", "extra data", 1),
        ("[1,]", None, 3),
        (b'"\xff"', "the bytes are not UTF-8", 1),
        ("\ufeff{}", None, 0),
    ],
)
def test_what_is_not_json_says_where_and_why(
    text: str | bytes, reason: str | None, position: int
) -> None:
    with pytest.raises(NotJson) as caught:
        parse(text)
    if reason is not None:
        assert caught.value.reason == reason
        assert caught.value.position == position
    assert f"at character {caught.value.position}" in str(caught.value)


@pytest.mark.parametrize("number", ["1e999", "9" * 5000])
def test_a_number_too_large_for_a_double_is_infinite(number: str) -> None:
    assert parse(number).value == math.inf
    assert parse(f'{{"a":[-{number}]}}').value == {"a": [-math.inf]}


@pytest.mark.parametrize(("before", "after"), [("[", "]"), ('{"a":', "}"), ("[\n", "]")])
@pytest.mark.parametrize("first", ["", '"\\ud800",'], ids=["fast reader", "slow reader"])
def test_nesting_ends_at_the_same_depth_for_both_readers(
    before: str, after: str, first: str
) -> None:
    def nested(depth: int) -> str:
        inner = before * depth + "1" + after * depth
        return f"[{first}{inner}]"

    parse(nested(DEPTH_LIMIT - 1))
    for depth in (DEPTH_LIMIT, 1000, 100_000):
        with pytest.raises(TooDeep) as caught:
            parse(nested(depth))
        assert caught.value.limit == DEPTH_LIMIT


def test_depth_that_never_closes_is_no_crash() -> None:
    with pytest.raises(TooDeep):
        parse("[" * 1_000_000)
    with pytest.raises((TooDeep, NotJson)):
        parse('["\\ud800",' + "[" * 1_000_000)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"a":1,"a":2}', ("a",)),
        ('{"a":1,"a" : 2}', ("a",)),
        ('{"a":1,"a"\n:2}', ("a",)),
        ('{"a":{"b":1,"b":2},"c":[{"d":1,"d":1}]}', ("b", "d")),
        ('{"a":1,"\\u0061":2}', ("a",)),
        ('{"x":"\\u003a","a":1,"a":2}', ("a",)),
        ('{"x":"a:b","a":1,"a":2}', ("a",)),
        ('{"a:":1,"a:":2}', ("a:",)),
        ('{"a\\\\":1,"a\\\\":2}', ("a\\",)),
        ('{"":1,"":2,"":3}', ("",)),
        ('{"a":"\\ud800","a":1}', ("a",)),
        ('{"a":1,"A":2}', ()),
        ('{"a":1,"b":{"a":1}}', ()),
        ('{"x":"{\\"a\\":1,\\"a\\":2}"}', ()),
        ('{"x":"\\u003a\\u003A"}', ()),
    ],
)
def test_members_written_twice(text: str, names: tuple[str, ...]) -> None:
    assert parse(text).duplicate_keys == names
    assert parse(text.encode("utf-8", "surrogatepass")).duplicate_keys == names


def test_the_last_of_two_members_counts() -> None:
    assert parse('{"a":1,"a":2}').value == {"a": 2}


def test_names_of_duplicates_are_kept_within_bounds() -> None:
    members = ",".join(f'"{number}":1,"{number}":2' for number in range(1000))
    assert len(parse(f"{{{members}}}").duplicate_keys) == 20


STRINGS = st.sampled_from(["", "a", "b", ":", '":', "\\", '{"a":1}', "é\ud800", "\n"])
TREES = st.recursive(
    st.none() | st.integers() | STRINGS,
    lambda inner: st.lists(inner, max_size=3) | st.lists(st.tuples(STRINGS, inner)).map(tuple),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None, database=None)
@given(TREES, st.sampled_from(["", " "]), st.booleans())
def test_duplicates_are_found_however_the_text_is_written(
    tree: Any, space: str, escape: bool
) -> None:
    twice: list[str] = []

    def write(node: Any) -> str:
        if isinstance(node, tuple):
            names = [name for name, _ in node]
            twice.extend(name for index, name in enumerate(names) if name in names[:index])
            pairs = [f"{write(name)}{space}:{space}{write(value)}" for name, value in node]
            return "{" + ",".join(pairs) + "}"
        if isinstance(node, list):
            return "[" + f",{space}".join(map(write, node)) + "]"
        return json.dumps(node, ensure_ascii=escape)

    text = write(tree)
    parsed = parse(text)
    assert parsed.value == json.loads(text)
    assert set(parsed.duplicate_keys) == set(twice)
