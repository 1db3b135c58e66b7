"""What one place of a user's JSON Schema says, read without trust: references inside the document
followed, the wrappers that code generators put around a type taken off. Never raises.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wirelab.protocol import json_pointer

_MOST_HOPS = 8
_PASSED_ON = ("title", "description", "default")


@dataclass(slots=True, frozen=True)
class SchemaNode:
    """schema: the members that count at this place. nullable: null is a value here too."""

    schema: dict[str, Any]
    nullable: bool = False


def read_node(root: Any, node: Any) -> SchemaNode:
    """The node with references and wrappers resolved; an empty one where that cannot be done."""
    nullable = False
    for _ in range(_MOST_HOPS):
        if not isinstance(node, dict):
            return SchemaNode({}, nullable)
        inner, takes_null = _unwrapped(root, node)
        nullable = nullable or takes_null
        if inner is node:
            return SchemaNode(_without_null(node), nullable or _takes_null(node))
        node = inner
    return SchemaNode({}, nullable)


def _unwrapped(root: Any, node: dict[str, Any]) -> tuple[Any, bool]:
    """What stands inside a reference, an ``allOf`` of one or an "or null"; else the node."""
    if isinstance(node.get("$ref"), str):
        return _passing_on(node, _target(root, node["$ref"])), False
    whole = node.get("allOf")
    if isinstance(whole, list) and len(whole) == 1:
        rest = {name: value for name, value in node.items() if name != "allOf"}
        return (whole[0] | rest if isinstance(whole[0], dict) else {}), False
    for word in ("anyOf", "oneOf"):
        branches = node.get(word)
        if isinstance(branches, list) and len(branches) == 2:
            others = [each for each in branches if not _is_null(each)]
            if len(others) == 1:
                return _passing_on(node, others[0]), True
    return node, False


def _passing_on(outer: dict[str, Any], inner: Any) -> Any:
    """What is said around a type wins over what the type says of itself."""
    if not isinstance(inner, dict):
        return {}
    return inner | {name: outer[name] for name in _PASSED_ON if name in outer}


def _target(root: Any, reference: str) -> Any:
    """A place of the document; nothing for what lies outside it."""
    if not reference.startswith("#"):
        return {}
    try:
        return json_pointer.resolve(root, reference[1:])
    except json_pointer.PointerError:
        return {}


def _is_null(node: Any) -> bool:
    return isinstance(node, dict) and node.get("type") == "null"


def _takes_null(node: dict[str, Any]) -> bool:
    return isinstance(node.get("type"), list) and "null" in node["type"]


def _without_null(node: dict[str, Any]) -> dict[str, Any]:
    """``["string", "null"]`` is a string; a list of several types is left as it is."""
    kinds = node.get("type")
    if not isinstance(kinds, list):
        return node
    others = [kind for kind in kinds if kind != "null"]
    return node | {"type": others[0]} if len(others) == 1 else node
