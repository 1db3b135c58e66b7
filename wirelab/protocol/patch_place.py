"""A place that a patch operation names, and what its tokens mean in a document.

Reading a place never changes anything; every refusal says why in words for a person.
"""

from __future__ import annotations

import json
from typing import Any

from wirelab.protocol import json_pointer
from wirelab.protocol.json_size import DEPTH_LIMIT, nests_too_deep


class PlaceRefused(Exception):
    """An operation cannot be done at this place; ``reason`` says why."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(reason)
        self.pointer = pointer
        self.reason = reason


class Place:
    """A JSON Pointer of an operation. Every method but ``inside`` raises PlaceRefused."""

    __slots__ = ("pointer", "tokens")

    def __init__(self, pointer: str) -> None:
        self.pointer = pointer
        try:
            self.tokens = json_pointer.parse(pointer)
        except json_pointer.PointerError as error:
            raise PlaceRefused(pointer, str(error)) from None

    def inside(self, other: Place) -> bool:
        """Whether this is ``other`` or a place within it."""
        return self.tokens[: len(other.tokens)] == other.tokens

    def read(self, root: Any) -> Any:
        """The value that stands here."""
        node = root
        for depth in range(len(self.tokens)):
            node = node[self.key(node, depth)]
        return node

    def key(self, container: Any, depth: int = -1) -> Any:
        """What to index ``container`` with for the token at ``depth``: an item that is there."""
        token = self.tokens[depth]
        if isinstance(container, dict):
            if token not in container:
                raise PlaceRefused(self.pointer, f"there is no member {_quoted(token)}")
            return token
        self.check_container(container)
        index = json_pointer.array_index(token)
        if index is None or index >= len(container):
            raise PlaceRefused(self.pointer, _no_item(container, token))
        return index

    def index_to_insert(self, array: list[Any]) -> int:
        """The index at which the last token inserts into an array; ``-`` is its end."""
        token = self.tokens[-1]
        index = len(array) if token == "-" else json_pointer.array_index(token)
        if index is None or index > len(array):
            raise PlaceRefused(self.pointer, _no_item(array, token))
        return index

    def check_container(self, value: Any) -> None:
        """Refuse unless ``value``, which stands above this place, can have members."""
        if not isinstance(value, (dict, list)):
            reason = f"there is {_kind(value)} above it, which has no members"
            raise PlaceRefused(self.pointer, reason)

    def check_depth(self, value: Any) -> None:
        """Refuse a value that would nest deeper here than any document may."""
        room = DEPTH_LIMIT - len(self.tokens)
        if room < 0 or nests_too_deep(value, room):
            raise PlaceRefused(self.pointer, f"it would nest deeper than {DEPTH_LIMIT} levels")


def _no_item(array: list[Any], token: str) -> str:
    size = f"the array has {len(array)} item{'' if len(array) == 1 else 's'}"
    if json_pointer.array_index(token) is not None:
        return size
    return f"{_quoted(token)} is no index, {size}"


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return "a string" if isinstance(value, str) else "a number"


def _quoted(token: str) -> str:
    text = json.dumps(token if len(token) <= 40 else token[:39] + "…", ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
