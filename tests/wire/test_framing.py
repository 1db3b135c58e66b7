"""Exchanges in, arrivals out: which decoder reads what, and what an end leaves behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.framing import Arrival, Framing
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

if TYPE_CHECKING:
    from collections.abc import Iterable

POST = Request("POST", "http://agent/", (), b"{}", 0.0)
EOF = End(Ending.EOF, at_ms=9.0)


def response(content_type: str = "text/event-stream", status: int = 200) -> Response:
    return Response(status, (("Content-Type", content_type),), 1.0)


def take(traffic: Iterable[Traffic | Frame]) -> list[Arrival]:
    framing = Framing()
    return [arrival for piece in traffic for arrival in framing.take(piece)]


def told(arrivals: Iterable[Arrival]) -> list[tuple[int, str, str]]:
    frames = [arrival for arrival in arrivals if isinstance(arrival, Frame)]
    return [(frame.seq, frame.kind.value, frame.data) for frame in frames]


def test_exchange_in_order() -> None:
    ok = response("Text/Event-Stream; charset=utf-8")

    request, head, event, closed = take([POST, ok, Read(b"data: a\n\n", 2.0), EOF])

    assert (request, head) == (POST, ok)
    assert event == Frame(0, 2.0, FrameKind.EVENT, b"data: a\n\n", "a", (), (0,))
    assert closed == Frame(1, 9.0, FrameKind.CLOSED, b"", "eof", (("how", "eof"),))


def test_end_lets_the_rest_go_before_it_closes() -> None:
    end = End(Ending.RESET, "peer closed connection", 9.0)

    arrivals = take([response(), Read(b"data: a", 2.0), end])

    assert told(arrivals) == [(0, "cut_off", "data: a"), (1, "closed", "reset")]
    assert isinstance(arrivals[-1], Frame)
    assert arrivals[-1].fields == (("how", "reset"), ("detail", "peer closed connection"))


def test_unreached_is_closed_and_nothing_else() -> None:
    assert told(take([POST, End(Ending.UNREACHED, "refused")])) == [(0, "closed", "unreached")]


@pytest.mark.parametrize("status", [199, 300, 302, 404, 500])
def test_body_of_a_refusal_is_one_stray_frame(status: int) -> None:
    reads = [Read(b'data: {"detail":', 2.0), Read(b'\n\n"no"}', 3.0)]

    arrivals = take([POST, response(status=status), *reads, EOF])

    assert told(arrivals) == [(0, "stray", 'data: {"detail":\n\n"no"}'), (1, "closed", "eof")]
    assert isinstance(arrivals[2], Frame)
    assert (arrivals[2].at_ms, arrivals[2].cuts) == (3.0, (0, 16))


def test_refusal_without_a_body() -> None:
    assert told(take([response(status=405), Read(b"", 2.0), EOF])) == [(0, "closed", "eof")]


def test_protobuf_is_told_by_its_content_type() -> None:
    body = b"\0\0\0\1x"
    proto = response("application/vnd.ag-ui.event+proto; v=1", 201)

    assert told(take([proto, Read(body), EOF]))[0] == (0, "binary", "")
    assert told(take([response("application/octet-stream"), Read(body), EOF]))[0][1] == "stray"


def test_other_bodies_show_as_stray_lines() -> None:
    arrivals = take([response("application/x-ndjson"), Read(b'{"a":1}\n{"b":2}\n'), EOF])

    assert told(arrivals)[:2] == [(0, "stray", '{"a":1}'), (1, "stray", '{"b":2}')]


def test_reads_without_a_response_are_sse() -> None:
    assert told(take([Read(b"data: a\n\n"), EOF]))[0] == (0, "event", "a")


def test_numbers_go_on_over_exchanges_and_each_picks_its_decoder() -> None:
    first = [POST, response(status=500), Read(b"data: a\n\n"), EOF]
    second = [POST, response(), Read(b"\xef\xbb\xbfdata: b\n\n"), EOF]

    assert told(take([*first, *second, Read(b"data: c\n\n")])) == [
        (0, "stray", "data: a\n\n"),
        (1, "closed", "eof"),
        (2, "event", "b"),
        (3, "closed", "eof"),
        (4, "event", "c"),
    ]


def test_end_takes_back_the_choice_of_the_decoder() -> None:
    traffic = [response(status=500), EOF, Read(b"data: a\n\n")]

    assert told(take(traffic)) == [(0, "closed", "eof"), (1, "event", "a")]


def test_exchange_without_an_end_loses_nothing() -> None:
    arrivals = take([response(), Read(b"data: a\n"), POST, response(), Read(b"data: b\n\n")])

    assert [type(arrival).__name__ for arrival in arrivals] == [
        *("Response", "Frame", "Request", "Response", "Frame")
    ]
    assert told(arrivals) == [(0, "cut_off", "data: a"), (1, "event", "b")]


def test_imported_frames_are_numbered_among_the_others() -> None:
    first, second = (Frame(0, 4.0, FrameKind.EVENT, b"", "{}") for _ in range(2))

    arrivals = take([Read(b"data: a\n\n"), first, second, EOF])

    assert told(arrivals) == [
        *((0, "event", "a"), (1, "event", "{}"), (2, "event", "{}"), (3, "closed", "eof"))
    ]
