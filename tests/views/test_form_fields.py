from __future__ import annotations

from typing import Any

import pytest

from wirelab.protocol.run_input import UNSET
from wirelab.views.form_fields import MOST_FIELDS, FieldKind, FormField, form_of


def fields_of(properties: dict[str, Any], **members: Any) -> list[FormField]:
    return list(form_of({"type": "object", "properties": properties, **members}).fields)


def field_of(schema: Any, **members: Any) -> FormField:
    return fields_of({"f": schema}, **members)[0]


@pytest.mark.parametrize(
    ("schema", "kind", "labels"),
    [
        ({"type": "boolean"}, FieldKind.SWITCH, ["yes", "no"]),
        ({"type": "string"}, FieldKind.TEXT, []),
        ({"type": "integer"}, FieldKind.INTEGER, []),
        ({"type": "number"}, FieldKind.NUMBER, []),
        ({"type": "string", "enum": ["a", "b"]}, FieldKind.CHOICE, ["a", "b"]),
        ({"enum": [1, None, True, {"k": 1}]}, FieldKind.CHOICE, ["1", "null", "true", '{"k":1}']),
        ({"const": 7, "title": "Seven"}, FieldKind.CHOICE, ["Seven"]),
        ({"oneOf": [{"const": 1, "title": "One"}, {"const": 2}]}, FieldKind.CHOICE, ["One", "2"]),
        ({"anyOf": [{"const": "x"}, {"const": "y"}]}, FieldKind.CHOICE, ["x", "y"]),
        ({"type": "array"}, FieldKind.JSON, []),
        ({"type": "object", "properties": {"a": {}}}, FieldKind.JSON, []),
        ({"type": ["string", "number"]}, FieldKind.JSON, []),
        ({"oneOf": [{"type": "string"}, {"type": "number"}]}, FieldKind.JSON, []),
        ({}, FieldKind.JSON, []),
        (True, FieldKind.JSON, []),
    ],
)
def test_each_type_has_its_control(schema: Any, kind: FieldKind, labels: list[str]) -> None:
    field = field_of(schema)
    assert (field.kind, [choice.label for choice in field.choices]) == (kind, labels)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": ["integer", "null"]},
        {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/N"}]},
        {"allOf": [{"anyOf": [{"$ref": "#/$defs/N"}, {"type": "null"}]}]},
    ],
)
def test_or_null_in_its_spellings_is_the_type_and_takes_null(schema: dict[str, Any]) -> None:
    field = field_of(schema, **{"$defs": {"N": {"type": "integer"}}})
    assert (field.kind, field.nullable) == (FieldKind.INTEGER, True)


def test_what_is_said_around_a_reference_wins() -> None:
    field = field_of(
        {"$ref": "#/$defs/L", "title": "Here", "default": "b"},
        **{"$defs": {"L": {"enum": ["a", "b"], "title": "There", "description": "About"}}},
    )
    assert (field.title, field.about, field.default) == ("Here", "About", "b")


def test_members_are_in_the_schemas_order_with_those_only_required_behind() -> None:
    fields = fields_of({"b": {}, "a": {"title": "A"}}, required=["a", "extra"])
    assert [(each.name, each.title, each.required) for each in fields] == [
        ("b", "b", False),
        ("a", "A", True),
        ("extra", "extra", True),
    ]


def test_limits_and_defaults_come_along() -> None:
    said = {
        "at most 200 characters": {"maxLength": 200},
        "1 to 9 characters, email": {"minLength": 1, "maxLength": 9, "format": "email"},
        "0 to 5, in steps of 0.5": {"minimum": 0, "maximum": 5, "multipleOf": 0.5},
        "above 1, below 2": {"exclusiveMinimum": 1, "exclusiveMaximum": 2},
        "at least 3": {"minimum": 3, "maximum": "many"},
        "pattern ^a$": {"pattern": "^a$"},
    }
    for words, schema in said.items():
        assert field_of({"type": "string", "default": "d"} | schema).limits == words
    assert field_of({"type": "string"}).default is UNSET
    assert field_of({"const": "only"}).default == "only"


@pytest.mark.parametrize(
    ("schema", "required"),
    [(None, False), ({}, False), ({"type": "object"}, True), ({"type": "boolean"}, True)],
)
def test_what_is_no_object_of_members_is_one_field(schema: Any, required: bool) -> None:
    (field,) = form_of(schema).fields
    assert (field.name, field.title, field.required) == (None, "payload", required)


def test_hostile_schemas_make_a_small_safe_form() -> None:
    loop = {"$ref": "#/$defs/L"}
    hostile: list[Any] = [
        {"$ref": "#"},
        {"$ref": "http://169.254.169.254/"},
        {"$ref": "#/no/where"},
        {"allOf": [{"$ref": "#"}]},
        {"type": {"a": []}, "properties": 7, "required": {"x": 1}},
        {"properties": {"a": loop}, "$defs": {"L": loop}},
        {"enum": list(range(10_000))},
        {"oneOf": [{"const": at} for at in range(10_000)]},
        {"properties": {str(at): {} for at in range(10_000)}},
        {"required": [str(at) for at in range(10_000)]},
        {"properties": {"a": {"title": 7, "description": [], "enum": {}, "const": "\x1b]0;x\a"}}},
        5,
        "x",
    ]
    for schema in hostile:
        form = form_of(schema)
        assert 1 <= len(form.fields) <= MOST_FIELDS
        assert all(len(each.choices) <= 200 for each in form.fields)
    nasty = "\x1b[2J[bold]" + "x" * 10_000
    name = "\u202e" + "n" * 1000
    form = form_of(
        {
            "description": nasty,
            "properties": {name: {"description": nasty, "enum": [nasty], "pattern": nasty}},
        }
    )
    (field,) = form.fields
    texts = [form.about, field.title, field.about, field.limits, field.choices[0].label]
    assert all(text.isprintable() and len(text) <= 300 for text in texts)
    assert field.name == name


def test_a_text_that_would_steer_the_terminal_is_entered_as_json() -> None:
    for default in ("\x1b[2J", "two\nlines", "\u202e"):
        assert field_of({"type": "string", "default": default}).kind is FieldKind.JSON
    assert field_of({"type": "string", "default": "plain"}).kind is FieldKind.TEXT
