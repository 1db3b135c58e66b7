"""How deep and how heavy a JSON value is.

Every document we hold keeps to ``DEPTH_LIMIT``, so that code which walks one may recurse. A value
may be reached by several paths, because patches share what they copy: each container is looked at
once, however often it shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

DEPTH_LIMIT = 200
"""Containers around any value: what the JSON parser takes."""

WEIGHT_LIMIT = 50_000_000
"""Characters of JSON text, about, that copying inside a document may make of it."""


def nests_too_deep(value: Any, limit: int = DEPTH_LIMIT) -> bool:
    """Whether some value inside has more than ``limit`` containers of ``value`` around it."""
    if not isinstance(value, (dict, list)):
        return False
    level: Iterable[Any] = [value]
    for _ in range(limit):
        level = _containers(item for outer in level for item in _items(outer))
        if not level:
            return False
    return any(level)


def weight(value: Any) -> int:
    """The length of its JSON text in characters, about. ``value`` keeps to ``DEPTH_LIMIT``."""
    return _weight(value, {})


def _weight(value: Any, known: dict[int, int]) -> int:
    if isinstance(value, str):
        return len(value) + 2
    if not isinstance(value, (dict, list)):
        return 4
    seen = known.get(id(value))
    if seen is None:
        seen = 2 + sum(len(name) + 4 for name in value) if isinstance(value, dict) else 2
        for item in _items(value):
            seen += 1 + _weight(item, known)
        known[id(value)] = seen
    return seen


def _containers(values: Iterable[Any]) -> Iterable[Any]:
    return {id(value): value for value in values if isinstance(value, (dict, list))}.values()


def _items(container: Any) -> Iterable[Any]:
    return container.values() if isinstance(container, dict) else container
