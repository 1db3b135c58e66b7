"""Where two JSON values differ, in document order: numbers by value, booleans never numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from wirelab.protocol.json_equality import json_equal
from wirelab.protocol.json_pointer import format as pointer_of

ABSENT: Any = object()
"""The mark of a member or item that one of two values does not have."""


class Difference(NamedTuple):
    """One place where two values differ; either side may be ``ABSENT``."""

    pointer: str
    before: Any
    after: Any


def differences(before: Any, after: Any, at: tuple[str | int, ...] = ()) -> Iterator[Difference]:
    """Each innermost place where two values that keep to the depth limit differ.

    Lists are compared item by item. The cost follows the smaller of the two.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        for name in (*before, *(name for name in after if name not in before)):
            yield from differences(before.get(name, ABSENT), after.get(name, ABSENT), (*at, name))
    elif isinstance(before, list) and isinstance(after, list):
        for index in range(max(len(before), len(after))):
            yield from differences(_item(before, index), _item(after, index), (*at, index))
    elif not json_equal(before, after):
        yield Difference(pointer_of(at), before, after)


def _item(items: list[Any], index: int) -> Any:
    return items[index] if index < len(items) else ABSENT
