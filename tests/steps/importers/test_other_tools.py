"""Files of other AG-UI tools: what they keep is taken, what they do not keep stays unknown."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.steps.importers.test_importers import FINISHED, STARTED, UNKNOWN, frame, imported
from wirelab.errors import SourceError
from wirelab.steps.importers import sniff
from wirelab.steps.importers.importer import Imported
from wirelab.steps.step import BadLine
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.traffic import End, Ending, Read, Request, Response

EVENT_STREAM = (("Content-Type", "text/event-stream"),)
BODY = f": hi\n\ndata: {STARTED}\n\ndata: {FINISHED}\n\n"


def document(value: Any) -> bytes:
    return json.dumps(value).encode()


def traffic(data: bytes) -> list[Imported]:
    return [item for item in imported(data) if not isinstance(item, BadLine)]


def complaints(data: bytes) -> list[tuple[int, str]]:
    return [(item.line, item.reason) for item in imported(data) if isinstance(item, BadLine)]


def har_entry(**changes: Any) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "startedDateTime": "2026-02-03T04:05:06.000Z",
        "time": 900.5,
        "request": {
            "method": "POST",
            "url": "http://h/agent",
            "headers": [{"name": "Accept", "value": "text/event-stream"}],
            "cookies": [{"name": "s", "value": "secret"}],
            "postData": {"mimeType": "application/json", "text": '{"a": 1}'},
        },
        "response": {
            "status": 200,
            "headers": [{"name": "Content-Type", "value": "text/event-stream"}],
            "content": {"mimeType": "text/event-stream; charset=utf-8", "size": 9, "text": BODY},
        },
        "timings": {"blocked": -1, "dns": 1, "send": 1, "wait": 98, "receive": 800},
    }
    return entry | changes


def har(*entries: dict[str, Any]) -> bytes:
    return document({"log": {"version": "1.2", "creator": {}, "entries": list(entries)}})


def messages(*seconds: float) -> list[dict[str, Any]]:
    began = 1770091506.0
    return [
        {"time": began + each, "eventName": "message", "eventId": "", "data": data}
        for each, data in zip(seconds, (STARTED, FINISHED), strict=False)
    ]


def test_a_har_entry_is_an_exchange() -> None:
    assert traffic(har(har_entry())) == [
        Request("POST", "http://h/agent", (("Accept", "text/event-stream"),), b'{"a": 1}', 0.0),
        Response(200, EVENT_STREAM, 100.0),
        Read(BODY.encode()),
        End(Ending.UNKNOWN, at_ms=900.5),
    ]


def test_times_of_a_har_come_from_its_messages_if_they_are_those_of_the_body() -> None:
    timed = har(har_entry(_eventSourceMessages=messages(0.1, 0.25)))
    assert [(each.data, each.at_ms) for each in traffic(timed) if isinstance(each, Read)] == [
        (b": hi\n\n", None),
        (f"data: {STARTED}\n\n".encode(), 100.0),
        (f"data: {FINISHED}\n\n".encode(), 250.0),
    ]
    others = har(har_entry(_eventSourceMessages=messages(0.1)))
    assert Read(BODY.encode()) in traffic(others)


def test_messages_stand_in_for_a_body_that_was_not_saved() -> None:
    response = {"status": 200, "headers": [], "content": {"mimeType": "text/event-stream"}}
    given_messages = [*messages(0.1, 0.25), {"eventName": "ping", "eventId": "7", "data": "x"}]
    found = traffic(har(har_entry(response=response, _eventSourceMessages=given_messages)))
    assert found[1] == Response(200, (), 100.0)
    assert found[2:5] == [
        frame(STARTED, 100.0),
        frame(FINISHED, 250.0),
        Frame(0, None, FrameKind.EVENT, b"", "x", (("event", "ping"), ("id", "7"))),
    ]
    assert complaints(har(har_entry(response=response))) == [
        (0, "of entry 1 the body was not saved")
    ]


def test_a_body_of_a_har_may_be_base64() -> None:
    def body(text: str) -> bytes:
        content = {"mimeType": "text/event-stream", "encoding": "base64", "text": text}
        return har(har_entry(response={"status": 200, "content": content}))

    assert Read(b"data: \xff\n\n") in traffic(body(b64encode(b"data: \xff\n\n").decode()))
    assert complaints(body("!")) == [(0, "the body of entry 1 is not the base64 it is said to be")]


def test_of_a_har_the_exchanges_of_agents_are_taken_in_order() -> None:
    page = har_entry(request={"method": "GET", "url": "http://h/"})
    later = har_entry(startedDateTime="2026-02-03T04:05:08Z")
    refused = har_entry(
        startedDateTime="2026-02-03T04:05:07+00:00",
        response={"status": 500, "content": {"mimeType": "application/json", "text": "no"}},
    )
    found = traffic(har(page, later, har_entry(), refused))
    assert [each.at_ms for each in found if isinstance(each, Request)] == [0.0, 1000.0, 2000.0]
    assert [each.status for each in found if isinstance(each, Response)] == [200, 500, 200]
    with pytest.raises(SourceError, match="none is a POST that an event stream answers"):
        imported(har(page))


@pytest.mark.parametrize(
    ("status", "error", "end"),
    [
        (200, "timeout", End(Ending.TIMEOUT, at_ms=900.5)),
        (200, "net::ERR_ABORTED", End(Ending.CANCELLED, "net::ERR_ABORTED", 900.5)),
        (200, "net::ERR_FAILED", End(Ending.RESET, "net::ERR_FAILED", 900.5)),
        (0, "net::ERR_FAILED", End(Ending.UNREACHED, "net::ERR_FAILED", 900.5)),
        (0, None, End(Ending.UNREACHED, at_ms=900.5)),
    ],
)
def test_how_an_exchange_of_a_har_failed(status: int, error: str | None, end: End) -> None:
    assert traffic(har(har_entry(response={"status": status, "_error": error})))[-1] == end


def test_a_scenario_of_ag_ui_validate_keeps_bytes_and_gaps() -> None:
    scenario = {
        "contentType": "text/event-stream",
        "chunks": [{"gapMs": 0, "text": "data: {"}, {"gapMs": 31000.25, "text": "}\r\n\n: é\n\n"}],
        "abnormalEof": True,
    }
    assert traffic(document(scenario)) == [
        Response(200, (), 0.0),
        Read(b"data: {", 0.0),
        Read("}\r\n\n: é\n\n".encode(), 31000.25),
        End(Ending.RESET),
    ]
    plain = {"contentType": "text/plain", "chunks": [{"text": "x"}, {"gapMs": 1, "text": "y"}, 7]}
    assert traffic(document(plain | {"x": '"gapMs":'})) == [
        Response(200, (("content-type", "text/plain"),), 0.0),
        Read(b"x"),
        Read(b"y"),
        End(Ending.EOF),
    ]
    assert complaints(document(plain)) == [(0, 'chunk 3 has no "text"')]


def devtools(*lines: dict[str, Any]) -> bytes:
    return b"".join(document(line) + b"\n" for line in lines)


HEADER = {"kind": "header", "schemaVersion": 1, "tool": "ag-ui-devtools@0.1.0", "redacted": []}


def test_connections_of_a_devtools_recording_follow_each_other() -> None:
    event = {"kind": "event", "connId": "a", "seq": 1, "tMs": 14, "event": json.loads(STARTED)}
    data = devtools(
        HEADER,
        {"kind": "request", "connId": "a", "tMs": 0, "method": "POST", "url": "/x", "input": {}},
        {"kind": "request", "connId": "b", "tMs": 5, "method": "POST", "url": "/y", "input": None},
        event | {"connId": "b", "seq": 2, "event": "no json"},
        event | {"seq": 4, "event": 7},
        event,
        {"kind": "keepalive", "connId": "a", "seq": 3, "tMs": 15020.5, "comment": " ping"},
    )
    assert traffic(data) == [
        Request("POST", "/x", (), b"{}", 0.0),
        frame(STARTED, 14.0),
        Frame(0, 15020.5, FrameKind.COMMENT, b"", "ping", (("", "ping"),)),
        frame("7", 14.0),
        UNKNOWN,
        Request("POST", "/y", (), b"", 5.0),
        frame("no json", 14.0),
        UNKNOWN,
    ]
    assert traffic(devtools(event)) == [frame(STARTED, 14.0), UNKNOWN]


def test_a_bad_line_of_a_devtools_recording_is_reported_and_the_rest_loads() -> None:
    event = {"kind": "event", "connId": "a", "seq": 1, "tMs": 14, "event": {"type": "X"}}
    data = devtools(HEADER, event) + b'{"kind":"other"}\n\n[]\n{"kind":"event"}\n{"kind":"ev'
    assert [line for line, _ in complaints(data)] == [3, 5, 6, 7]
    assert traffic(data) == [frame('{"type":"X"}', 14.0), UNKNOWN]


def test_what_redaction_makes_unfit_for_a_verdict_is_refused() -> None:
    event = {"kind": "event", "connId": "a", "seq": 1, "tMs": 14, "event": {"type": "X"}}
    with pytest.raises(SourceError, match=r"x is .* DevTools recording with state redacted"):
        sniff(devtools(HEADER | {"redacted": ["text", "state"]}, event), "x")
    assert traffic(devtools(HEADER | {"redacted": ["text"]}, event))
    with pytest.raises(SourceError, match="newer AG-UI DevTools"):
        sniff(devtools(HEADER | {"schemaVersion": 2}), "x")


def test_fixtures_of_aimock_are_exchanges_of_events() -> None:
    first = {"match": {"message": "hi"}, "events": [json.loads(STARTED)], "delayMs": 20}
    second = {"match": {}, "events": [{"type": "CUSTOM", "response": 1e-7}]}
    worded = {"match": {"message": "x"}, "text": "hello"}
    expected = [frame(STARTED), UNKNOWN, frame('{"type":"CUSTOM","response":1e-07}'), UNKNOWN]
    assert traffic(document({"fixtures": [first, second]})) == expected
    config = document({"agui": {"path": "/agui", "fixtures": [first, worded, second]}})
    assert traffic(config) == expected
    assert complaints(config) == [(0, "fixture 2 has no list of events")]
    with pytest.raises(SourceError, match="text only"):
        imported(document({"fixtures": [worded]}))


def inspector(*frames: dict[str, Any], **exchange: Any) -> bytes:
    one = {"id": "x1", "kind": "conversation", "method": "POST", "path": "/agent"}
    two = {"startedAt": 1767323045000, "transport": "completed", "requestBody": '{"a" :1}'}
    login = {"id": "x0", "kind": "preparation", "path": "/login", "startedAt": 1767323040000}
    session = {"id": "s", "exchanges": [login, one | two | exchange], "frames": list(frames)}
    return document({"version": 0, "session": session})


def test_envelopes_of_agui_inspector_join_to_the_stream() -> None:
    frames = [
        {"id": "f1", "exchangeId": "x1", "index": 1, "envelope": "data: {}\n\n", "offsetMs": 20.5},
        {"id": "f0", "exchangeId": "x1", "index": 0, "envelope": ": ping\r\n\r\n", "offsetMs": 12},
        {"id": "f2", "exchangeId": "x0", "index": 0, "envelope": "no", "offsetMs": 12},
    ]
    assert traffic(inspector(*frames, status=200, elapsedMs=30)) == [
        Request("POST", "/agent", (), b'{"a" :1}', 0.0),
        Response(200, ()),
        Read(b": ping\r\n\r\n", 12.0),
        Read(b"data: {}\n\n", 20.5),
        End(Ending.EOF, at_ms=30.0),
    ]
    refused = inspector(status=500, responseBody="no", transport="completed")
    assert traffic(refused)[1:3] == [Response(500, ()), Read(b"no")]
    broken = inspector(transport="transport-error", transportError="refused")
    assert traffic(broken)[-1] == End(Ending.UNREACHED, "refused")


def test_protobuf_frames_of_agui_inspector_keep_their_bytes() -> None:
    message = b"\x00\x00\x00\x05b\x03\n\x01t"
    coded = {"exchangeId": "x1", "index": 0, "envelope": "", "bytes": b64encode(message).decode()}
    found = traffic(inspector(coded, status=200, encoding="protobuf", transport="user-stopped"))
    assert found[2:] == [Read(message), End(Ending.CANCELLED)]
    assert complaints(inspector(coded | {"bytes": "!"})) == [
        (0, "the bytes of frame  are no base64")
    ]


def test_a_newer_agui_inspector_is_refused() -> None:
    with pytest.raises(SourceError, match="newer agui-inspector"):
        imported(b'{"version":1,"session":{}}')


def test_a_session_of_gentui_has_an_exchange_for_all_that_was_said() -> None:
    items = [
        {"t": 0.0, "kind": "user", "text": "hi"},
        {"t": 0.412, "kind": "event", "event": json.loads(STARTED)},
        {"t": 0.5, "kind": "new"},
        {"t": 0.6, "kind": "resume", "entries": []},
        {"t": 1.0005, "kind": "event", "event": json.loads(FINISHED)},
        {"t": 2, "kind": "other"},
        "item",
    ]
    session = {"format": "gentui-session", "version": 1, "items": items}
    assert traffic(document(session)) == [
        frame(STARTED, 412.0),
        UNKNOWN,
        frame(FINISHED, 1000.5),
        UNKNOWN,
    ]
    assert [reason for _, reason in complaints(document(session))] == [
        "item 6 is none that gentui writes",
        "item 7 is none that gentui writes",
    ]
    with pytest.raises(SourceError, match="another version"):
        imported(document(session | {"version": 2}))


def test_a_verified_baseline_of_dotnet_is_an_array_with_a_mark_at_its_beginning() -> None:
    text = "\ufeff" + json.dumps([json.loads(STARTED) | {"rawEvent": None}], indent=2)
    (found, end) = traffic(text.encode())
    assert isinstance(found, Frame)
    assert json.loads(found.data)["rawEvent"] is None
    assert end == UNKNOWN


EXAMPLES: dict[str, bytes] = {
    "har": har(har_entry(_eventSourceMessages=messages(0.1, 0.25))),
    "ag-ui-validate": b'{"contentType":"a/b","chunks":[{"gapMs":3,"text":"x"}],"abnormalEof":true}',
    "devtools": devtools(HEADER, {"kind": "event", "connId": "a", "tMs": 1, "seq": 1, "event": {}}),
    "aimock": document({"fixtures": [{"match": {}, "events": [{}]}]}),
    "agui-inspector": inspector({"exchangeId": "x1", "index": 0, "envelope": "", "offsetMs": 1}),
    "gentui": document(
        {
            "format": "gentui-session",
            "version": 1,
            "items": [{"t": 1, "kind": "event", "event": {}}],
        }
    ),
}
ODD = (
    *("null", "true", '"x"', "[]", "{}", "[{}]", "-1", "NaN", "1e400", '"\\ud800"', "9" * 5000),
    *("1e300", "[" * 600 + "]" * 600, "[" * 100_000),
)


def changed(value: Any) -> Iterator[Any]:
    """The value with each of its parts in turn replaced by a mark."""
    yield "MARK"
    if not isinstance(value, dict | list):
        return
    for key, part in list(value.items() if isinstance(value, dict) else enumerate(value)):
        for other in changed(part):
            copy = value.copy()
            copy[key] = other
            yield copy


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_part_of_the_wrong_type_is_never_a_traceback(name: str) -> None:
    importer = sniff(EXAMPLES[name])
    assert importer.format == name
    lines = [json.loads(line) for line in EXAMPLES[name].splitlines()]
    for number, line in enumerate(lines):
        for other in changed(line):
            for odd in ODD:
                texts = [json.dumps(each) for each in lines]
                texts[number] = json.dumps(other).replace('"MARK"', odd)
                with suppress(SourceError):
                    list(importer.read(["\n".join(texts).encode()], "x"))


@pytest.mark.parametrize("name", EXAMPLES)
@given(data=st.data())
def test_a_file_that_ends_in_the_middle_is_one_sentence(name: str, data: st.DataObject) -> None:
    whole = EXAMPLES[name]
    cut = data.draw(st.integers(1, len(whole) - 2))
    importer = sniff(whole)
    if name == "devtools":
        assert any(isinstance(item, BadLine) for item in importer.read([whole[:cut]], "x")) or (
            whole[:cut].endswith((b"\n", b"}"))
        )
        return
    with pytest.raises(SourceError, match=r"x is .*, but it (ends in the middle|is not JSON)"):
        list(importer.read([whole[:cut]], "x"))
