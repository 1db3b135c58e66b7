"""When two JSON values are the same: numbers by value, booleans never numbers (RFC 6902, 4.6)."""

from __future__ import annotations

from typing import Any


def json_equal(one: Any, other: Any) -> bool:
    """Whether two values that keep to the depth limit are equal as JSON."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return len(one) == len(other) and all(
            name in other and json_equal(value, other[name]) for name, value in one.items()
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(json_equal, one, other))
    return bool(one == other)
