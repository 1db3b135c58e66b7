"""RFC 6902 as plainly as it can be written: copy the whole document, then follow the words.

The oracle for the real one; slow, and without limits or sharing.
"""

from __future__ import annotations

import copy
from typing import Any


class DoesNotApply(Exception):
    pass


def apply(document: Any, operations: list[dict[str, Any]]) -> Any:
    """The patched copy. Raises DoesNotApply."""
    holder = {"root": copy.deepcopy(document)}
    for operation in operations:
        perform(holder, copy.deepcopy(operation))
    return holder["root"]


def perform(holder: dict[str, Any], operation: dict[str, Any]) -> None:
    path = tokens(operation["path"])
    match operation["op"]:
        case "add":
            add(holder, path, operation["value"])
        case "remove":
            remove(holder, path)
        case "replace":
            read(holder, path)
            parent, key = parent_of(holder, path)
            parent[key] = operation["value"]
        case "test":
            if not same(read(holder, path), operation["value"]):
                raise DoesNotApply
        case "copy":
            add(holder, path, copy.deepcopy(read(holder, tokens(operation["from"]))))
        case "move":
            move(holder, tokens(operation["from"]), path)


def move(holder: dict[str, Any], source: list[str], path: list[str]) -> None:
    value = read(holder, source)
    if path[: len(source)] == source:
        if path != source:
            raise DoesNotApply
        return
    remove(holder, source)
    add(holder, path, value)


def tokens(pointer: str) -> list[str]:
    return [
        "root",
        *(part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]),
    ]


def read(holder: Any, path: list[str]) -> Any:
    value = holder
    for token in path:
        value = value[key_for(value, token)]
    return value


def parent_of(holder: Any, path: list[str]) -> tuple[Any, Any]:
    parent = read(holder, path[:-1])
    return parent, key_for(parent, path[-1])


def key_for(container: Any, token: str) -> Any:
    if isinstance(container, dict) and token in container:
        return token
    if isinstance(container, list) and token in [str(index) for index in range(len(container))]:
        return int(token)
    raise DoesNotApply


def add(holder: Any, path: list[str], value: Any) -> None:
    parent = read(holder, path[:-1])
    if isinstance(parent, dict):
        parent[path[-1]] = value
    elif isinstance(parent, list) and path[-1] in ("-", str(len(parent))):
        parent.append(value)
    else:
        _, index = parent_of(holder, path)
        if not isinstance(parent, list):
            raise DoesNotApply
        parent.insert(index, value)


def remove(holder: Any, path: list[str]) -> None:
    parent, key = parent_of(holder, path)
    if path == ["root"]:
        holder["root"] = None
    else:
        del parent[key]


def same(one: Any, other: Any) -> bool:
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return isinstance(one, bool) == isinstance(other, bool) and one == other
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(one == other)
