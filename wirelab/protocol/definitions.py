"""The schema's definitions as code walks them: flat objects, and unions by their discriminator.

Flat means that composition is resolved: an object's ``properties`` and ``required`` hold those of
what it is composed with, and ``additionalProperties: false`` closes it. A flat definition accepts
exactly what the published one accepts, and costs a validator half the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from wirelab.protocol.versions import schema

Node: TypeAlias = dict[str, Any]


@dataclass(slots=True, frozen=True)
class Union:
    """Exactly one of several objects, told apart by a member.

    name: of the union's definition. discriminator: that member. branches: its values, and the
        node each stands for.
    """

    name: str
    discriminator: str
    branches: dict[str, Node]


class Definitions:
    """The flat definitions of one version, by name, and the unions among them."""

    def __init__(self, version: str) -> None:
        self._published: dict[str, Node] = schema(version)["$defs"]
        self.flat = {name: self._flattened(node) for name, node in self._published.items()}
        self._unions = {
            name: self._union(node) for name, node in self.flat.items() if "oneOf" in node
        }

    def reference(self, definition: str) -> Node:
        """The node that refers to a definition. Raises KeyError where there is none."""
        return {"$ref": _PREFIX + _name(self.flat[definition])}

    def resolve(self, node: Node) -> Node:
        """The node itself, or the flat definition that it refers to."""
        while "$ref" in node:
            node = self.flat[_name(node)]
        return node

    def name(self, node: Node) -> str | None:
        """The name of the definition that a node is or refers to; None for any other node."""
        return _name(node) if "$ref" in node or "$anchor" in node else None

    def union(self, node: Node) -> Union | None:
        """How to tell the members of a union apart; None where the node is no union."""
        name = self.name(node)
        return self._unions.get(name) if name is not None else None

    def _flattened(self, node: Node) -> Node:
        parts = [self._flattened(self._published[_name(part)]) for part in node.get("allOf", ())]
        flat = {key: value for key, value in node.items() if key not in _COMPOSITION}
        if "properties" in node:
            flat["properties"] = {}
            for part in (*parts, node):
                flat["properties"] |= part["properties"]
            names = [name for part in (*parts, node) for name in part.get("required", ())]
            flat["required"] = list(dict.fromkeys(names))
        if node.get("unevaluatedProperties") is False:
            flat["additionalProperties"] = False
        return flat

    def _union(self, node: Node) -> Union:
        branches = [self.flat[_name(branch)] for branch in node["oneOf"]]
        shared = set.intersection(*(_constants(branch) for branch in branches))
        (discriminator,) = shared
        by_value = {
            branch["properties"][discriminator]["const"]: reference
            for branch, reference in zip(branches, node["oneOf"], strict=True)
        }
        return Union(_name(node), discriminator, by_value)


@cache
def definitions(version: str) -> Definitions:
    """The definitions of a known version. Raises KeyError for another."""
    return Definitions(version)


_PREFIX = "#/$defs/"
_COMPOSITION = ("allOf", "unevaluatedProperties")


def _constants(node: Node) -> set[str]:
    return {name for name, member in node["properties"].items() if "const" in member}


def _name(node: Node) -> str:
    """The name of the definition that a node is or refers to."""
    name: str = node["$anchor"] if "$anchor" in node else node["$ref"].removeprefix(_PREFIX)
    return name
