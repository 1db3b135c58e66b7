"""Each key of the filter language: what it finds, and the nearest that it must not find."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.views.streams import (
    EOF,
    LOST_CONTENT,
    REQUEST,
    RUN_FINISHED,
    RUN_STARTED,
    STREAM,
    inspected,
    sent,
)
from wirelab import inspect_stream
from wirelab.session.session import Session
from wirelab.views.filters import KEYS, parse_filter
from wirelab.wire.traffic import Read

RECORDINGS = Path(__file__).parents[3] / "recordings"
SEVERITIES = ("error", "warning", "note")
CALL = {"type": "TOOL_CALL_START", "toolCallId": "call-1", "toolCallName": "get weather"}
STEP = {"type": "STEP_STARTED", "stepName": "Plan [a]"}
OWNED = {"type": "CUSTOM", "name": "x.y", "value": {"n": 10, "on": True}, "subagentRunId": "sub-2"}
DELTA = {"type": "STATE_DELTA", "delta": [{"op": "add", "path": "/city", "value": "Bogotá"}]}
SECOND = RUN_STARTED | {"runId": "r-2"}
STEP_OVER = {"type": "STEP_FINISHED", "stepName": "Plan [a]"}
ROWS: list[dict[str, Any] | bytes] = [
    RUN_STARTED,  # 0
    CALL,  # 1
    b": Keep-Alive\n\n",  # 2
    STEP,  # 3
    OWNED,  # 4
    LOST_CONTENT,  # 5
    DELTA,  # 6
    STEP_OVER,  # 7
    RUN_FINISHED,  # 8
    SECOND,  # 9
    RUN_FINISHED | {"runId": "r-2"},  # 10
]
TIMES = [20, 120, 130, 1130, 1140, 1150, 1160, 1170, 1180, 3500, None]


@pytest.fixture(scope="module")
def session() -> Session:
    reads = [
        Read(row, at_ms) if isinstance(row, bytes) else sent(row, at_ms)
        for row, at_ms in zip(ROWS, TIMES, strict=True)
    ]
    return inspected(REQUEST, STREAM, *reads, EOF)


FOUND: list[tuple[str, list[int]]] = [
    ("type:tool_call_start", [1]),
    ("type:TOOL_*", [1]),
    ("type:TOOL", []),
    ("type:STEP_?TARTED", [3]),
    ('type:"STEP_*"', []),
    ("type:*", [0, 1, 3, 4, 5, 6, 7, 8, 9, 10]),
    ("id:call-1", [1]),
    ("id:CALL-?", [1]),
    ("id:call", []),
    ("id:t-1", [0, 8, 9, 10]),
    ('id:"plan [a]"', [3, 7]),
    ("id:*[A]", [3, 7]),
    ("id:sub-2", [4]),
    ("id:x.y", []),
    ("sev:error", [5, 8]),
    ("sev:note", [5, 8]),
    ("code:MSG002", [5]),
    ("code:msg*", [5]),
    ("code:message-not-open", [5]),
    ("code:MSG001", []),
    ("owner:sub-2", [4]),
    ("owner:sub", []),
    ("-owner:* kind:event", [0, 1, 3, 5, 6, 7, 8, 9, 10]),
    ("run:1", [0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ("run:2", [9, 10, 11]),
    ("run:3", []),
    ("run:r-2", [9, 10, 11]),
    ('run:"2"', []),
    ("run:0", []),
    ("t>3", [9]),
    ("t>=3.5s", [9]),
    ("t>3.5", []),
    ("t<0.1", [0, 11]),
    ("t<=120ms t>20ms", [1, 11]),
    ("gap>1", [9]),
    ("gap>=1", [3, 9]),
    ("gap<=10ms gap>9ms", [2, 4, 5, 6, 7, 8]),
    ("kind:comment", [2]),
    ("kind:CLOSED", [11]),
    ("kind:cut-off", []),
    ("path:/delta", [5, 6]),
    ("path:/Delta", []),
    ("path:/delta/0", [6]),
    ("path:/delta/00", []),
    ("path:/delta/*/op=ADD", [6]),
    ("path:/delta/*/op=ad", []),
    ("path:/*/*/path", [6]),
    ("path:/delta~OS", [5]),
    ("path:/delta~bogotá", [6]),
    ('path:/delta~"\\"op\\":"', [6]),
    ("path:/value/n=10", [4]),
    ('path:/value/n="10"', []),
    ("path:/value/n=1", []),
    ('path:/value/n~"10"', [4]),
    ("path:/value/on=true", [4]),
    ("path:/value/on=1", []),
    ("path:/value~0n", []),
    ('path:"/delta/*"', []),
    ("lost", [5]),
    ("LOS", [5]),
    ("loss", []),
    ('"get weather"', [1]),
    ("weather get", [1]),
    ("bogotá", [6]),
    ("keep-alive", [2]),
    ("eof", [11]),
    ('"\\"runId\\": \\"r-2\\""', [9, 10]),
]


@pytest.mark.parametrize(("text", "found"), FOUND, ids=[text for text, _ in FOUND])
def test_a_term_finds(session: Session, text: str, found: list[int]) -> None:
    assert [frame.seq for frame in parse_filter(text).frames(session)] == found


def test_every_key_is_tried_and_its_example_reads() -> None:
    for key in KEYS.values():
        assert any(text.startswith(key.name) for text, _ in FOUND)
        assert str(parse_filter(key.example)) == key.example


def test_severities_are_at_least() -> None:
    warned = inspect_stream(RECORDINGS / "step-error.jsonl")
    counts = {word: len(parse_filter(f"sev:{word}").events(warned)) for word in SEVERITIES}
    assert counts == {"error": 0, "warning": 1, "note": 1}


def test_a_frame_of_the_next_request_belongs_to_no_run_yet() -> None:
    session = inspected(
        *(REQUEST, STREAM, sent(RUN_STARTED), sent(RUN_FINISHED), EOF),
        *(REQUEST, STREAM, Read(b": hello\n\n", None), sent(SECOND), EOF),
    )
    assert parse_filter("run:* hello").frames(session) == []
    assert [frame.seq for frame in parse_filter("run:2").frames(session)] == [4, 5]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("type:TOOL_* or t>3 type:CUSTOM", [1]),
        ("(type:TOOL_* or type:CUSTOM) t>1", [4]),
        ("not type:* and not kind:closed", [2]),
        ("-(type:* or kind:closed)", [2]),
        ("not not kind:comment", [2]),
        ("--kind:comment OR kind:closed", [2, 11]),
        ("kind:comment and not or_not", [2]),
        ("not kind:event kind:comment", [2]),
    ],
)
def test_not_binds_closest_then_and_then_or(session: Session, text: str, found: list[int]) -> None:
    assert [frame.seq for frame in parse_filter(text).frames(session)] == found


def test_events_are_the_frames_that_carry_one(session: Session) -> None:
    wanted = parse_filter("keep-alive or lost")
    assert [event.payload for event in wanted.events(session)] == [LOST_CONTENT]


def test_words_to_mark_are_those_that_must_be_there() -> None:
    wanted = parse_filter('sun -rain (type:X or "a b") path:/d~moon path:/e=star')
    assert wanted.words == ("sun", "a b", "moon", "star")


def test_hostile_values_are_only_not_found() -> None:
    deep: Any = {}
    for _ in range(150):
        deep = {"a": deep}
    payload = {"type": "CUSTOM", "name": "x" * 5000, "value": deep, "messageId": 7, "runId": None}
    text = json.dumps(payload)[:-1] + f', "n": 1{"0" * 5000}' + "}"
    session = inspect_stream([text, "{oops", "\ud800"])
    for key in KEYS.values():
        parse_filter(key.example).frames(session)
    for text in ("path:/n~1", "path:/n=1", "path:/value~zz", "id:*x*x*x*y", "path:/*/*/*~q"):
        assert parse_filter(text).frames(session) == []
