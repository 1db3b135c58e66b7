"""What is written in a format and read again has kept what that format can hold."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wirelab import inspect_stream
from wirelab.errors import SourceError, UsageError
from wirelab.steps.bundled import recording_names, recording_path
from wirelab.steps.exporters import EXPORTERS, Export, written
from wirelab.steps.exporters.exchanges import arrivals, only
from wirelab.steps.exporters.exporter import Item
from wirelab.steps.importers import sniff
from wirelab.steps.step import BadLine, Header
from wirelab.transports.step_file import open_source
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.traffic import End, Ending, Read, Request, Response

READ_AGAIN = [name for name in EXPORTERS if name not in ("curl", "pytest")]
OF_REQUESTS = {"INT001", "SNP002", "TOL009"}
"""What the requests of bundled recordings tell: found, or not found, only where they are kept."""


def bytes_in(format_: str, traffic: list[Item], name: str = "x") -> bytes:
    return b"".join(written(EXPORTERS[format_], traffic, Export(name), keep_secrets=True))


def again(format_: str, traffic: list[Item]) -> list[Item]:
    data = bytes_in(format_, traffic)
    importer = sniff(data)
    assert importer.format == format_
    items = list(importer.read([data], "x"))
    assert not [item for item in items if isinstance(item, BadLine)]
    return [item for item in items if not isinstance(item, BadLine | Header)]


def frames(traffic: list[Item]) -> list[Frame]:
    return [each for each in arrivals(traffic) if isinstance(each, Frame)]


def events(traffic: list[Item]) -> list[str]:
    return [frame.data for frame in frames(traffic) if frame.kind is FrameKind.EVENT]


def times(traffic: list[Item]) -> list[float | None]:
    return [frame.at_ms for frame in frames(traffic) if frame.kind is FrameKind.EVENT]


def body(traffic: list[Item]) -> bytes:
    return b"".join(item.data for item in traffic if isinstance(item, Read))


def recorded(name: str, exchange: int | None) -> list[Item]:
    items = open_source(recording_path(name)).traffic()
    return list(only(items, exchange, name) if exchange else items)


@pytest.mark.parametrize("format_", READ_AGAIN)
@pytest.mark.parametrize("name", recording_names())
def test_a_bundled_recording_gets_the_same_verdict_in_every_format(
    name: str, format_: str, tmp_path: Path
) -> None:
    exporter = EXPORTERS[format_]
    traffic = recorded(name, 1 if exporter.holds_one else None)
    original, path = tmp_path / "original", tmp_path / "converted"
    original.write_bytes(bytes_in("recording", traffic))
    path.write_bytes(bytes_in(format_, traffic))
    beside = set() if "request" in exporter.keeps else OF_REQUESTS
    assert codes(path) - beside == codes(original) - beside
    assert events(list(open_source(path).traffic())) == events(traffic)
    if "times" in exporter.keeps:
        assert_same_times(path, traffic, format_)


def codes(path: Path) -> set[str]:
    return {finding.code for finding in inspect_stream(path).findings}


def assert_same_times(path: Path, traffic: list[Item], format_: str) -> None:
    within = 0.51 if format_ == "gentui" else 0.002
    head = next((each.at_ms for each in traffic if isinstance(each, Response)), None)
    shift = (head or 0.0) if format_ == "ag-ui-validate" else 0.0
    found = times(list(open_source(path).traffic()))
    assert found == [pytest.approx((each or 0.0) - shift, abs=within) for each in times(traffic)]


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
AT = st.integers(0, 10**7).map(lambda number: number / 1000)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
EVENTS = st.dictionaries(TEXTS, JSON_VALUES, max_size=3).map(lambda event: {"type": "X"} | event)


def event_read(event: dict[str, Any], at_ms: float | None) -> Read:
    text = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    return Read(f"data: {text}\n\n".encode(), at_ms)


FEW = settings(max_examples=30, deadline=None)
HEADERS = (("content-type", "text/event-stream"), ("date", "Tue, 03 Feb 2026 04:05:06 GMT"))
PIECES = [
    *(b": ping\n\n", b":\r\n\r\n", b"data: {", b"}\r\n\r\n", b"data: x\r\r", b"\r", b"\n"),
    *(b"id: 7\nevent: e\n", b"\xef\xbb\xbf", b"\xc3", b"\xa9", b"\xf0\x9f", b"\x8e\x89", b"\0"),
]
"""Among them characters and line ends cut between reads."""
READS = st.one_of(
    st.builds(event_read, EVENTS, AT),
    st.builds(Read, st.binary(min_size=1, max_size=20), st.none() | AT),
    st.builds(Read, st.sampled_from(PIECES), st.none() | AT),
)
ENDS = st.builds(End, st.sampled_from(Ending), st.just("why"), st.none() | AT)


def exchange_of(reads: list[Read], end: End, asked: bytes) -> list[Item]:
    return [
        Request("POST", "http://h/a?b=c", (("accept", "text/event-stream"),), asked, 0.0),
        Response(200, HEADERS, 1.5),
        *sorted(reads, key=lambda read: read.at_ms or 0.0),
        end,
    ]


EXCHANGES = st.builds(exchange_of, st.lists(READS, max_size=6), ENDS, TEXTS.map(str.encode))
CLEAN = st.builds(
    exchange_of, st.lists(st.builds(event_read, EVENTS, AT), min_size=1), ENDS, st.just(b"{}")
)


@FEW
@given(traffic=EXCHANGES)
def test_a_recording_keeps_everything(traffic: list[Item]) -> None:
    assert again("recording", traffic + traffic) == traffic + traffic


@FEW
@given(traffic=EXCHANGES)
def test_what_is_written_of_a_recording_read_again_is_the_same_file(traffic: list[Item]) -> None:
    data = bytes_in("recording", traffic + traffic)
    assert bytes_in("recording", again("recording", traffic + traffic)) == data


@FEW
@given(traffic=EXCHANGES)
def test_the_text_of_a_stream_is_read_byte_for_byte(traffic: list[Item]) -> None:
    data = b": as curl printed it\n\n" + bytes_in("sse", traffic)
    assert body(list(sniff(data).read([data], "x"))) == data


@FEW
@given(traffic=CLEAN, unknown=st.sampled_from(["events", "sse", "gentui", "aimock"]))
def test_what_a_format_did_not_keep_stays_unknown_in_the_next(
    traffic: list[Item], unknown: str
) -> None:
    found = again("recording", again(unknown, traffic))
    assert [json.loads(each) for each in events(found)] == [
        json.loads(each) for each in events(traffic)
    ]
    if "times" not in EXPORTERS[unknown].keeps:
        assert set(times(found)) == {None}
    if "response" not in EXPORTERS[unknown].keeps:
        assert not [each for each in found if isinstance(each, Response)]


@FEW
@given(traffic=EXCHANGES)
def test_sse_keeps_the_bytes(traffic: list[Item]) -> None:
    assert bytes_in("sse", traffic) == body(traffic)


@FEW
@given(traffic=EXCHANGES)
def test_har_keeps_the_request_the_head_the_bytes_and_how_it_failed(traffic: list[Item]) -> None:
    data = bytes_in("har", traffic + traffic)
    items = list(sniff(data).read([data], "x"))
    assert [item for item in items if isinstance(item, Request | Response)] == 2 * [*traffic[:2]]
    assert body(items) == 2 * body(traffic)
    expected, found = traffic[-1], items[-1]
    assert isinstance(expected, End)
    assert isinstance(found, End)
    if expected.how not in (Ending.EOF, Ending.UNKNOWN):
        assert found.detail == "why"


@FEW
@given(traffic=CLEAN)
def test_har_keeps_the_times_of_events(traffic: list[Item]) -> None:
    assert again("har", traffic)[:-1] == traffic[:-1]


@FEW
@given(traffic=CLEAN)
def test_an_ag_ui_validate_scenario_keeps_reads_and_gaps(traffic: list[Item]) -> None:
    found = again("ag-ui-validate", traffic)
    reads = [item for item in found if isinstance(item, Read)]
    assert [read.data for read in reads] == [
        item.data for item in traffic if isinstance(item, Read)
    ]
    again_found = again("ag-ui-validate", found)
    assert [item for item in again_found if isinstance(item, Read)] == reads
    assert isinstance(found[-1], End)
    broken = isinstance(traffic[-1], End) and traffic[-1].how not in (Ending.EOF, Ending.UNKNOWN)
    assert found[-1].how is (Ending.RESET if broken else Ending.EOF)


@given(cut=st.integers(1, 30))
def test_characters_cut_between_reads_are_whole_in_an_ag_ui_validate_scenario(cut: int) -> None:
    whole = 'data: {"type":"X","é":"日本🎉"}\n\n'.encode()
    reads = [Read(part, None) for part in (whole[:cut], whole[cut:])]
    assert body(again("ag-ui-validate", [Response(200, HEADERS), *reads])) == whole


@pytest.mark.parametrize("format_", ["events", "devtools", "gentui", "aimock"])
@FEW
@given(traffic=CLEAN)
def test_formats_of_events_keep_the_events(format_: str, traffic: list[Item]) -> None:
    both = traffic + traffic
    found = again(format_, both)
    assert [json.loads(each) for each in events(found)] == [
        json.loads(each) for each in events(both)
    ]
    if format_ == "devtools":
        assert times(found) == times(both)
        assert [each.body for each in found if isinstance(each, Request)] == [b"{}", b"{}"]


ODD_FRAMES = [
    Frame(0, None, FrameKind.EVENT, b"", '{"type":\n"X"}'),
    Frame(0, None, FrameKind.EVENT, b"", "two\r\nlines"),
    Frame(0, 1.0, FrameKind.EVENT, b"\xff", "\ufffd"),
    Frame(0, 1.0, FrameKind.EVENT, b"", ""),
    Frame(0, 1.0, FrameKind.EVENT, b"", "[" * 5000),
    Frame(0, 1.0, FrameKind.EVENT, b"", '{"a":1e999,"b":NaN}'),
    Frame(0, 1.0, FrameKind.EVENT, b"", '{"a":' + "9" * 5000 + "}"),
    Frame(0, 1.0, FrameKind.COMMENT, b"", "ping\nping", (("", "ping"), ("", "ping"))),
    Frame(0, None, FrameKind.STRAY, b"", "oops"),
]


@pytest.mark.parametrize("format_", EXPORTERS)
@FEW
@given(traffic=EXCHANGES, chosen=st.lists(st.sampled_from(ODD_FRAMES), max_size=4))
def test_whatever_is_written_is_written_without_a_traceback(
    format_: str, traffic: list[Item], chosen: list[Frame]
) -> None:
    export = Export("x")
    items = [*traffic[:2], *chosen, *traffic[2:]]
    data = b"".join(written(EXPORTERS[format_], items, export))
    assert all("\n" not in sentence for sentence in export.sentences(format_))
    if format_ in READ_AGAIN:
        with suppress(SourceError):
            list(sniff(data).read([data], "x"))


@pytest.mark.parametrize("format_", EXPORTERS)
def test_what_has_no_place_is_said(format_: str) -> None:
    traffic = [
        Request("POST", "http://h/", (), b"{}", 0.0),
        Response(200, (), 1.0),
        Read(b': ping\n\noops\nid: 7\ndata: {"a":1}\n\ndata: x\n\n', 2.0),
        End(Ending.RESET, "", 3.0),
    ]
    export = Export("x")
    list(written(EXPORTERS[format_], traffic, export))
    said = " ".join(export.sentences(format_))
    keeps = EXPORTERS[format_].keeps
    words = {"times": "times", "request": "requests", "response": "heads of", "end": "how it ended"}
    for part, word in words.items():
        assert (f" {word}" in said.split("not hold:")[-1].split(" a har ")[0]) == (
            part not in keeps
        ), (part, said)
    if "bytes" not in keeps and format_ not in ("curl", "devtools"):
        assert "1 comment" in said
    if "bytes" not in keeps and format_ != "curl":
        assert "1 stray line" in said
        assert "1 event's SSE field" in said


@pytest.mark.parametrize("format_", EXPORTERS)
def test_secrets_are_left_out_unless_they_are_to_be_kept(format_: str) -> None:
    headers = (("Authorization", "Bearer s3cret"), ("x-api-key", "s3cret"))
    traffic = [
        Request("POST", "http://u:s3cret@h/?token=s3cret&x=1", headers, b"{}", 0.0),
        Response(200, (("Set-Cookie", "s3cret"),), 1.0),
        Read(b"data: {}\n\n", 2.0),
        End(Ending.EOF, "", 3.0),
    ]
    exporter = EXPORTERS[format_]
    assert b"s3cret" not in b"".join(written(exporter, traffic, Export("x")))
    kept = b"".join(written(exporter, traffic, Export("x"), keep_secrets=True))
    assert (b"s3cret" in kept) == (format_ in ("recording", "har", "devtools", "gentui", "curl"))


@pytest.mark.parametrize("format_", [name for name, each in EXPORTERS.items() if each.holds_one])
def test_a_second_exchange_is_refused_where_there_is_a_place_for_one(format_: str) -> None:
    traffic = recorded("chat", None)
    with pytest.raises(UsageError, match="--exchange N"):
        bytes_in(format_, traffic)


def test_one_exchange_is_cut_out_with_its_times_from_its_beginning() -> None:
    traffic = recorded("chat", None)
    second = list(only(traffic, 2, "chat"))
    assert second[0].at_ms == 0.0
    assert isinstance(second[0], Request)
    assert isinstance(second[-1], End)
    assert sum(len(list(only(traffic, number, "chat"))) for number in (1, 2, 3)) == len(traffic)
    with pytest.raises(UsageError, match="--exchange 4: chat holds 3 exchanges"):
        list(only(traffic, 4, "chat"))


def test_a_protobuf_stream_is_refused_where_it_would_come_out_empty() -> None:
    traffic = [
        Response(200, (("content-type", "application/vnd.ag-ui.event+proto"),), 0.0),
        Read(b"\x00\x00\x00\x05b\x03\n\x01t", 1.0),
    ]
    for format_ in ("events", "sse", "ag-ui-validate", "devtools", "gentui", "aimock"):
        with pytest.raises(SourceError, match=f"protobuf stream, which has no place in {format_}"):
            bytes_in(format_, list(traffic))
    asked = [Request("POST", "/", (("accept", "text/event-stream"),), b"", 0.0)]
    assert again("har", asked + traffic)[1:3] == [traffic[0], Read(traffic[1].data)]
