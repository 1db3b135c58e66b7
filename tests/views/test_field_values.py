from __future__ import annotations

from typing import Any

import pytest

from wirelab.protocol.run_input import UNSET
from wirelab.views.field_values import (
    Entry,
    NoValue,
    draft_of,
    first_entry,
    is_showable,
    json_entry,
    payload_of,
    value_of,
)
from wirelab.views.form_fields import FormField, form_of


def field(schema: dict[str, Any], *, required: bool = False) -> FormField:
    needs = {"required": ["f"]} if required else {}
    return form_of({"properties": {"f": schema}, **needs}).fields[0]


@pytest.mark.parametrize(
    ("schema", "entry", "value"),
    [
        ({"type": "string"}, " as it is ", " as it is "),
        ({"type": "string"}, "7", "7"),
        ({"type": "integer"}, " 7 ", 7),
        ({"type": "number"}, "1.5", 1.5),
        ({"type": "number"}, "2", 2),
        ({"type": "boolean"}, 0, True),
        ({"type": "boolean"}, 1, False),
        ({"enum": ["a", None]}, 1, None),
        ({"type": "array"}, "[1, 2]", [1, 2]),
        ({"type": "string"}, "", UNSET),
        ({"type": "boolean"}, None, UNSET),
    ],
)
def test_what_is_entered_is_a_value_of_the_type(
    schema: dict[str, Any], entry: Entry, value: Any
) -> None:
    made = value_of(field(schema), entry)
    assert made == value
    assert type(made) is type(value)


@pytest.mark.parametrize(
    ("schema", "entry", "why"),
    [
        ({"type": "integer"}, "1.5", "is no whole number"),
        ({"type": "integer"}, "true", "is no whole number"),
        ({"type": "number"}, '"1"', "is no number"),
        ({"type": "number"}, "1,5", "is not JSON at column 2: trailing characters"),
        ({"type": "array"}, "[1,\n 2", "is not JSON at line 2, column 3"),
        ({"type": "array"}, "[" * 5000, "nested deeper"),
        ({"type": "string"}, "  ", "needs a value"),
        ({"type": "boolean"}, None, "needs a value"),
    ],
)
def test_what_is_no_value_yet_says_why(schema: dict[str, Any], entry: Entry, why: str) -> None:
    with pytest.raises(NoValue) as caught:
        value_of(field(schema, required=True), entry)
    assert str(caught.value).startswith(why.split(":")[0])


def test_a_required_field_that_takes_null_gets_it_when_left_blank() -> None:
    assert value_of(field({"type": ["string", "null"]}, required=True), "") is None
    assert value_of(field({"type": ["string", "null"]}), "") is UNSET


def test_defaults_stand_in_the_fields_where_they_fit() -> None:
    for schema, entry in (
        ({"type": "boolean", "default": True}, 0),
        ({"type": "boolean", "default": False}, 1),
        ({"type": "boolean", "default": 1}, None),
        ({"type": "boolean"}, None),
        ({"enum": [1, True], "default": True}, 1),
        ({"type": "string", "default": "d"}, "d"),
        ({"type": "string", "default": 7}, ""),
        ({"type": "integer", "default": 7}, "7"),
        ({"type": "array", "default": []}, "[]"),
        ({"type": "string", "default": "x" * 30_000}, ""),
        ({"type": "string", "default": "\x1b[2J"}, '"\\u001b[2J"'),
    ):
        assert first_entry(field(schema)) == entry, schema


def test_json_to_edit_never_steers_the_terminal() -> None:
    assert json_entry({"ort": "Köln"}) == '{\n  "ort": "Köln"\n}'
    assert is_showable(json_entry({"a": "\u202e\x9b"}))


FORM = form_of(
    {
        "properties": {"ok": {"type": "boolean", "title": "Approve"}, "n": {"type": "integer"}},
        "required": ["ok"],
    }
)


def test_a_payload_has_the_members_that_were_filled_in() -> None:
    assert payload_of(FORM, [0, ""]) == {"ok": True}
    assert payload_of(FORM, [1, "3"]) == {"ok": False, "n": 3}
    with pytest.raises(NoValue, match=r"^Approve needs a value$"):
        payload_of(FORM, [None, "3"])
    assert draft_of(FORM, [None, "3"]) == '{\n  "n": 3\n}'


def test_a_payload_of_one_value_is_that_value() -> None:
    assert payload_of(form_of({"type": "string"}), ["x"]) == "x"
    assert payload_of(form_of(None), [""]) is UNSET
    assert (draft_of(form_of(None), [""]), draft_of(form_of(None), ["[1]"])) == ("", "[\n  1\n]")
