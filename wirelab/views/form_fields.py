"""From a JSON Schema to the fields of a form: what a person fills in to answer an interrupt.

Schemas come over the wire: what is shown is made safe and short, fields and choices are bounded,
and what no field fits (arrays, objects, unknown or recursive types) is written as JSON.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any

from wirelab.protocol.json_equality import json_equal
from wirelab.protocol.run_input import UNSET
from wirelab.views.brief_json import brief
from wirelab.views.field_limits import limits_of
from wirelab.views.safe_text import safe
from wirelab.views.schema_nodes import SchemaNode, read_node

MOST_FIELDS = 40
_MOST_CHOICES = 200
_TITLE, _ABOUT, _LABEL = 60, 300, 60


class FieldKind(StrEnum):
    """How a value is entered."""

    SWITCH = "switch"
    CHOICE = "choice"
    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    JSON = "json"


_BY_TYPE = {
    "string": FieldKind.TEXT,
    "integer": FieldKind.INTEGER,
    "number": FieldKind.NUMBER,
    "boolean": FieldKind.SWITCH,
}


@dataclass(slots=True, frozen=True)
class Choice:
    """One of a field's values, and what it is called."""

    label: str
    value: Any


_SWITCH = (Choice("yes", True), Choice("no", False))


@dataclass(slots=True, frozen=True)
class FormField:
    """One value to enter.

    name: of the payload's member; None where the value is the whole payload.
    title, about, limits: safe to show. nullable: it takes null as well.
    default: UNSET where the schema gives none.
    """

    name: str | None
    kind: FieldKind
    title: str
    about: str = ""
    limits: str = ""
    required: bool = False
    nullable: bool = False
    choices: tuple[Choice, ...] = ()
    default: Any = UNSET


@dataclass(slots=True, frozen=True)
class Form:
    """The fields of one payload; ``about`` is what the schema says of the whole."""

    fields: tuple[FormField, ...]
    about: str = ""


def form_of(schema: Any) -> Form:
    """The form for a responseSchema, which may be anything. Without one the payload is optional."""
    node = read_node(schema, schema)
    members = _members(schema, node)
    about = _shown(node.schema.get("description"), _ABOUT)
    if members:
        return Form(tuple(members), about)
    required = bool(node.schema) and not node.nullable
    return Form((_field(None, node, required=required),), "")


def _members(root: Any, node: SchemaNode) -> list[FormField]:
    """A field a member of the object asked for; none where it is no such object."""
    properties, required = node.schema.get("properties"), node.schema.get("required")
    if node.schema.get("type", "object") != "object" or node.nullable:
        return []
    known = properties if isinstance(properties, dict) else {}
    asked = islice(required if isinstance(required, list) else (), MOST_FIELDS + 1)
    names = dict.fromkeys(each for each in asked if isinstance(each, str))
    if len(known | names) > MOST_FIELDS:
        return []
    return [
        _field(name, read_node(root, known.get(name)), required=name in names)
        for name in known | names
    ]


def _field(name: str | None, node: SchemaNode, *, required: bool) -> FormField:
    schema, choices = node.schema, _choices(node.schema)
    default = schema.get("default", UNSET)
    kind = _kind(schema, choices)
    if kind is FieldKind.SWITCH:
        choices = _SWITCH
    if kind is FieldKind.TEXT and not _is_one_line(default):
        kind = FieldKind.JSON
    return FormField(
        name,
        kind,
        _shown(schema.get("title"), _TITLE) or safe(name or "payload", _TITLE),
        _shown(schema.get("description"), _ABOUT),
        limits_of(schema),
        required,
        node.nullable,
        choices,
        choices[0].value if default is UNSET and "const" in schema and choices else default,
    )


def _is_one_line(default: Any) -> bool:
    """Whether a text can stand in a terminal as it is; any other is escaped, as JSON."""
    return not isinstance(default, str) or safe(default, len(default) or None) == default


def _kind(schema: dict[str, Any], choices: tuple[Choice, ...]) -> FieldKind:
    kind = schema.get("type")
    if choices:
        return FieldKind.CHOICE
    return _BY_TYPE.get(kind, FieldKind.JSON) if isinstance(kind, str) else FieldKind.JSON


def _choices(schema: dict[str, Any]) -> tuple[Choice, ...]:
    """The values that are spelt out, unless there are too many to choose from."""
    if "const" in schema:
        return (_choice(schema["const"], schema.get("title")),)
    values = schema.get("enum")
    if isinstance(values, list):
        return tuple(map(_choice, values)) if len(values) <= _MOST_CHOICES else ()
    for word in ("oneOf", "anyOf"):
        branches = schema.get(word)
        if isinstance(branches, list) and _spell_values_out(branches):
            return tuple(_choice(each["const"], each.get("title")) for each in branches)
    return ()


def _spell_values_out(branches: list[Any]) -> bool:
    few = 0 < len(branches) <= _MOST_CHOICES
    return few and all(isinstance(each, dict) and "const" in each for each in branches)


def _choice(value: Any, title: Any = None) -> Choice:
    label = _shown(title, _LABEL)
    if not label:
        label = safe(value, _LABEL) if isinstance(value, str) and value else brief(value, _LABEL)
    return Choice(label, value)


def choice_of(field: FormField, value: Any) -> int | None:
    """The index of the choice that is this value; None where there is none."""
    return next(
        (at for at, choice in enumerate(field.choices) if json_equal(choice.value, value)), None
    )


def _shown(text: Any, limit: int) -> str:
    return safe(text, limit) if isinstance(text, str) else ""
