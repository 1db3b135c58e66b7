"""Arguments for a tool the client advertised: a small instance of its ``parameters``.

The schema comes from the wire, so it may be anything: what is not understood reads as "anything
goes", and the sample stays small however large or recursive the schema is. It covers what tools
use (types, enum, const, default, bounds, local references), not all of JSON Schema.
"""

from __future__ import annotations

from typing import Any

from wirelab.protocol import json_pointer
from wirelab.wire.sse_encoder import canonical_json

_MOST_VALUES = 48
_DEEPEST = 8
_LONGEST_TEXT = 80
_LONGEST_NAME = 200

_BY_FORMAT = {
    "date": "2026-03-14",
    "date-time": "2026-03-14T09:30:00Z",
    "time": "09:30:00Z",
    "email": "ana@example.org",
    "uri": "https://example.org/",
    "uuid": "6f1c0a5e-9d6b-4d0b-8f0e-2a54d7a3c1b9",
}

_BOUNDS = (
    ("minimum", 0, True),
    ("exclusiveMinimum", 1, True),
    ("maximum", 0, False),
    ("exclusiveMaximum", 1, False),
)


def sample_arguments(parameters: Any, said: str) -> str:
    """JSON text of arguments for ``parameters``, a JSON Schema or anything else.

    said: what the user asked; it becomes the value of strings that are free.
    """
    sample = _Sample(parameters, " ".join(said.split())[:_LONGEST_TEXT] or "example")
    value = sample.of(parameters, 0)
    return canonical_json(value if isinstance(value, dict) else {})


class _Sample:
    """One sample under way, with what may still be spent on it."""

    def __init__(self, root: Any, said: str) -> None:
        self._root = root
        self._said = said
        self._left = _MOST_VALUES

    def of(self, schema: Any, depth: int) -> Any:
        """A value for a schema."""
        self._left -= 1
        if not isinstance(schema, dict) or depth > _DEEPEST or self._left < 0:
            return self._said
        for given in ("const", "default"):
            if given in schema and _is_small(schema[given]):
                return schema[given]
        for listed in ("enum", "examples"):
            choices = schema.get(listed)
            if isinstance(choices, list) and choices and _is_small(choices[0]):
                return choices[0]
        chosen = self._chosen(schema)
        return self.of(chosen, depth + 1) if chosen is not None else self._typed(schema, depth)

    def _chosen(self, schema: dict[str, Any]) -> Any:
        """The schema that stands for this one: what it refers to, or the first it lets choose."""
        reference = schema.get("$ref")
        if isinstance(reference, str) and reference.startswith("#"):
            try:
                return json_pointer.resolve(self._root, reference[1:])
            except json_pointer.PointerError:
                return None
        for several in ("anyOf", "oneOf", "allOf"):
            choices = schema.get(several)
            if isinstance(choices, list) and choices:
                return choices[0]
        return None

    def _typed(self, schema: dict[str, Any], depth: int) -> Any:
        type_ = schema.get("type")
        if isinstance(type_, list):
            type_ = next((name for name in type_ if name != "null"), None)
        if type_ == "object" or (type_ is None and "properties" in schema):
            return self._object(schema, depth)
        if type_ == "array":
            return [self.of(schema.get("items", {}), depth + 1)] if depth < _DEEPEST else []
        if type_ in ("integer", "number"):
            return _number(schema)
        if type_ == "boolean":
            return True
        return None if type_ == "null" else self._text(schema)

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        """The required properties; all of them where none is required."""
        properties = schema.get("properties")
        if not isinstance(properties, dict):
            return {}
        required = schema.get("required")
        names = required if isinstance(required, list) and required else list(properties)
        made: dict[str, Any] = {}
        for name in names:
            if self._left <= 0:
                break
            if isinstance(name, str) and name in properties and len(name) <= _LONGEST_NAME:
                made[name] = self.of(properties[name], depth + 1)
        return made

    def _text(self, schema: dict[str, Any]) -> str:
        format_ = schema.get("format")
        text = _BY_FORMAT.get(format_ if isinstance(format_, str) else "", self._said)
        longest = schema.get("maxLength")
        return text[:longest] if type(longest) is int and longest >= 0 else text


def _number(schema: dict[str, Any]) -> int | float:
    """1, or what its bounds make of it."""
    number: int | float = 1
    for name, inside, is_lower in _BOUNDS:
        bound = schema.get(name)
        if isinstance(bound, int | float) and not isinstance(bound, bool):
            number = max(number, bound + inside) if is_lower else min(number, bound - inside)
    return number


def _is_small(value: Any) -> bool:
    return value is None or (isinstance(value, bool | int | float | str) and len(str(value)) < 200)
