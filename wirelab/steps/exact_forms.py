"""Readable forms of bytes, used only where they give the very same bytes back.

JSON text is kept as JSON only if parsing it and encoding it canonically is the identity; so
duplicate keys, NaN, odd spacing, ``1e5``, escapes nobody needs and nesting that a reader with less
stack could refuse all fall back to a string, and bytes that are not UTF-8 to base64.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from typing import Any, NoReturn

from wirelab.wire.sse_encoder import canonical_json, encode_comment

MAX_DEPTH = 200
"""Levels of nesting up to which a value is written as JSON; a deeper one is written as a string."""


def exact_json(data: bytes) -> str | None:
    """``data`` as JSON text if it is the canonical encoding of a JSON value, else None."""
    try:
        text = data.decode("utf-8")
        value = _DECODER.decode(text)
        if canonical_json(value) != text or not is_shallow(value, text, MAX_DEPTH):
            return None
    except (ValueError, RecursionError):
        return None
    return text


def exact_event(data: bytes) -> str | None:
    """The payload's JSON text if ``data`` is exactly one canonically encoded event, else None."""
    if data.startswith(b"data: {") and data.endswith(b"}\n\n"):
        return exact_json(data[6:-2])
    return None


def exact_comment(data: bytes) -> str | None:
    """The comment's text if ``data`` is exactly one SSE comment block, else None."""
    if not (data.startswith(b":") and data.endswith(b"\n\n")):
        return None
    try:
        text = data[1:-2].decode("utf-8").removeprefix(" ")
    except UnicodeDecodeError:
        return None
    return text if encode_comment(text) == data else None


def text_or_base64(data: bytes) -> tuple[str, str]:
    """A key suffix ("" or "64") and the text that stands for ``data`` under it."""
    try:
        return "", data.decode("utf-8")
    except UnicodeDecodeError:
        return "64", b64encode(data).decode("ascii")


def is_shallow(value: Any, text: str, levels: int) -> bool:
    """Whether ``value``, parsed from ``text``, is nested at most ``levels`` deep."""
    if text.count("{") + text.count("[") <= levels:
        return True
    level = [value]
    for _ in range(levels):
        level = [part for outer in level for part in _parts(outer) if isinstance(part, dict | list)]
        if not level:
            return True
    return False


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _not_json(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_not_json)
