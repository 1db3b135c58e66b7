"""Taking out of a value what the schema does not know, at any depth [basic/processing].

Unknown is not malformed: a property of a closed object goes alone; a union member of a kind we do
not know goes with whatever cannot be without it. Everything else stays, well-formed or not.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from wirelab.protocol import json_pointer, likely_slips
from wirelab.protocol.definitions import Node, definitions

_OPEN_ENUMS = frozenset({"ReasoningEncryptedValueSubtype"})
"""Enums whose unknown values are unknown members; those of every other enum are malformed."""


STRANGERS_KEPT = 100


@dataclass(slots=True, frozen=True)
class Stranger:
    """One thing that the schema does not know.

    pointer: its place in the value as given. removed: the place of what was taken out for it;
        "" is the value itself.
    name: the unknown property's name, or the word that names the unknown kind.
    member: the member that holds that word (``type``, ``role``, ``op``...); "" for a property.
    definition: the union or enum that does not have that word; "" for a property.
    action: ``property stripped``, or for a union member ``field stripped``, ``element dropped``,
        ``value removed`` (the value that cannot be without it), ``event dropped`` (all of it).
    meant: the known name or word that it probably stands for, or "".
    """

    pointer: str
    removed: str
    name: str
    member: str
    definition: str
    action: str
    meant: str


class Stripped:
    """A value without what the schema does not know.

    value: what is left; meaningless when ``dropped``. dropped: nothing could be left.
    strangers: what was taken out, in order; the first ``STRANGERS_KEPT`` of it.
    """

    def __init__(self, version: str, definition: str, value: Any) -> None:
        self.strangers: list[Stranger] = []
        self.dropped = False
        self._known = definitions(version)
        self._removed: set[str] = set()
        self.value = self._strip(self._known.reference(definition), value, "")
        if isinstance(self.value, _Unknown):
            self.dropped = True
            self._take_out(self.value, "event dropped", "")

    def covers(self, pointer: str) -> bool:
        """Whether a place of the value as given, or anything around it, was taken out."""
        while pointer and pointer not in self._removed:
            pointer = pointer.rpartition("/")[0]
        return pointer in self._removed

    def _strip(self, node: Node, value: Any, at: str) -> Any:
        """The value without strangers, or the _Unknown that takes it along."""
        union = self._known.union(node)
        if union is not None:
            word = value.get(union.discriminator) if isinstance(value, dict) else None
            if not isinstance(word, str):
                return value
            if word not in union.branches:
                return _Unknown(at, word, union.discriminator, union.name, union.branches)
            node = union.branches[word]
        node = self._known.resolve(node)
        if isinstance(value, dict) and "properties" in node:
            return self._object(node, value, at)
        if isinstance(value, list) and "items" in node:
            return self._list(node["items"], value, at)
        open_enum = node.get("$anchor") in _OPEN_ENUMS and isinstance(value, str)
        if open_enum and value not in node["enum"]:
            return _Unknown(at, value, at.rpartition("/")[2], node["$anchor"], node["enum"])
        return value

    def _object(self, node: Node, value: dict[str, Any], at: str) -> Any:
        so_far = len(self.strangers)
        kept = {}
        for name, item in value.items():
            place = at + json_pointer.format((name,))
            rest = self._member(node, name, item, place)
            if not isinstance(rest, _Unknown):
                kept[name] = rest
            elif name in node["required"]:
                del self.strangers[so_far:]
                return rest
            else:
                self._take_out(rest, "field stripped", place)
        return kept

    def _member(self, node: Node, name: str, item: Any, place: str) -> Any:
        if name in node["properties"]:
            return self._strip(node["properties"][name], item, place)
        if "additionalProperties" not in node:
            return item
        return _Unknown(place, name, "", "", node["properties"])

    def _list(self, node: Node, value: list[Any], at: str) -> list[Any]:
        kept = []
        for index, item in enumerate(value):
            place = f"{at}/{index}"
            rest = self._strip(node, item, place)
            if isinstance(rest, _Unknown):
                self._take_out(rest, "element dropped", place)
            else:
                kept.append(rest)
        return kept

    def _take_out(self, unknown: _Unknown, action: str, removed: str) -> None:
        if not unknown.member:
            action = "property stripped"
        elif removed and removed != unknown.pointer:
            action = "value removed"
        self._removed.add(removed)
        if len(self.strangers) >= STRANGERS_KEPT:
            return
        self.strangers.append(
            Stranger(
                pointer=unknown.pointer,
                removed=removed,
                name=unknown.name,
                member=unknown.member,
                definition=unknown.definition,
                action=action,
                meant=unknown.meant(),
            )
        )


@dataclass(slots=True, frozen=True)
class _Unknown:
    """Something unknown on its way up to whatever it takes along."""

    pointer: str
    name: str
    member: str
    definition: str
    known: Collection[str]

    def meant(self) -> str:
        guess = likely_slips.meant_value if self.member else likely_slips.other_spelling
        return guess(self.name, self.known)
