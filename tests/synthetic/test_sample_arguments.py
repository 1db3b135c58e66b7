"""Arguments for the client's tool: valid for ordinary schemas, small and calm for any other."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.synthetic.sample_arguments import sample_arguments

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
KEYWORDS = ["type", "properties", "required", "items", "enum", "anyOf", "$ref", "minimum", "format"]
SCHEMAS = st.recursive(
    st.sampled_from(["object", "array", "string", "integer", "#", "#/properties", [], {}, 1]),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*KEYWORDS, "p"]), inner),
)


@pytest.mark.parametrize(
    ("parameters", "wanted"),
    [
        ({"type": "object", "properties": {"a": {"type": "string"}}}, {"a": "Where?"}),
        ({"properties": {"a": {"type": "boolean"}, "b": {"type": "null"}}}, {"a": True, "b": None}),
        (
            {
                "type": "object",
                "properties": {"a": {"enum": ["x", "y"]}, "b": {"type": "number"}},
                "required": ["a"],
            },
            {"a": "x"},
        ),
        ({"properties": {"a": {"type": "integer", "minimum": 4}}}, {"a": 4}),
        ({"properties": {"a": {"type": "integer", "exclusiveMaximum": -2}}}, {"a": -3}),
        ({"properties": {"a": {"type": ["null", "array"], "items": {"const": 7}}}}, {"a": [7]}),
        ({"properties": {"a": {"type": "string", "format": "date"}}}, {"a": "2026-03-14"}),
        ({"properties": {"a": {"type": "string", "maxLength": 3}}}, {"a": "Whe"}),
        ({"properties": {"a": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}}, {"a": 1}),
        ({"properties": {"a": {"default": {}, "type": "integer"}}}, {"a": 1}),
        (
            {"properties": {"a": {"$ref": "#/$defs/d"}}, "$defs": {"d": {"type": "boolean"}}},
            {"a": True},
        ),
    ],
)
def test_ordinary_schemas(parameters: dict[str, Any], wanted: dict[str, Any]) -> None:
    sample = json.loads(sample_arguments(parameters, "  Where?\n"))
    assert sample == wanted
    jsonschema.validate(sample, parameters)


@pytest.mark.parametrize(
    "parameters", [None, True, 5, "x", [], {}, {"type": "array"}, {"properties": []}]
)
def test_no_schema_of_an_object_gets_no_arguments(parameters: Any) -> None:
    assert sample_arguments(parameters, "") == "{}"


def test_a_schema_that_refers_to_itself_ends() -> None:
    parameters = {"properties": {"a": {"$ref": "#"}, "b": {"$ref": "#/properties/b"}}}
    assert len(sample_arguments(parameters, "x")) < 2000


def test_a_huge_schema_gets_a_small_sample() -> None:
    inner: Any = {"type": "string"}
    for _ in range(100):
        inner = {"type": "object", "properties": {"n" * 500: {}, "k": inner, "l": inner}}
    properties = {f"p{index}": inner for index in range(10_000)}
    assert len(sample_arguments({"properties": properties}, "x" * 9000)) < 8000


@given(SCHEMAS | JSON, st.text())
def test_anything_gives_a_json_object(parameters: Any, said: str) -> None:
    assert isinstance(json.loads(sample_arguments(parameters, said)), dict)
