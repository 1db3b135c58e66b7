"""Why the schema refuses a value: where, what stands there, what it takes, the likely slip.

One fault a place. A union is judged by the branch that its discriminator names, so a fault deep
inside a content part is reported there, and never as "matches none of five".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from wirelab.protocol import json_pointer, likely_slips
from wirelab.protocol.definitions import Definitions, Node, Union, definitions
from wirelab.protocol.explaining_validator import explaining_validator
from wirelab.protocol.schema_words import ANY_VALUE, allowed, found, one_of, shortened, values

if TYPE_CHECKING:
    from jsonschema import ValidationError

FAULTS_KEPT = 20
_STRANGERS_ASKED = 1000
UNKNOWN_PROPERTY = "unevaluatedProperties"
UNKNOWN_MEMBER = "oneOf"


@dataclass(slots=True, frozen=True)
class SchemaFault:
    """One place that the schema refuses; ``str()`` is a sentence.

    pointer: the value's place; of a missing member, the place where it should be.
    found: what stands there, shortened. allowed: what it takes, in words.
    keyword: of JSON Schema; ``UNKNOWN_PROPERTY`` and ``UNKNOWN_MEMBER`` mean material that the
        schema does not know, every other one a value that it refuses.
    slip: what was probably meant, or "".
    written_as: the unknown property that is probably this missing member, or "".
    """

    pointer: str
    found: str
    allowed: str
    keyword: str
    slip: str = ""
    written_as: str = ""

    def __str__(self) -> str:
        place = shortened(self.pointer, 120) or "the whole"
        if self.keyword == UNKNOWN_PROPERTY:
            return f"{place} is not known here"
        if self.keyword == "required":
            return f"{place} is missing, it takes {self.allowed}"
        return f"{place} is {self.found}, it takes {self.allowed}"


def explain(version: str, definition: str, value: Any) -> list[SchemaFault]:
    """The faults of a value against a definition, at most ``FAULTS_KEPT``; none if it fits.

    Raises KeyError for an unknown version or definition.
    """
    return list(islice(faults(version, definition, value), FAULTS_KEPT))


def faults(
    version: str, definition: str, value: Any, *, unknown: bool = True
) -> Iterator[SchemaFault]:
    """All faults, in the order of the schema, found as they are asked for.

    unknown: also where the value holds what the schema does not know.
    """
    known = definitions(version)
    seen: set[str] = set()
    for error in explaining_validator(version, definition).iter_errors(value):
        if not unknown and error.validator in ("additionalProperties", UNKNOWN_MEMBER):
            continue
        pointer = json_pointer.format(error.absolute_path)
        if pointer not in seen:
            seen.add(pointer)
            yield _fault(known, pointer, error)


def _fault(known: Definitions, pointer: str, error: ValidationError) -> SchemaFault:
    node: Any = error.schema
    value: Any = error.instance
    keyword = str(error.validator)
    union = known.union(node)
    if union is not None:
        return _union_fault(union, pointer, value, keyword)
    if keyword == "required":
        return _missing_fault(known, node, pointer, value, str(error.path[-1]))
    if keyword == "additionalProperties":
        name = str(error.path[-1])
        slip = _meant(likely_slips.other_spelling(name, node["properties"]))
        return SchemaFault(pointer, found(value[name]), "nothing", UNKNOWN_PROPERTY, slip)
    slip = _slip(node, value, keyword)
    return SchemaFault(pointer, found(value), allowed(known, node), keyword, slip)


def _missing_fault(
    known: Definitions, node: Node, pointer: str, value: dict[str, Any], name: str
) -> SchemaFault:
    members = node["properties"]
    strangers = [key for key in islice(value, _STRANGERS_ASKED) if key not in members]
    instead = likely_slips.written_as(name, strangers)
    wanted = allowed(known, members[name])
    slip = likely_slips.LEFT_OUT if wanted == ANY_VALUE else ""
    slip = f'it is probably written "{shortened(instead)}"' if instead else slip
    return SchemaFault(pointer, "nothing", wanted, "required", slip, instead)


def _union_fault(union: Union, pointer: str, value: Any, keyword: str) -> SchemaFault:
    choice = one_of(union.branches)
    if not isinstance(value, dict):
        wanted = f'an object whose "{union.discriminator}" is {choice}'
        slip = likely_slips.not_an_object(value, union.branches)
        return SchemaFault(pointer, found(value), wanted, keyword, slip)
    if keyword == "required":
        return SchemaFault(pointer, "nothing", choice, keyword)
    chosen = value[union.discriminator]
    slip = _meant(likely_slips.meant_value(chosen, union.branches))
    return SchemaFault(pointer, found(chosen), choice, keyword, slip)


def _slip(node: Node, value: Any, keyword: str) -> str:
    if value is None:
        return likely_slips.NULL
    if keyword == "not":
        return likely_slips.not_a_pointer(value)
    if keyword in ("const", "enum"):
        return _meant(likely_slips.meant_value(value, values(node)))
    return likely_slips.wrong_type(node, value) if keyword == "type" else ""


def _meant(word: str) -> str:
    return f'"{word}" is probably meant' if word else ""
