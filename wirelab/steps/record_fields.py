"""Members of a line's JSON object, each read as what the format says it is.

A member that is present and of the wrong type is a ``LineError``; an absent one has its default.
"""

from __future__ import annotations

import re
from base64 import b64decode
from typing import Any

from wirelab.steps.record_text import LineError
from wirelab.steps.step import LONGEST_MS
from wirelab.steps.step_upgrades import Record
from wirelab.wire.frame import FrameKind
from wirelab.wire.sse_encoder import canonical_json
from wirelab.wire.traffic import Headers


def text_of(record: Record, key: str, absent: str | None = None) -> str:
    """The string under ``key``, which has a UTF-8 form."""
    value = record.get(key, absent)
    if not isinstance(value, str):
        raise LineError(f'"{key}" must be a string')
    return _with_utf8(value)


def object_of(record: Record, key: str) -> dict[str, Any]:
    """The object under ``key``."""
    value = record[key]
    if not isinstance(value, dict):
        raise LineError(f'"{key}" must be an object')
    return value


def milliseconds_of(record: Record, key: str) -> float | None:
    """The time or duration under ``key``; None where it is absent or null."""
    value = record.get(key)
    if value is None:
        return None
    if type(value) not in (int, float) or not 0 <= value <= LONGEST_MS:
        raise LineError(f'"{key}" must be a number of milliseconds, 0 or more')
    return float(value)


def bytes_of(record: Record, key: str) -> bytes:
    """The bytes that the base64 under ``key`` stands for."""
    try:
        return b64decode(text_of(record, key), validate=True)
    except ValueError:
        raise LineError(f'"{key}" must be base64') from None


def headers_of(record: Record) -> Headers:
    """The header pairs; none where there is no such member."""
    pairs = record.get("headers", [])
    if not isinstance(pairs, list) or not all(map(_is_pair, pairs)):
        raise LineError('"headers" must be a list of [name, value] pairs')
    return tuple((_with_utf8(name), _with_utf8(value)) for name, value in pairs)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(v, str) for v in value)


def body_of(record: Record) -> bytes:
    """The bytes of a body in whichever of its three forms it has; none where it has none."""
    if "body64" in record:
        return bytes_of(record, "body64")
    if "bodyText" in record:
        return text_of(record, "bodyText").encode("utf-8")
    return canonical_json(record["body"]).encode("utf-8") if "body" in record else b""


def frame_kind_of(record: Record) -> FrameKind:
    """The kind of a frame without bytes."""
    kind = record.get("kind", FrameKind.EVENT)
    if kind not in (FrameKind.EVENT, FrameKind.COMMENT, FrameKind.STRAY):
        raise LineError('"kind" of a frame must be event, comment or stray')
    return FrameKind(kind)


def codes_of(record: Record) -> tuple[str, ...]:
    """The codes of ``expect``."""
    codes = record.get("expect", [])
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        raise LineError('"expect" must be a list of codes')
    return tuple(codes)


def _with_utf8(text: str) -> str:
    if _SURROGATE.search(text):
        raise LineError("it holds half of a surrogate pair, which has no UTF-8")
    return text


_SURROGATE = re.compile("[\ud800-\udfff]")
