"""A JSON Schema validator that finds faults one by one, for the few keywords our schemas use.

Unlike the stock one it follows a union into the branch that its discriminator names, reports each
missing and each unknown member at its own place, passes over list items that the gate accepts,
and never puts a value into words: values come from the wire and may be of any size.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from wirelab.protocol.definitions import Definitions, Node, definitions
from wirelab.protocol.schema_gate import Gate, gate

if TYPE_CHECKING:
    from jsonschema.protocols import Validator


@cache
def explaining_validator(version: str, definition: str) -> Validator:
    """The validator for a definition. Raises KeyError for an unknown version or definition."""
    from jsonschema import Draft202012Validator, validators

    known, quick = definitions(version), gate(version)
    extend: Any = validators.extend
    explaining = extend(
        Draft202012Validator,
        {
            "type": _type,
            "const": _const,
            "enum": _enum,
            "minimum": _minimum,
            "maximum": _maximum,
            "minItems": _min_items,
            "not": _not,
            "required": _required,
            "additionalProperties": _additional_properties,
            "items": lambda *given: _items(known, quick, *given),
            "oneOf": lambda *given: _one_of(known, *given),
        },
    )
    validator: Validator = explaining({**known.flat[definition], "$defs": known.flat})
    return validator


def _fault(**given: Any) -> Any:
    from jsonschema import ValidationError

    return ValidationError("", **given)


def _type(validator: Any, types: str | list[str], value: Any, _: Node) -> Iterator[Any]:
    names = [types] if isinstance(types, str) else types
    if not any(validator.is_type(value, name) for name in names):
        yield _fault()


def _const(_: Any, constant: str, value: Any, __: Node) -> Iterator[Any]:
    if value != constant:
        yield _fault()


def _enum(_: Any, options: list[str], value: Any, __: Node) -> Iterator[Any]:
    if value not in options:
        yield _fault()


def _minimum(validator: Any, least: int, value: Any, _: Node) -> Iterator[Any]:
    if validator.is_type(value, "number") and value < least:
        yield _fault()


def _maximum(validator: Any, most: int, value: Any, _: Node) -> Iterator[Any]:
    if validator.is_type(value, "number") and value > most:
        yield _fault()


def _min_items(_: Any, least: int, value: Any, __: Node) -> Iterator[Any]:
    if isinstance(value, list) and len(value) < least:
        yield _fault()


def _not(validator: Any, excluded: Node, value: Any, _: Node) -> Iterator[Any]:
    if validator.evolve(schema=excluded).is_valid(value):
        yield _fault()


def _required(_: Any, names: list[str], value: Any, __: Node) -> Iterator[Any]:
    for name in names if isinstance(value, dict) else ():
        if name not in value:
            yield _fault(path=[name])


def _additional_properties(_: Any, __: Any, value: Any, node: Node) -> Iterator[Any]:
    for name in value if isinstance(value, dict) else ():
        if name not in node["properties"]:
            yield _fault(path=[name])


def _items(
    known: Definitions, quick: Gate, validator: Any, node: Node, value: Any, _: Node
) -> Iterator[Any]:
    name = known.name(node)
    for index, item in enumerate(value if isinstance(value, list) else ()):
        if not (quick.accepts(name, item) if name else validator.is_type(item, node["type"])):
            yield from validator.descend(item, node, path=index)


def _one_of(known: Definitions, validator: Any, _: Any, value: Any, node: Node) -> Iterator[Any]:
    union = known.union(node)
    assert union is not None
    if not isinstance(value, dict):
        yield _fault(validator="type")
        return
    word = value.get(union.discriminator)
    if union.discriminator not in value:
        yield _fault(validator="required", path=[union.discriminator])
    elif not isinstance(word, str):
        yield _fault(validator="type", path=[union.discriminator])
    elif word not in union.branches:
        yield _fault(path=[union.discriminator])
    else:
        yield from validator.descend(value, union.branches[word])
