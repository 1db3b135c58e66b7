"""A step to the line that stands for it.

Whatever form is chosen, reading the line back gives the same step or the same bytes. Times are
kept to the microsecond.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from typing import Any, TypeAlias

from wirelab.steps.exact_forms import exact_comment, exact_event, exact_json, text_or_base64
from wirelab.steps.step import (
    LONGEST_MS,
    CaseStep,
    CommentStep,
    EventStep,
    FrameStep,
    Header,
    RunStep,
    Step,
    TrafficStep,
)
from wirelab.steps.step_upgrades import CURRENT
from wirelab.wire.frame import FrameKind
from wirelab.wire.sse_encoder import canonical_json
from wirelab.wire.traffic import End, Headers, Read, Request, Response, Traffic

Members: TypeAlias = list[tuple[str, str]]
"""Keys of one line's object with the JSON text of their values, in order."""

_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
"""Escaped though JSON does not ask for it: some readers end lines at these, some terminals obey
them, and surrogates have no UTF-8."""


def write_step(step: Header | Step | Traffic) -> bytes:
    """The step as one line, its LF included."""
    match step:
        case Header():
            members = _header(step)
        case Step():
            members = _step(step) + _shared(step)
        case _:
            members = _traffic(step)
    text = _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", _object(members))
    return f"{text}\n".encode()


def _header(header: Header) -> Members:
    title = [("title", _json(header.title))] if header.title else []
    return [
        ("wirelab", str(CURRENT)),
        ("kind", _json(header.kind.value)),
        *title,
        *_members(header.extra),
    ]


def _step(step: Step) -> Members:
    match step:
        case TrafficStep():
            return _traffic(step.traffic)
        case EventStep():
            return [("event", canonical_json(step.payload)), *_at(step.at_ms)]
        case CommentStep():
            return [("comment", _json(step.text)), *_at(step.at_ms)]
        case FrameStep():
            return _frame(step)
        case CaseStep():
            return _case(step)
        case RunStep():
            return [("run", canonical_json(step.settings))]
    raise TypeError(f"no line is written for {type(step).__name__}")


def _traffic(traffic: Traffic) -> Members:
    match traffic:
        case Request():
            inner = [("method", _json(traffic.method)), ("url", _json(traffic.url))]
            members = [*inner, ("headers", _headers(traffic.headers)), *_body(traffic.body)]
            return [("request", _object(members)), *_at(traffic.at_ms)]
        case Response():
            inner = [("status", str(traffic.status)), ("headers", _headers(traffic.headers))]
            return [("response", _object(inner)), *_at(traffic.at_ms)]
        case Read():
            return [_read(traffic.data), *_at(traffic.at_ms)]
        case End():
            detail = [("detail", _json(traffic.detail))] if traffic.detail else []
            return [("end", _json(traffic.how.value)), *detail, *_at(traffic.at_ms)]


def _read(data: bytes) -> tuple[str, str]:
    event = exact_event(data)
    if event is not None:
        return "event", event
    comment = exact_comment(data)
    if comment is not None:
        return "comment", _json(comment)
    suffix, text = text_or_base64(data)
    return f"read{suffix}", _json(text)


def _body(body: bytes) -> Members:
    if not body:
        return []
    value = exact_json(body)
    if value is not None:
        return [("body", value)]
    suffix, text = text_or_base64(body)
    return [("body64" if suffix else "bodyText", _json(text))]


def _frame(step: FrameStep) -> Members:
    kind = [] if step.kind is FrameKind.EVENT else [("kind", _json(step.kind.value))]
    if step.raw:
        return [("frame64", _json(b64encode(step.raw).decode("ascii"))), *kind, *_at(step.at_ms)]
    bound = [("tooLong", _json(step.too_long))] if step.too_long else []
    return [("frame", _json(step.data)), *kind, *bound, *_at(step.at_ms)]


def _case(step: CaseStep) -> Members:
    members = [("case", _json(step.name)), ("kill", _json(step.kill))]
    if step.input is not None:
        members.append(("input", canonical_json(step.input)))
    return members + ([("spec", _json(step.spec))] if step.spec is not None else [])


def _shared(step: Step) -> Members:
    pause = [("pause", _number(step.pause_ms))] if step.pause_ms is not None else []
    expect = [("expect", _json(list(step.expect)))] if step.expect else []
    return pause + expect + _members(step.extra)


def _at(at_ms: float | None) -> Members:
    return [("at", _number(at_ms))] if at_ms is not None and 0 <= at_ms <= LONGEST_MS else []


def _number(milliseconds: float) -> str:
    rounded = round(milliseconds, 3)
    return str(int(rounded)) if rounded == int(rounded) else repr(rounded)


def _headers(headers: Headers) -> str:
    return _json([list(pair) for pair in headers])


def _members(extra: dict[str, Any]) -> Members:
    return [(key, canonical_json(value)) for key, value in extra.items()]


def _object(members: Members) -> str:
    return "{" + ",".join(f"{_json(key)}:{value}" for key, value in members) + "}"


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
