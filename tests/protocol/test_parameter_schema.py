"""Schemas that users wrote are judged without trust: none raises, fetches, or runs away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wirelab.protocol.parameter_schema import mismatches

PICK = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


def test_says_what_does_not_fit_and_where() -> None:
    assert mismatches(PICK, {"n": 1}) == []
    assert mismatches(PICK, {}) == ['"n" is a required property']
    assert mismatches(PICK, {"n": "one"}) == ['at /n: "one" is not of type "integer"']


def test_says_three_things_at_most_and_none_at_length() -> None:
    found = mismatches({"items": {"enum": ["x" * 1000]}}, [1, 2, 3, 4, 5])
    assert len(found) == 3
    assert all(len(words) < 200 for words in found)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nonsense"},
        {"pattern": "("},
        {"$ref": "#/nowhere"},
        {"$ref": "#"},
        {"multipleOf": 0},
        5,
        None,
        ["type"],
        {"description": "x" * 300_000, "type": "string"},
        {"type": {1, 2}},
    ],
)
def test_a_schema_that_cannot_be_used_says_nothing(schema: Any) -> None:
    assert mismatches(schema, {"n": 1}) == []


def test_nothing_is_fetched(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text(json.dumps({"type": "string"}))
    assert mismatches({"$ref": elsewhere.as_uri()}, 5) == []


def test_a_pattern_that_backtracks_for_ever_ends() -> None:
    mismatches({"pattern": "^(a|a)*$"}, "a" * 60 + "b")
