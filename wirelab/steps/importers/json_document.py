"""JSON documents as importers read them: whole, bounded, and with nothing taken for granted.

What cannot be read raises a SourceError of one sentence. A member of the wrong type counts as one
that is not there: another tool's file is taken as far as it says what is expected of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from wirelab.errors import SourceError
from wirelab.steps.exact_forms import is_shallow
from wirelab.steps.record_text import MAX_DEPTH
from wirelab.steps.step import LONGEST_MS
from wirelab.wire.sse_encoder import canonical_json
from wirelab.wire.traffic import Headers

MAX_DOCUMENT = 256 * 1024 * 1024
"""Bytes of the largest document that is read."""

_BOM = b"\xef\xbb\xbf"
_SURROGATE = re.compile("[\ud800-\udfff]")


class NotKeptError(ValueError):
    """A JSON text that cannot be held as it is; the text is the reason."""


def parsed(text: str) -> Any:
    """The value of a JSON text. Raises NotKeptError."""
    try:
        value = json.loads(text, parse_float=_float)
        if is_shallow(value, text, MAX_DEPTH):
            return value
    except RecursionError:
        pass
    except NotKeptError:
        raise
    except json.JSONDecodeError as fault:
        if not text[fault.pos :].strip():
            raise NotKeptError("it ends in the middle") from None
        where = f"line {fault.lineno}, column {fault.colno}"
        raise NotKeptError(f"it is not JSON ({fault.msg} at {where})") from None
    except ValueError:
        raise NotKeptError("it holds a number with too many digits") from None
    raise NotKeptError("its JSON is nested too deeply")


def document(chunks: Iterable[bytes], name: str, what: str) -> dict[str, Any]:
    """The object that the whole of a file is; ``what`` names its kind in errors."""
    data = bytearray()
    for chunk in chunks:
        data += chunk
        if len(data) > MAX_DOCUMENT:
            raise SourceError(f"{name} is {what} of more than {MAX_DOCUMENT >> 20} MiB")
    try:
        value = parsed(data.removeprefix(_BOM).decode("utf-8", "replace"))
    except NotKeptError as fault:
        raise SourceError(f"{name} is {what}, but {fault}") from None
    if not isinstance(value, dict):
        raise SourceError(f"{name} is no object, as {what} is")
    return value


def _float(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise NotKeptError("it holds a number beyond measure")
    return number


def object_in(holder: Any, key: str) -> dict[str, Any]:
    """The object under a key; an empty one where there is none."""
    value = holder.get(key) if isinstance(holder, dict) else None
    return value if isinstance(value, dict) else {}


def list_in(holder: dict[str, Any], key: str) -> list[Any]:
    """The list under a key; an empty one where there is none."""
    value = holder.get(key)
    return value if isinstance(value, list) else []


def text_in(holder: dict[str, Any], key: str) -> str:
    """The text under a key, halves of surrogate pairs replaced; empty where there is none."""
    value = holder.get(key)
    return _SURROGATE.sub("\ufffd", value) if isinstance(value, str) else ""


def number_in(holder: dict[str, Any], key: str) -> float | None:
    """The number under a key, 0 or more; None where there is none."""
    value: Any = holder.get(key)
    return value if type(value) in (int, float) and 0 <= value <= 1e300 else None


def ms(value: float | None) -> float | None:
    """A time in milliseconds, to the microsecond; None for what is no time of a session."""
    return round(float(value), 3) if value is not None and 0 <= value <= LONGEST_MS else None


def event_bytes(event: Any) -> bytes:
    """The JSON text of a value, of which the text as it came was not kept."""
    return canonical_json(event).encode("utf-8")


def headers_in(holder: dict[str, Any]) -> Headers:
    """Pairs of ``{"name", "value"}``; whatever else stands among them is none."""
    pairs = (each for each in list_in(holder, "headers") if isinstance(each, dict))
    return tuple((text_in(pair, "name"), text_in(pair, "value")) for pair in pairs)
