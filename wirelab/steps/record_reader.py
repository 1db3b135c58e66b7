"""A line's JSON object to the step it stands for.

Every fault is a ``LineError`` whose text completes "line 7: ...". Nothing is guessed: a member
that is present and of the wrong type makes the line unreadable, an absent one has its default.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from wirelab.steps.record_fields import (
    body_of,
    bytes_of,
    codes_of,
    frame_kind_of,
    headers_of,
    milliseconds_of,
    object_of,
    text_of,
)
from wirelab.steps.record_text import LineError
from wirelab.steps.step import (
    CaseStep,
    CommentStep,
    EventStep,
    FileKind,
    FrameStep,
    Header,
    RunStep,
    Step,
    TrafficStep,
)
from wirelab.steps.step_upgrades import Record
from wirelab.wire.traffic import End, Ending, Read, Request, Response


def header_of(record: Record, version: int) -> Header:
    """The header that ``record`` is; ``version`` is the one it was written in."""
    kind = record.get("kind")
    if kind not in list(FileKind):
        raise LineError(f'"kind" must be one of {", ".join(FileKind)}')
    extra = {key: value for key, value in record.items() if key not in _HEADER_MEMBERS}
    return Header(FileKind(kind), version, text_of(record, "title", ""), extra)


def step_of(record: Record) -> Step:
    """The step that ``record`` is, told by the one member that names a kind of step."""
    kinds = [key for key in record if key in READERS]
    if not kinds:
        raise LineError(f"it is no step this version knows (it has {_names(record)})")
    if len(kinds) > 1:
        raise LineError(f"it is several steps at once ({_names(kinds)})")
    (kind,) = kinds
    step = READERS[kind](record)
    step.pause_ms = milliseconds_of(record, "pause")
    step.expect = codes_of(record)
    step.extra = {key: value for key, value in record.items() if key not in _MEMBERS[kind]}
    return step


def _request(record: Record) -> Step:
    inner = object_of(record, "request")
    request = Request(
        method=text_of(inner, "method", "POST"),
        url=text_of(inner, "url", ""),
        headers=headers_of(inner),
        body=body_of(inner),
        at_ms=milliseconds_of(record, "at"),
    )
    return TrafficStep(request)


def _response(record: Record) -> Step:
    inner = object_of(record, "response")
    status = inner.get("status")
    if type(status) is not int or not 100 <= status <= 999:
        raise LineError('"status" must be a number from 100 to 999')
    return TrafficStep(Response(status, headers_of(inner), milliseconds_of(record, "at")))


def _event(record: Record) -> Step:
    return EventStep(object_of(record, "event"), milliseconds_of(record, "at"))


def _comment(record: Record) -> Step:
    return CommentStep(text_of(record, "comment"), milliseconds_of(record, "at"))


def _read(record: Record) -> Step:
    return TrafficStep(Read(text_of(record, "read").encode("utf-8"), milliseconds_of(record, "at")))


def _read64(record: Record) -> Step:
    return TrafficStep(Read(bytes_of(record, "read64"), milliseconds_of(record, "at")))


def _frame(record: Record) -> Step:
    return FrameStep(
        text_of(record, "frame"),
        milliseconds_of(record, "at"),
        frame_kind_of(record),
        too_long=text_of(record, "tooLong", ""),
    )


def _frame64(record: Record) -> Step:
    raw = bytes_of(record, "frame64")
    data = raw.decode("utf-8", "replace")
    return FrameStep(data, milliseconds_of(record, "at"), frame_kind_of(record), raw)


def _end(record: Record) -> Step:
    how = record["end"]
    if how not in list(Ending):
        raise LineError(f'"end" must be one of {", ".join(Ending)}')
    return TrafficStep(
        End(Ending(how), text_of(record, "detail", ""), milliseconds_of(record, "at"))
    )


def _case(record: Record) -> Step:
    return CaseStep(
        name=text_of(record, "case"),
        kill=text_of(record, "kill", ""),
        input=object_of(record, "input") if "input" in record else None,
        spec=text_of(record, "spec") if "spec" in record else None,
    )


def _run(record: Record) -> Step:
    return RunStep(object_of(record, "run"))


READERS: Mapping[str, Callable[[Record], Step]] = {
    "request": _request,
    "response": _response,
    "event": _event,
    "comment": _comment,
    "read": _read,
    "read64": _read64,
    "frame": _frame,
    "frame64": _frame64,
    "end": _end,
    "case": _case,
    "run": _run,
}
"""The kinds of step, by the member that names them."""

_HEADER_MEMBERS = {"wirelab", "kind", "title"}
_MEMBERS_BESIDE = {
    **dict.fromkeys(("frame", "frame64"), ("kind", "tooLong")),
    "end": ("detail",),
    "case": ("kill", "input", "spec"),
}
_MEMBERS = {
    kind: {kind, "at", "pause", "expect", *_MEMBERS_BESIDE.get(kind, ())} for kind in READERS
}
"""What a line of each kind may hold; anything else is kept as ``extra``."""


def _names(keys: Any) -> str:
    listed = [json.dumps(key)[:40] for key in keys]
    return ", ".join(listed[:5]) + (", ..." if len(listed) > 5 else "") if listed else "no member"
