"""A JSON value on one short line, at a cost bounded by the line and not by the value."""

from __future__ import annotations

import json
from typing import Any

from wirelab.views.safe_text import ELLIPSIS, safe


def brief(value: Any, limit: int = 80) -> str:
    """Compact JSON of at most ``limit`` characters, made safe; what is left out is ``…``."""
    pieces: list[str] = []
    _write(value, pieces, limit, 8)
    return safe("".join(pieces), limit)


def quoted(text: Any, limit: int = 80) -> str:
    """A string as JSON text, bounded; any other value as ``brief``."""
    return brief(text, limit)


def _write(value: Any, pieces: list[str], budget: int, depth: int) -> int:
    """Append a value's text; returns what is left of the budget (below zero: stop)."""
    if isinstance(value, dict) and value:
        return _write_members(value, pieces, budget, depth)
    if isinstance(value, list) and value:
        return _write_items(value, pieces, budget, depth)
    if isinstance(value, str) and len(value) > budget + 1:
        value = value[: max(budget, 0) + 1]
    text = _scalar(value)
    pieces.append(text)
    return budget - len(text)


def _scalar(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 10_000:
        return "(a number of thousands of digits)"
    return json.dumps(value, ensure_ascii=False)


def _write_members(value: dict[str, Any], pieces: list[str], budget: int, depth: int) -> int:
    pieces.append("{")
    for index, (name, member) in enumerate(value.items()):
        if budget < 0 or depth == 0:
            pieces.append(ELLIPSIS)
            break
        pieces.append("," if index else "")
        budget = _write(name, pieces, budget, depth)
        pieces.append(":")
        budget = _write(member, pieces, budget - 2, depth - 1)
    pieces.append("}")
    return budget - 2


def _write_items(value: list[Any], pieces: list[str], budget: int, depth: int) -> int:
    pieces.append("[")
    for index, item in enumerate(value):
        if budget < 0 or depth == 0:
            pieces.append(ELLIPSIS)
            break
        pieces.append("," if index else "")
        budget = _write(item, pieces, budget - 1, depth - 1)
    pieces.append("]")
    return budget - 2
