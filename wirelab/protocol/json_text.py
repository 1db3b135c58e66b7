"""JSON text to plain Python values, for text that may be hostile.

Exact where readers differ: NaN and Infinity are not JSON, a lone surrogate escape is, a member
written twice is reported (the last one counts, as in every client), nesting is bounded. A number
too large for a double reads as infinity, as in JavaScript.
"""

from __future__ import annotations

import json
import re
from typing import Any

from pydantic_core import from_json, to_json

from wirelab.protocol.json_size import DEPTH_LIMIT, nests_too_deep

_STRING_OR_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|NaN|-?Infinity', re.DOTALL)
_NAMES_KEPT = 20


class NotJson(ValueError):
    """The text is no JSON.

    reason: why, in words. position: the character (of bytes that are not UTF-8: the byte) it
    shows at, counted from 0.
    """

    def __init__(self, reason: str, position: int) -> None:
        super().__init__(f"{reason.removesuffix(' at')} at character {position}")
        self.reason = reason
        self.position = position


class TooDeep(ValueError):
    """JSON, perhaps, but nested deeper than ``limit`` levels."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"nested deeper than {limit} levels")
        self.limit = limit


class ParsedJson:
    """A value, and the names that some object of it has twice (the first 20, in order)."""

    __slots__ = ("duplicate_keys", "value")

    def __init__(self, value: Any, duplicate_keys: tuple[str, ...] = ()) -> None:
        self.value = value
        self.duplicate_keys = duplicate_keys


def plain_object(data: str) -> dict[str, Any] | None:
    """The object a JSON text holds, where the quick reader can vouch for it; else ask ``parse``."""
    try:
        value = from_json(data, allow_inf_nan=False)
    except (ValueError, TypeError):
        return None
    if type(value) is not dict:
        return None
    colons = data.count(":")
    return value if colons == len(value) or _accounts_for(value, colons, data) else None


def parse(data: str | bytes) -> ParsedJson:
    """Parse one JSON text (RFC 8259). Raises NotJson or TooDeep, and nothing else."""
    try:
        value = from_json(data, allow_inf_nan=False)
    except (ValueError, TypeError) as error:  # TypeError: a text that holds a lone surrogate
        if str(error).startswith("recursion limit"):
            raise TooDeep(DEPTH_LIMIT) from None
        return _read_again(data)
    colons = data.count(":") if isinstance(data, str) else data.count(b":")
    # Every member has a colon outside of strings, so this many members leave none for a second.
    if colons == (len(value) if type(value) is dict else 0) or _accounts_for(value, colons, data):
        return ParsedJson(value)
    return _read_again(data)


def _accounts_for(value: Any, colons: int, data: str | bytes) -> bool:
    """Whether the members and strings of ``value`` have all the colons of the text."""
    escaped = "\\u003" in data if isinstance(data, str) else b"\\u003" in data
    return not escaped and to_json(value).count(b":") == colons


def _read_again(data: str | bytes) -> ParsedJson:
    """Read with the slower parser, for what the fast one refuses or cannot tell."""
    text = data if isinstance(data, str) else _decoded(data)
    twice: dict[str, None] = {}

    def note_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            seen: set[str] = set()
            for name, _ in pairs:
                if name in seen and len(twice) < _NAMES_KEPT:
                    twice[name] = None
                seen.add(name)
        return members

    try:
        value = json.loads(
            text,
            object_pairs_hook=note_duplicates,
            parse_int=_integer,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        raise NotJson(error.msg[:1].lower() + error.msg[1:], error.pos) from None
    except _ConstantError as error:
        name = str(error)
        raise NotJson(f"{name} is not JSON", _position_of_constant(text)) from None
    except RecursionError:
        raise TooDeep(DEPTH_LIMIT) from None
    if nests_too_deep(value):
        raise TooDeep(DEPTH_LIMIT)
    return ParsedJson(value, tuple(twice))


class _ConstantError(Exception):
    """Python's parser met NaN or Infinity."""


def _refuse_constant(name: str) -> None:
    raise _ConstantError(name)


def _integer(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:  # more digits than Python converts
        return float(digits)


def _position_of_constant(text: str) -> int:
    matches = _STRING_OR_CONSTANT.finditer(text)
    return next((match.start() for match in matches if match[0][0] != '"'), 0)


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise NotJson("the bytes are not UTF-8", error.start) from None
