"""JSON Pointer, RFC 6901."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.protocol import json_pointer
from wirelab.protocol.json_pointer import PointerError

DOCUMENT = {"": 0, "a": [1, {"b": 2}], "x/y": 3, "m~n": 4, "~1": 5, "0": 6, " ": 7}


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("", DOCUMENT),
        ("/", 0),
        ("/a/0", 1),
        ("/a/1/b", 2),
        ("/x~1y", 3),
        ("/m~0n", 4),
        ("/~01", 5),
        ("/0", 6),
        ("/ ", 7),
    ],
)
def test_resolve(pointer: str, value: Any) -> None:
    assert json_pointer.resolve(DOCUMENT, pointer) == value


@pytest.mark.parametrize(
    "pointer",
    [
        "a",
        "#/a",
        "/b",
        "/a/2",
        "/a/-",
        "/a/01",
        "/a/x",
        "/a/0/b",
        "/~",
        "/~2",
        "/a~",
        "/a/" + "9" * 99,
    ],
)
def test_what_leads_nowhere_says_so(pointer: str) -> None:
    with pytest.raises(PointerError):
        json_pointer.resolve(DOCUMENT, pointer)


@given(st.lists(st.text(alphabet="a/~01é\n")))
def test_format_and_parse_are_inverse(tokens: list[str]) -> None:
    assert json_pointer.parse(json_pointer.format(tokens)) == tuple(tokens)


def test_indices_format_as_digits() -> None:
    assert json_pointer.format(["delta", 0, "a/b"]) == "/delta/0/a~1b"


@pytest.mark.parametrize(
    ("pointer", "place"),
    [
        ("/a/1/b", "/a/1/b"),
        ("/a/1/c", "/a/1"),
        ("/a/9/b/c", "/a"),
        ("/none/at/all", ""),
        ("", ""),
        ("odd", ""),
    ],
)
def test_the_nearest_place_is_the_deepest_that_is_there(pointer: str, place: str) -> None:
    assert json_pointer.nearest(DOCUMENT, pointer) == place
