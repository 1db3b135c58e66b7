"""Events, text and comments as server-sent events, in the one canonical form Wire Lab writes.

Invariant: the decoder gives back what was encoded, but for what SSE cannot carry: CR and CRLF
inside text become LF, and lone surrogates, which UTF-8 lacks, become their JSON escape.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

_LINE_END = re.compile(r"\r\n|\r|\n")
_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_SURROGATE = re.compile("[\ud800-\udfff]")


def canonical_json(value: Any) -> str:
    """Compact JSON that keeps non-ASCII text as it is, lone surrogates apart.

    NaN and the infinities are written as Python writes them: a stream under test may hold them.
    Raises TypeError, ValueError or RecursionError for what JSON cannot hold.
    """
    text = _COMPACT.encode(value)
    # A surrogate can only stand inside a JSON string, where its escape is the same character.
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def encode_event(payload: dict[str, Any]) -> bytes:
    """``data: <canonical JSON>`` and a blank line."""
    return f"data: {canonical_json(payload)}\n\n".encode()


def encode_data(text: str) -> bytes:
    """Any text as one event, a ``data`` line for each of its lines."""
    return _block("data: " + line for line in _LINE_END.split(text))


def encode_comment(text: str) -> bytes:
    """A comment block, a line for each line of the text, ``:`` alone for an empty one."""
    return _block(": " + line if line else ":" for line in _LINE_END.split(text))


def _block(lines: Iterable[str]) -> bytes:
    return ("\n".join(lines) + "\n\n").encode("utf-8", "backslashreplace")
