"""Bytes -> line -> bytes is the identity; lines that are not right are reported, and only they."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wirelab.errors import SourceError
from wirelab.steps.step import (
    BadLine,
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
from wirelab.steps.step_codec import read_header, read_step, read_steps, to_traffic, write_step
from wirelab.wire.frame import FrameKind
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

HEADER = b'{"wirelab":1,"kind":"recording"}\n'

SHAPES = st.one_of(
    st.binary(max_size=60),
    st.text(max_size=40).map(lambda text: text.encode("utf-8", "replace")),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
        max_leaves=8,
    ).map(lambda value: json.dumps(value, separators=(",", ":")).encode()),
)
BODIES = st.one_of(
    SHAPES,
    SHAPES.map(lambda data: b"data: " + data + b"\n\n"),
    SHAPES.map(lambda data: b"data: {" + data + b"}\n\n"),
    SHAPES.map(lambda data: b'data: {"type":' + data + b"}\n\n"),
    SHAPES.map(lambda data: b": " + data + b"\n\n"),
    SHAPES.map(lambda data: b":" + data + b"\n\n"),
)


def round_trip(traffic: Traffic) -> Traffic:
    line = write_step(traffic)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    step = read_step(line, 2)
    assert isinstance(step, Step), step
    result = to_traffic(step)
    assert isinstance(result, Request | Response | Read | End)
    return result


@given(data=BODIES)
@example(data=b"")
@example(data=b"\n")
@example(data=b'data: {"a":NaN}\n\n')
@example(data=b'data: {"a":1,"a":2}\n\n')
@example(data=b'data: {"a":1e5}\n\n')
@example(data=b'data: {"a":"\\ud800"}\n\n')
@example(data=b'data: {"a":"\\uD800"}\n\n')
@example(data=b'data: {"a":"\\ud83d\\ude00"}\n\n')
@example(data='data: {"a":"\u2028\u0085\x7f\ufeff😀"}\n\n'.encode())
@example(data=b"data: {}\r\n\r\n")
@example(data=b"data:{}\n\n")
@example(data=b'data: {"a":"\xff"}\n\n')
@example(data=b"data: \xef\xbb\xbf{}\n\n")
@example(data=b'data: {"a":' + b"9" * 5000 + b"}\n\n")
@example(data=b'data: {"a":' + b"[" * 600 + b"]" * 600 + b"}\n\n")
@example(data=b'data: {"a":' + b"[" * 300 + b"]" * 300 + b"}\n\n")
@example(data=b'data: {"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n\n")
@example(data=b":\n\n")
@example(data=b": \n\n")
@example(data=b":  two spaces\n\n")
@example(data=b": a\r\n\n")
def test_a_read_survives_whatever_its_bytes_are(data: bytes) -> None:
    assert round_trip(Read(data, 41.25)) == Read(data, 41.25)


@given(body=SHAPES)
@example(body=b"")
@example(body=b"null")
@example(body=b'{"threadId": "t"}')
@example(body=b'{"a":Infinity}')
def test_a_request_body_survives_whatever_its_bytes_are(body: bytes) -> None:
    request = Request("POST", "http://h/ü?q=1", (("accept", "*/*"), ("x", "\x00")), body, 0.0)
    assert round_trip(request) == request


@pytest.mark.parametrize("how", list(Ending))
def test_responses_and_ends_survive(how: Ending) -> None:
    response = Response(422, (("content-type", "application/json"), ("set-cookie", "a")), None)
    assert round_trip(response) == response
    assert round_trip(End(how, "peer closed", 3.5)) == End(how, "peer closed", 3.5)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b'data: {"type":"X","n":1}\n\n', b'{"event":{"type":"X","n":1},"at":42.1}\n'),
        (b": keep-alive\n\n", b'{"comment":"keep-alive","at":42.1}\n'),
        (b'data: {"type": "X"}\n\n', b'{"read":"data: {\\"type\\": \\"X\\"}\\n\\n","at":42.1}\n'),
        (b"data: {}\n\ndata: {}\n\n", b'{"read":"data: {}\\n\\ndata: {}\\n\\n","at":42.1}\n'),
        (b"\xff", b'{"read64":"/w==","at":42.1}\n'),
    ],
)
def test_reads_are_written_as_readably_as_they_can_be(data: bytes, line: bytes) -> None:
    assert write_step(Read(data, 42.1)) == line


def test_times_are_kept_to_the_microsecond_and_only_where_they_are_times() -> None:
    assert write_step(Read(b"", 41.0)) == b'{"read":"","at":41}\n'
    assert write_step(Read(b"", 0.1 + 0.2)) == b'{"read":"","at":0.3}\n'
    for no_time in (None, float("nan"), float("inf"), -1.0):
        assert write_step(Read(b"", no_time)) == b'{"read":""}\n'


def test_characters_that_end_lines_elsewhere_or_steer_terminals_are_escaped() -> None:
    line = write_step(Read('data: {"a":"\x85\u2028\x9b\x7f"}\n\n'.encode()))
    assert line.isascii()
    assert line.startswith(b'{"event":')


def test_every_kind_of_step_survives_with_all_it_carries() -> None:
    steps: list[Step] = [
        EventStep({"type": "X"}, 1.0, pause_ms=20.0, expect=("MSG002",), extra={"note": [1]}),
        CommentStep("ping", None, expect=("A1", "B2")),
        TrafficStep(End(Ending.EOF), expect=("RUN009",)),
        FrameStep("not json", 4.0),
        FrameStep("ping", None, FrameKind.COMMENT),
        FrameStep("\ufffd", 5.0, FrameKind.EVENT, b"\xff"),
        CaseStep("a near miss", "drop the check", {"threadId": "t"}, "1.0"),
        CaseStep("plain"),
        RunStep({"when": {"resume": True}, "title": "approved"}),
    ]
    lines = [HEADER, *map(write_step, steps)]
    assert list(read_steps(lines))[1:] == steps
    assert [line.line for line in read_steps(lines) if isinstance(line, Step)][:2] == [2, 3]


def test_a_hand_written_line_needs_no_canonical_spacing() -> None:
    step = read_step(b' { "pause" : 20, "event" : {"type": "X", "b": 1.0} } \r\n', 7)
    assert isinstance(step, EventStep)
    assert step.pause_ms == 20
    assert to_traffic(step) == Read(b'data: {"type":"X","b":1.0}\n\n')


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"not json\n", "not JSON"),
        (b"[1]\n", "no object"),
        (b'{"event":[]}\n', '"event" must be an object'),
        (b'{"event":{"a":NaN}}\n', "NaN is not JSON"),
        (b'{"event":{"a":1,"a":1}}\n', '"a" is there twice'),
        (b'{"event":{},"read":"x"}\n', "several steps at once"),
        (b'{"weather":{}}\n', "no step this version knows"),
        (b"{}\n", "no step this version knows"),
        (b'{"read":5}\n', '"read" must be a string'),
        (b'{"read":"\\ud800"}\n', "surrogate"),
        (b'{"read":"\xff"}\n', "not UTF-8"),
        (b'{"read64":"!"}\n', "base64"),
        (b'{"read":"x","at":"noon"}\n', '"at" must be a number'),
        (b'{"read":"x","at":true}\n', '"at" must be a number'),
        (b'{"read":"x","at":-1}\n', '"at" must be a number'),
        (b'{"read":"x","at":1e400}\n', '"at" must be a number'),
        (b'{"response":{"status":"200"}}\n', '"status"'),
        (b'{"response":{"status":200,"headers":{"a":"b"}}}\n', '"headers"'),
        (b'{"request":{"method":5}}\n', '"method"'),
        (b'{"end":"later"}\n', '"end" must be one of'),
        (b'{"end":["eof"]}\n', '"end" must be one of'),
        (b'{"frame":"x","kind":"closed"}\n', '"kind" of a frame'),
        (b'{"event":{},"expect":"MSG002"}\n', '"expect"'),
        (b'{"event":{"a":' + b"9" * 5000 + b"}}\n", "too many digits"),
        (b'{"event":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}\n", "nested too deeply"),
        (b'{"event":{"a":' + b"[" * 600 + b"]" * 600 + b"}}\n", "nested too deeply"),
    ],
)
def test_a_bad_line_is_reported_and_the_rest_still_loads(line: bytes, reason: str) -> None:
    good = b'{"event":{"type":"X"}}\n'
    header, before, bad, after = read_steps([HEADER, good, line, good])
    assert isinstance(header, Header)
    assert isinstance(before, EventStep)
    assert isinstance(after, EventStep)
    assert isinstance(bad, BadLine)
    assert (bad.line, bad.cut_off) == (3, False)
    assert reason in bad.reason


def test_a_last_line_without_its_end_is_cut_off_and_only_if_it_does_not_read() -> None:
    cut, whole = b'{"event":{"type":"RUN_STA', b'{"event":{}}'
    assert list(read_steps([HEADER, cut]))[1] == BadLine(
        2, "the file ends in the middle of this line", cut_off=True
    )
    assert list(read_steps([HEADER, whole]))[1] == EventStep({})


def test_blank_lines_mean_nothing_but_count() -> None:
    lines = list(read_steps([HEADER, b"\n", b"  \r\n", b"x\n"]))
    assert [line.line for line in lines[1:] if isinstance(line, BadLine)] == [4]


def test_the_header_says_what_the_file_is_and_keeps_what_is_new() -> None:
    line = b'\xef\xbb\xbf{"wirelab":1,"kind":"scenario","title":"T","mood":"x"}\n'
    header = read_header(line)
    assert header == Header(FileKind.SCENARIO, 1, "T", {"mood": "x"})
    assert read_header(write_step(header)) == header


def test_a_file_from_the_future_says_so() -> None:
    with pytest.raises(SourceError) as caught:
        list(read_steps([b'{"wirelab":3,"kind":"recording"}\n'], "x.jsonl"))
    assert str(caught.value) == (
        "x.jsonl was written by a newer Wire Lab (format 3; this one reads up to 1)"
    )


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"{}\n",
        b"[]\n",
        b'{"wirelab":0,"kind":"recording"}\n',
        b'{"wirelab":true,"kind":"recording"}\n',
        b'{"wirelab":"1","kind":"recording"}\n',
        b'{"wirelab":1,"kind":"poem"}\n',
        b'{"wirelab":1',
    ],
)
def test_a_file_without_a_header_is_refused_in_one_sentence(line: bytes) -> None:
    with pytest.raises(SourceError, match=r"^line 1 of x\.jsonl is not the header"):
        list(read_steps([line, b'{"event":{}}\n'], "x.jsonl"))


@given(
    line=st.binary(max_size=80) | st.text(max_size=80).map(lambda t: t.encode("utf-8", "replace"))
)
def test_reading_a_line_never_raises(line: bytes) -> None:
    assert isinstance(read_step(line, 2), Step | BadLine)
