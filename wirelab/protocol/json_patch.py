"""JSON Patch (RFC 6902), applied whole or not at all, at a cost that follows the patch.

A document shares containers with the payloads it came from and with earlier states of itself, so
a container is changed in place only when this document owns it. Any other one on the path is
copied first, without its contents, and owned from then on. What holds an owned container is owned
too. A checkpoint is the root and ``Owned.clear()``: nothing that it reaches changes any more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from wirelab.protocol.json_equality import json_equal
from wirelab.protocol.json_size import WEIGHT_LIMIT, weight
from wirelab.protocol.patch_place import Place, PlaceRefused

_LIGHT = 4_000
"""Characters of JSON text that a patch may copy without a look at how large the document is."""


class PatchConflict(Exception):
    """A patch that does not apply; the document is exactly as it was.

    index: of the operation, from 0. operation: its ``op``. pointer: the place concerned.
    reason: words for a person.
    document: equal to the one given, and the better one to go on with: what had to be copied of it
    is owned, and need not be copied again.
    """

    def __init__(
        self, index: int, operation: str, pointer: str, reason: str, document: Any
    ) -> None:
        super().__init__(f"operation {index} ({operation} {pointer}): {reason}")
        self.index = index
        self.operation = operation
        self.pointer = pointer
        self.reason = reason
        self.document = document


class Owned:
    """The containers of one document that nothing else reaches: they may be changed in place."""

    __slots__ = ("_containers",)

    def __init__(self) -> None:
        # The container is kept beside its id, so that no other one can get that id.
        self._containers: dict[int, Any] = {}

    def __contains__(self, container: Any) -> bool:
        return id(container) in self._containers

    def __len__(self) -> int:
        return len(self._containers)

    def add(self, container: Any) -> None:
        self._containers[id(container)] = container

    def drop(self, value: Any) -> None:
        """Own neither this value nor anything inside it."""
        if self._containers.pop(id(value), None) is None:
            return
        for item in value.values() if isinstance(value, dict) else value:
            if isinstance(item, (dict, list)):
                self.drop(item)

    def clear(self) -> None:
        """Own nothing: whoever holds the root now will find it unchanged."""
        self._containers.clear()


_LARGEST_ORDERED = 1000
"""Members up to which a refused patch gives back their order, too: remembering it costs by the size
of the object, and to JSON the order means nothing."""


def apply(document: Any, operations: Any, owned: Owned) -> Any:
    """Apply the operations of a patch to a document; returns the new root.

    Values are shared with the patch, not copied. Removing the root leaves null. What would nest
    or grow beyond our limits is a conflict too. Raises PatchConflict.
    """
    if not isinstance(operations, list):
        raise PatchConflict(0, "", "", "the patch is not a list of operations", document)
    edit = _Edit(document, owned)
    for index, operation in enumerate(operations):
        edit.last = index == len(operations) - 1
        try:
            edit.perform(operation)
        except PlaceRefused as refused:
            before = edit.undo()
            op = operation.get("op") if isinstance(operation, dict) else None
            name = op if isinstance(op, str) else ""
            raise PatchConflict(index, name, refused.pointer, refused.reason, before) from None
    return edit.root


class _Edit:
    """One patch on its way: the root so far, and how to get back."""

    def __init__(self, root: Any, owned: Owned) -> None:
        self.root = root
        self.last = False
        self._owned = owned
        self._before: Any = None  # where the root was replaced: the document until then
        self._made: list[Any] = []
        self._made_of_document: int | None = None  # those made before the patch brought its own
        self._inverse: list[Callable[[], Any]] = []
        self._orders: dict[int, tuple[dict[str, Any], tuple[str, ...]]] = {}
        self._copied = 0
        self._shares = False  # some value of the document stands in two places
        self._size: int | None = None

    def perform(self, operation: Any) -> None:
        if not isinstance(operation, dict):
            raise PlaceRefused("", "the operation is not an object")
        op = operation.get("op")
        path = Place(_text(operation, "path"))
        if op == "add":
            value = _value(operation, path)
            path.check_depth(value)
            self._insert(path, value)
        elif op == "replace":
            self._replace(path, _value(operation, path))
        elif op == "remove":
            self._owned.drop(self._take(path))
        elif op == "test":
            if not json_equal(path.read(self.root), _value(operation, path)):
                raise PlaceRefused(path.pointer, "another value stands there")
        elif op == "move":
            self._move(Place(_text(operation, "from")), path)
        elif op == "copy":
            self._copy(Place(_text(operation, "from")), path)
        else:
            raise PlaceRefused(path.pointer, "there is no such operation")

    def undo(self) -> Any:
        """Take everything back; returns the document as it was."""
        for step in reversed(self._inverse):
            step()
        for members, order in self._orders.values():
            ordered = {name: members[name] for name in order if name in members}
            members.clear()
            members.update(ordered)
        if self._made_of_document is not None:
            for container in self._made[self._made_of_document :]:
                self._owned.drop(container)
        return self.root if self._before is None else self._before[0]

    def _replace(self, path: Place, value: Any) -> None:
        path.check_depth(value)
        if not path.tokens:
            self._replace_root(value)
            return
        parent = self._parent(path)
        self._set(parent, path.key(parent), value)

    def _move(self, source: Place, path: Place) -> None:
        value = source.read(self.root)
        if path.inside(source):
            if path.tokens != source.tokens:
                raise PlaceRefused(path.pointer, "a value cannot move into itself")
            return
        if len(path.tokens) > len(source.tokens):
            path.check_depth(value)
        self.last = False  # the second half may still fail
        self._insert(path, self._take(source))

    def _copy(self, source: Place, path: Place) -> None:
        value = source.read(self.root)
        if len(path.tokens) > len(source.tokens):
            path.check_depth(value)
        self._copied += weight(value)
        if self._copied > _LIGHT:
            if self._size is None:
                self._size = weight(self.root)
            if self._size + self._copied > WEIGHT_LIMIT:
                raise PlaceRefused(path.pointer, "the document would grow too large")
        self._owned.drop(value)  # two places share it from here on
        self._shares = True
        self._insert(path, value)

    def _take(self, path: Place) -> Any:
        """Remove what stands at a place; it stays owned if it was."""
        if not path.tokens:
            taken = self.root
            self._set_root(None)
            return taken
        parent = self._parent(path)
        key = path.key(parent)
        taken = parent[key]
        if isinstance(parent, list):
            self._inverse.append(partial(parent.insert, key, taken))
        else:
            orderly = not self.last and len(parent) <= _LARGEST_ORDERED
            if orderly and id(parent) not in self._orders:
                self._orders[id(parent)] = (parent, tuple(parent))
            self._inverse.append(partial(parent.__setitem__, key, taken))
        del parent[key]
        return taken

    def _insert(self, path: Place, value: Any) -> None:
        if not path.tokens:
            self._replace_root(value)
            return
        parent = self._parent(path)
        self._note_brought()
        key: Any = path.tokens[-1]
        if isinstance(parent, dict) and key in parent:
            self._set(parent, key, value)
        elif isinstance(parent, dict):
            parent[key] = value
            self._inverse.append(partial(parent.pop, key))
        else:
            key = path.index_to_insert(parent)
            parent.insert(key, value)
            self._inverse.append(partial(parent.pop, key))

    def _set(self, parent: Any, key: Any, value: Any) -> None:
        self._note_brought()
        self._inverse.append(partial(parent.__setitem__, key, parent[key]))
        self._owned.drop(parent[key])
        parent[key] = value

    def _replace_root(self, value: Any) -> None:
        self._owned.drop(self.root)
        self._set_root(value)

    def _set_root(self, value: Any) -> None:
        if self._before is None:
            self._before = (self.root,)
        self._note_brought()
        self.root = value

    def _note_brought(self) -> None:
        """From here on a container that is made may be inside of what the patch brings."""
        if self._made_of_document is None:
            self._made_of_document = len(self._made)

    def _parent(self, path: Place) -> Any:
        """The container that a place is in; it and all above it are owned after this."""
        node = self._own(self.root)
        if node is not self.root:
            self._note_copied(partial(setattr, self, "root", self.root))
            self.root = node
        for depth in range(len(path.tokens) - 1):
            key = path.key(node, depth)
            child = self._own(node[key])
            if child is not node[key]:
                self._note_copied(partial(node.__setitem__, key, node[key]))
                node[key] = child
            node = child
        path.check_container(node)
        return node

    def _note_copied(self, put_back: Callable[[], Any]) -> None:
        """A container stands where another stood. That one may have been changed by this patch,
        before it was shared: it is what has to be as it was."""
        if self._shares:
            self._inverse.append(put_back)

    def _own(self, node: Any) -> Any:
        if not isinstance(node, (dict, list)) or node in self._owned:
            return node
        copy = node.copy()
        self._owned.add(copy)
        self._made.append(copy)
        return copy


def _text(operation: dict[str, Any], member: str) -> str:
    value = operation.get(member)
    if not isinstance(value, str):
        raise PlaceRefused("", f'the operation has no "{member}"')
    return value


def _value(operation: dict[str, Any], path: Place) -> Any:
    if "value" not in operation:
        raise PlaceRefused(path.pointer, 'the operation has no "value"')
    return operation["value"]
