"""Each format is told by its content, keeps what it can and invents nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.errors import SourceError
from wirelab.steps.importers import HEAD, IMPORTERS, sniff
from wirelab.steps.importers.event_array import ElementCutter
from wirelab.steps.importers.importer import Imported
from wirelab.steps.lines import OverlongLine
from wirelab.steps.step import BadLine, Header
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read, Response

UNKNOWN = End(Ending.UNKNOWN)
STARTED = '{"type":"RUN_STARTED","threadId":"t","runId":"r"}'
FINISHED = '{"type":"RUN_FINISHED","threadId":"t","runId":"r"}'


def imported(data: bytes, cuts: Iterable[int] = ()) -> list[Imported]:
    bounds = [0, *sorted({cut for cut in cuts if cut < len(data)}), len(data)]
    chunks = [data[a:b] for a, b in pairwise(bounds)]
    return list(sniff(data, "x").read(chunks, "x"))


def joined(items: Iterable[Imported]) -> list[Imported]:
    """Neighbouring reads without a time as one: nobody knows how those bytes were cut."""
    whole: list[Imported] = []
    for item in items:
        last = whole[-1] if whole else None
        if isinstance(item, Read) and isinstance(last, Read) and item.at_ms is last.at_ms is None:
            whole[-1] = Read(last.data + item.data)
        else:
            whole.append(item)
    return whole


def frame(data: str, at_ms: float | None = None, raw: bytes = b"") -> Frame:
    return Frame(0, at_ms, FrameKind.EVENT, raw, data)


EXAMPLES: dict[str, tuple[str, bytes, list[Imported]]] = {
    "events": (
        "events",
        f"{STARTED}\r\n\r\n{FINISHED}".encode(),
        [frame(STARTED), frame(FINISHED), UNKNOWN],
    ),
    "events, some broken": (
        "events",
        f'\ufeff{STARTED}\n{{"type":"RAW\n[DONE]\n{{"type":"A","type":"B","n":NaN}}\n'.encode()
        + b'{"a":"\xff"}\n',
        [
            frame(STARTED),
            frame('{"type":"RAW'),
            frame("[DONE]"),
            frame('{"type":"A","type":"B","n":NaN}'),
            frame('{"a":"\ufffd"}', raw=b'{"a":"\xff"}'),
            UNKNOWN,
        ],
    ),
    "events behind a line of something else": (
        "events",
        f"starting...\n{STARTED}\n".encode(),
        [frame("starting..."), frame(STARTED), UNKNOWN],
    ),
    "objects that are no events": ("events", b'{"foo":1}\n', [frame('{"foo":1}'), UNKNOWN]),
    "array": (
        "event-array",
        f'\ufeff[\n  {STARTED} ,\n  {{"a": "],}}{{\\"", "b": [1, {{}}]}}\n]\n'.encode(),
        [frame(STARTED), frame('{"a": "],}{\\"", "b": [1, {}]}'), UNKNOWN],
    ),
    "array, broken": (
        "event-array",
        f'[{STARTED},{{"a":1,"a":NaN}},"text",{{"b":'.encode(),
        [
            frame(STARTED),
            frame('{"a":1,"a":NaN}'),
            frame('"text"'),
            frame('{"b":'),
            UNKNOWN,
        ],
    ),
    "empty array": ("event-array", b"[]", [UNKNOWN]),
    "timed": (
        "timed-events",
        b'{"t": 0.04587, "data": {"type": "X", "s": "\\ud800"}}\n{"t":-1,"data":"raw"}\n'
        b'{"t": 1, "sse": [": keepalive", "id: 7"]}\noops\n',
        [
            frame('{"type":"X","s":"\\ud800"}', 45.87),
            frame('"raw"'),
            Frame(0, 1000.0, FrameKind.COMMENT, b"", "keepalive", (("", "keepalive"), ("id", "7"))),
            frame("oops"),
            UNKNOWN,
        ],
    ),
    "sse": (
        "sse",
        f": ping\n\ndata: {STARTED}\n\ndata: {FINISHED}".encode(),
        [
            Read(f": ping\n\ndata: {STARTED}\n\ndata: {FINISHED}".encode()),
            UNKNOWN,
        ],
    ),
    "sse behind a stray line": (
        "sse",
        f"{STARTED}\ndata: {FINISHED}\r\n\r\n\r\n".encode(),
        [Read(f"{STARTED}\ndata: {FINISHED}\r\n\r\n\r\n".encode()), UNKNOWN],
    ),
    "curl -i": (
        "sse",
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200 \r\ncontent-type: text/event-stream\r\n"
        b"x: a: b\r\n\r\ndata: {}\n\n",
        [
            Response(200, (("content-type", "text/event-stream"), ("x", "a: b"))),
            Read(b"data: {}\n\n"),
            UNKNOWN,
        ],
    ),
    "recording": (
        "recording",
        b'{"wirelab":1,"kind":"recording"}\n{"event":{"type":"X"},"at":5}\nbad\n'
        b'{"frame":"{}"}\n{"end":"eof"}\n',
        [
            Read(b'data: {"type":"X"}\n\n', 5.0),
            frame("{}"),
            End(Ending.EOF),
        ],
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_format_is_recognised_and_keeps_what_it_can(name: str) -> None:
    format_, data, expected = EXAMPLES[name]
    assert sniff(data).format == format_
    assert [item for item in imported(data) if not isinstance(item, Header | BadLine)] == expected


@pytest.mark.parametrize("name", EXAMPLES)
@given(cuts=st.sets(st.integers(1, 250), max_size=40))
def test_how_a_file_comes_in_chunks_changes_nothing(name: str, cuts: set[int]) -> None:
    _, data, _ = EXAMPLES[name]
    assert joined(imported(data, cuts)) == joined(imported(data))
    assert joined(imported(data, range(1, len(data)))) == joined(imported(data))


def test_a_recording_reports_its_bad_lines_and_its_header() -> None:
    items = imported(EXAMPLES["recording"][1] + b'{"case":"no traffic"}\n')
    assert isinstance(items[0], Header)
    bad = [item for item in items if isinstance(item, BadLine)]
    assert [(line.line, line.reason[:20]) for line in bad] == [
        (3, "it is not JSON (Expe"),
        (6, "a recording has no s"),
    ]


def test_an_exchange_that_a_recording_leaves_open_ended_in_an_unknown_way() -> None:
    lines = b"\n".join(
        [
            b'{"wirelab":1,"kind":"recording"}',
            b'{"request":{"url":"http://h/1"},"at":0}',
            b'{"event":{}}',
            b'{"request":{"url":"http://h/2"},"at":9}',
            b'{"response":{"status":200}}',
            b'{"event":{"ty',
        ]
    )
    kinds = [type(item).__name__ for item in imported(lines)]
    assert kinds == ["Header", "Request", "Read", "End", "Request", "Response", "BadLine", "End"]
    assert [item for item in imported(lines) if isinstance(item, End)] == [UNKNOWN, UNKNOWN]


def test_an_ended_recording_gets_no_second_end() -> None:
    line = b'{"wirelab":1,"kind":"recording"}\n'
    assert imported(line + b'{"request":{}}\n{"end":"eof"}\n')[-1] == End(Ending.EOF)
    assert len(imported(line)) == 1


@pytest.mark.parametrize("kind", ["scenario", "cases"])
def test_what_is_no_recording_says_what_it_is(kind: str) -> None:
    with pytest.raises(SourceError, match=f"x .*{kind}.*no recording"):
        imported(f'{{"wirelab":1,"kind":"{kind}"}}\n{{"event":{{}}}}\n'.encode())


def test_sse_text_is_kept_byte_for_byte_and_shows_no_cuts_of_its_own() -> None:
    body = b"".join(b"data: %d\n\n" % n for n in range(20_000))
    items = list(sniff(body).read([body[i : i + 65_536] for i in range(0, len(body), 65_536)], "x"))
    reads = [item for item in items if isinstance(item, Read)]
    assert b"".join(read.data for read in reads) == body
    framing = Framing()
    frames = [f for item in reads for f in framing.take(item) if isinstance(f, Frame)]
    assert len(frames) == 20_000
    assert {f.cuts for f in frames} == {()}


def test_an_event_that_is_too_long_is_one_stray_frame_and_the_next_one_is_whole() -> None:
    cutter = ElementCutter(limit=10)
    elements = list(cutter.take(b'[{"a":"' + b"x" * 50)) + list(cutter.take(b'"},{"b":1}]'))
    assert [type(element) for element in elements] == [OverlongLine, bytes]
    assert elements[1] == b'{"b":1}'


def test_an_array_nested_without_end_does_not_recurse() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    items = imported(f'[{{"a":{deep}}},{STARTED}]'.encode())
    assert items[1:] == [frame(STARTED), UNKNOWN]


RECOGNISED = {
    "llm mock": '{"fixtures":[{"match":{"userMessage":"x"},"response":{"content":"y"}}]}',
    "chat updates": '[[{"role":"assistant","contents":[{"$type":"text","text":"Hi"}]}]]',
    "report": '{"schema":"wirelab.report/1","source":"x"}',
    "reports": '[{"schema":"wirelab.report/1","source":"x"}]',
    "input": '{"threadId":"t","runId":"r","messages":[]}',
    "reads": '{"t": 0.1, "off": 0, "len": 94}\n',
    "html": "<!DOCTYPE html><html></html>",
    "json": '{\n  "name": "package"\n}',
    "binary": "\x00\x01\x02PNG",
    "protobuf": "\x00\x00\x00\x05b\x03\n\x01t",
}
WORDS = {
    "llm mock": "language model",
    "chat updates": "ChatResponseUpdate",
    "report": "report of Wire Lab",
    "reports": "report of Wire Lab",
    "input": "--input",
    "reads": "lists the reads",
    "html": "web page",
    "json": "JSON document",
    "binary": "binary",
    "protobuf": "protobuf",
}


@pytest.mark.parametrize("name", RECOGNISED)
@pytest.mark.parametrize("pretty", [False, True])
def test_a_format_that_is_not_read_is_refused_by_name(name: str, pretty: bool) -> None:
    text = RECOGNISED[name]
    if pretty:
        try:
            text = json.dumps(json.loads(text), indent=2)
        except ValueError:
            pytest.skip("no JSON document")
        if name == "reads":
            pytest.skip("a format of lines")
    with pytest.raises(SourceError, match=WORDS[name]) as caught:
        imported(text.encode())
    assert str(caught.value).startswith("x ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "  \n\n", "hello", "name,age\n1,2\n", "42", "[" * 5000])
def test_what_is_nothing_known_is_one_sentence(text: str) -> None:
    with pytest.raises(SourceError, match=r"^x (is empty|holds only|is in no format)"):
        imported(text.encode())


def test_a_first_event_longer_than_the_beginning_is_an_event() -> None:
    long = json.dumps({"type": "RAW", "threadId": "t", "runId": "r", "messages": ["x" * HEAD]})
    assert sniff(long.encode()).format == "events"


@given(data=st.binary(max_size=200) | st.text('{[":]},a\n \ufeff', max_size=60).map(str.encode))
def test_nothing_that_a_file_holds_makes_an_importer_fail_otherwise(data: bytes) -> None:
    with suppress(SourceError):
        imported(data)
    for importer in IMPORTERS:
        with suppress(SourceError):
            list(importer.read([data], "x"))
