"""The events of frames, for formats that hold events and nothing else; what else there is, is
counted by its name."""

from __future__ import annotations

import json
import re
from typing import Any

from wirelab.steps.exact_forms import MAX_DEPTH, is_shallow
from wirelab.steps.exporters.exporter import Export
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.sse_encoder import canonical_json

_NOUNS = {
    FrameKind.COMMENT: "comment",
    FrameKind.STRAY: "stray line",
    FrameKind.CUT_OFF: "unfinished frame",
    FrameKind.BINARY: "protobuf frame",
}
_LINE_END = re.compile(r"[\r\n]+")


def event_data(frame: Frame, export: Export) -> str | None:
    """The data of an event; None, counted, for a frame of another kind."""
    if frame.kind is not FrameKind.EVENT:
        if frame.kind in _NOUNS:
            export.left_out[_NOUNS[frame.kind]] += 1
        return None
    if frame.fields:
        export.left_out["event's SSE field"] += len(frame.fields)
    if "\ufffd" in frame.data and b"\xef\xbf\xbd" not in frame.raw:
        export.note("bytes that are no UTF-8 became U+FFFD")
    return frame.data


def event_line(frame: Frame, export: Export) -> str | None:
    """The data of an event without line ends; None, counted, for what no line can stand for."""
    data = event_data(frame, export)
    if data is None:
        return None
    if not data.strip():
        export.left_out["empty event"] += 1
        return None
    if _LINE_END.search(data):
        event = event_object(data)
        export.note("events of several lines were written in one")
        data = canonical_json(event) if event is not None else _LINE_END.sub(" ", data)
    return data


def event_object(data: str) -> dict[str, Any] | None:
    """The JSON object that an event's data is; None where it is none, or one that would not be
    read back as it was (nested beyond measure, numbers beyond measure, NaN)."""
    try:
        value = json.loads(data, parse_constant=_no_constant, parse_float=_float)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and is_shallow(value, data, MAX_DEPTH) else None


def counted_event(frame: Frame, export: Export) -> dict[str, Any] | None:
    """As ``event_object``, of a frame; whatever is no JSON object is counted."""
    data = event_data(frame, export)
    event = event_object(data) if data is not None else None
    if data is not None and event is None:
        export.left_out["event without a JSON object"] += 1
    return event


def _no_constant(constant: str) -> float:
    raise ValueError(constant)


def _float(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(digits)
    return number
