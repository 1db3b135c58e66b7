"""The SSE grammar, case by case: a body and the frames it must give, however it is cut."""

from __future__ import annotations

import pytest

from tests.wire.decoding import assert_any_split_agrees, cut, decode, pieces, shape
from wirelab.wire.sse_decoder import SseDecoder

NONE: tuple[tuple[str, str], ...] = ()

CASES = {
    "nothing": (b"", []),
    "one event": (b"data: {}\n\n", [("event", b"data: {}\n\n", "{}", NONE)]),
    "no space": (b"data:{}\n\n", [("event", b"data:{}\n\n", "{}", NONE)]),
    "one of two spaces": (b"data:  x\n\n", [("event", b"data:  x\n\n", " x", NONE)]),
    "a tab is no space": (b"data:\tx\n\n", [("event", b"data:\tx\n\n", "\tx", NONE)]),
    "more colons": (b"data: a:b\n\n", [("event", b"data: a:b\n\n", "a:b", NONE)]),
    "two events": (
        b"data: a\n\ndata: b\n\n",
        [("event", b"data: a\n\n", "a", NONE), ("event", b"data: b\n\n", "b", NONE)],
    ),
    "lines join": (b"data: a\ndata: b\n\n", [("event", b"data: a\ndata: b\n\n", "a\nb", NONE)]),
    "empty data is dispatched": (b"data\n\n", [("event", b"data\n\n", "", NONE)]),
    "empty data with colon": (b"data:\n\n", [("event", b"data:\n\n", "", NONE)]),
    "two empty data lines": (b"data\ndata\n\n", [("event", b"data\ndata\n\n", "\n", NONE)]),
    "ignored fields": (
        b"event: x\nid:7\ndata: a\nretry: soon\n\n",
        [
            (
                "event",
                b"event: x\nid:7\ndata: a\nretry: soon\n\n",
                "a",
                (("event", "x"), ("id", "7"), ("retry", "soon")),
            )
        ],
    ),
    "fields without colon": (
        b"event\nid\ndata: a\n\n",
        [("event", b"event\nid\ndata: a\n\n", "a", (("event", ""), ("id", "")))],
    ),
    "an id with NUL is kept": (
        b"id: a\0b\n\n",
        [("comment", b"id: a\0b\n\n", "", (("id", "a\0b"),))],
    ),
    "ignored fields alone": (
        b"event: ping\n\n",
        [("comment", b"event: ping\n\n", "", (("event", "ping"),))],
    ),
    "comment": (b": ping\n\n", [("comment", b": ping\n\n", "ping", (("", "ping"),))]),
    "empty comment": (b":\n\n", [("comment", b":\n\n", "", (("", ""),))]),
    "comment lines": (
        b":a\n: b\n\n",
        [("comment", b":a\n: b\n\n", "a\nb", (("", "a"), ("", "b")))],
    ),
    "comment in an event": (
        b": a\ndata: b\n\n",
        [("event", b": a\ndata: b\n\n", "b", (("", "a"),))],
    ),
    "CRLF": (
        b"data: a\r\n\r\ndata: b\r\n\r\n",
        [("event", b"data: a\r\n\r\n", "a", NONE), ("event", b"data: b\r\n\r\n", "b", NONE)],
    ),
    "CR": (
        b"data: a\r\rdata: b\r\r",
        [("event", b"data: a\r\r", "a", NONE), ("event", b"data: b\r\r", "b", NONE)],
    ),
    "mixed ends": (
        b"data: a\rdata: b\r\ndata: c\n\r\n: d\n\r",
        [
            ("event", b"data: a\rdata: b\r\ndata: c\n\r\n", "a\nb\nc", NONE),
            ("comment", b": d\n\r", "d", (("", "d"),)),
        ],
    ),
    "an LF behind the blank line of bare CRs": (
        b"data: a\r\r\ndata: b\n\n",
        [("event", b"data: a\r\r", "a", NONE), ("event", b"\ndata: b\n\n", "b", NONE)],
    ),
    "CR inside data ends the line": (
        b"data: a\rb\n\n",
        [("stray", b"", "b", NONE), ("event", b"data: a\rb\n\n", "a", NONE)],
    ),
    "no line ends": (
        "data: a\u2028b\u2029c\x85d\x0be\x0cf\n\n".encode(),
        [
            (
                "event",
                "data: a\u2028b\u2029c\x85d\x0be\x0cf\n\n".encode(),
                "a\u2028b\u2029c\x85d\x0be\x0cf",
                NONE,
            )
        ],
    ),
    "BOM": (b"\xef\xbb\xbfdata: a\n\n", [("event", b"\xef\xbb\xbfdata: a\n\n", "a", NONE)]),
    "BOM and a blank line": (
        b"\xef\xbb\xbf\ndata: a\n\n",
        [("event", b"\xef\xbb\xbf\ndata: a\n\n", "a", NONE)],
    ),
    "only the first BOM": (
        b"data: a\n\n\xef\xbb\xbfdata: b\n\n",
        [
            ("event", b"data: a\n\n", "a", NONE),
            ("stray", b"\xef\xbb\xbfdata: b\n", "\ufeffdata: b", NONE),
            ("comment", b"\n", "", NONE),
        ],
    ),
    "BOM alone": (b"\xef\xbb\xbf", [("comment", b"\xef\xbb\xbf", "", NONE)]),
    "half a BOM": (b"\xef\xbb", [("stray", b"\xef\xbb", "\ufffd", NONE)]),
    "not UTF-8": (
        b"data: \xff\xc3\n\n",
        [("event", b"data: \xff\xc3\n\n", "\ufffd\ufffd", NONE)],
    ),
    "leading blank lines": (
        b"\n\r\n\rdata: a\n\n",
        [("event", b"\n\r\n\rdata: a\n\n", "a", NONE)],
    ),
    "extra blank lines": (
        b"data: a\n\n\ndata: b\n\n\n\n",
        [
            ("event", b"data: a\n\n", "a", NONE),
            ("event", b"\ndata: b\n\n", "b", NONE),
            ("comment", b"\n\n", "", NONE),
        ],
    ),
    "stray lines": (
        b'{"type":"A"}\n{"type":"B"}\n',
        [
            ("stray", b'{"type":"A"}\n', '{"type":"A"}', NONE),
            ("stray", b'{"type":"B"}\n', '{"type":"B"}', NONE),
        ],
    ),
    "unknown fields are stray": (
        b"Data: a\n\ndata : b\nevents: c\nda: d\n",
        [
            ("stray", b"Data: a\n", "Data: a", NONE),
            ("stray", b"\ndata : b\n", "data : b", NONE),
            ("stray", b"events: c\n", "events: c", NONE),
            ("stray", b"da: d\n", "da: d", NONE),
        ],
    ),
    "stray before an event": (
        b"oops\ndata: a\n\n",
        [("stray", b"oops\n", "oops", NONE), ("event", b"data: a\n\n", "a", NONE)],
    ),
    "stray among lines": (
        b'data: a\n{"lost":1}\ndata: b\n\n',
        [
            ("stray", b"", '{"lost":1}', NONE),
            ("event", b'data: a\n{"lost":1}\ndata: b\n\n', "a\nb", NONE),
        ],
    ),
    "unfinished event": (
        b"data: a\n\ndata: b",
        [
            ("event", b"data: a\n\n", "a", NONE),
            ("cut_off", b"data: b", "data: b", (("data", "b"),)),
        ],
    ),
    "no blank line at the end": (
        b": c\ndata: b\n",
        [("cut_off", b": c\ndata: b\n", ": c\ndata: b", (("", "c"), ("data", "b")))],
    ),
    "a CR at the end": (b"data: b\r", [("cut_off", b"data: b\r", "data: b", (("data", "b"),))]),
    "the last CR ends the block": (b"data: b\n\r", [("event", b"data: b\n\r", "b", NONE)]),
    "cut inside a name": (b"\ndat", [("cut_off", b"\ndat", "dat", NONE)]),
    "cut behind a name": (b"data", [("cut_off", b"data", "data", NONE)]),
    "cut behind BOM and name": (
        b"\xef\xbb\xbfevent:",
        [("cut_off", b"\xef\xbb\xbfevent:", "event:", (("event", ""),))],
    ),
    "cut inside a character": (
        b"data: \xe2\x82",
        [("cut_off", b"data: \xe2\x82", "data: \ufffd", (("data", "\ufffd"),))],
    ),
    "an unfinished stray line": (b"Bad Gateway", [("stray", b"Bad Gateway", "Bad Gateway", NONE)]),
    "an unfinished stray line in a block": (
        b"data: a\nBad",
        [
            ("stray", b"", "Bad", NONE),
            ("cut_off", b"data: a\nBad", "data: a\nBad", (("data", "a"),)),
        ],
    ),
    "an unfinished comment": (b": bye", [("comment", b": bye", "bye", (("", "bye"),))]),
    "blank lines alone": (b"\n\r\n", [("comment", b"\n\r\n", "", NONE)]),
}


@pytest.mark.parametrize("name", CASES)
def test_grammar(name: str) -> None:
    body, expected = CASES[name]

    assert [shape(frame) for frame in decode(SseDecoder(), [body])] == expected
    assert_any_split_agrees(SseDecoder, body)


def test_event_is_let_go_with_its_last_byte() -> None:
    for body in (b"data: a\n\n", b"data: a\r\n\r\n", b"data: a\r\r"):
        decoder = SseDecoder()
        *early, last = [decoder.feed(byte, None) for byte in pieces(body, 1)]

        assert not any(early)
        assert [frame.data for frame in last] == ["a"]


def test_blank_line_ended_by_cr_waits_for_its_lf() -> None:
    decoder = SseDecoder()

    assert decoder.feed(b"data: a\r\n\r", 1.0) == []
    (frame,) = decoder.feed(b"\n", 2.0)
    assert (frame.raw, frame.at_ms) == (b"data: a\r\n\r\n", 2.0)


def test_frame_that_waited_in_vain_keeps_the_time_of_its_last_byte() -> None:
    decoder = SseDecoder()
    decoder.feed(b"data: a\n\r", 1.0)

    first, second = decoder.feed(b"data: b\n\n", 2.0)

    assert (first.raw, first.at_ms, first.cuts) == (b"data: a\n\r", 1.0, (0,))
    assert (second.raw, second.at_ms, second.cuts) == (b"data: b\n\n", 2.0, (0,))


def test_rest_keeps_the_time_of_its_last_byte() -> None:
    decoder = SseDecoder()
    decoder.feed(b"data: ", 1.0)
    decoder.feed(b"a", 2.0)
    decoder.feed(b"", 3.0)

    (rest,) = decoder.finish()

    assert (rest.at_ms, rest.cuts) == (2.0, (0, 6))


def test_stray_line_shows_before_its_block_ends() -> None:
    frames = SseDecoder().feed(b"data: a\noops\n", 5.0)

    assert [(frame.kind.value, frame.data, frame.at_ms) for frame in frames] == [
        ("stray", "oops", 5.0)
    ]


def test_cuts_say_where_reads_began() -> None:
    body = b"data: a\n\ndata: b\n\n: c\n\n"

    frames = decode(SseDecoder(), cut(body, [3, 9, 9, 12, 14]))

    assert [frame.cuts for frame in frames] == [(0, 3), (0, 3, 5), ()]


def test_numbers_go_on_from_where_they_are_set() -> None:
    decoder = SseDecoder(first_seq=5)
    body = b"data: a\n\ndata: b\nstray\n\n: c\n\nrest"

    assert [frame.seq for frame in decode(decoder, [body])] == [5, 6, 7, 8, 9]
    assert decoder.next_seq == 10


def test_finished_decoder_begins_anew() -> None:
    decoder = SseDecoder()
    decode(decoder, [b"data: a\r"])

    frames = decode(decoder, [b"\xef\xbb\xbfdata: b\n\n"])

    assert [(frame.seq, frame.data, frame.cuts) for frame in frames] == [(1, "b", (0,))]


def too_long(raw: bytes, bound: str) -> tuple[str, bytes, str, tuple[tuple[str, str], ...]]:
    return "stray", raw, f"no end of frame within {bound}", (("too-long", bound),)


def test_block_over_the_limit_is_let_go_in_pieces_up_to_its_blank_line() -> None:
    body = b"data: 0123456789\n\ndata: 0123\nid: 456\n\ndata: c\n\n"

    def make() -> SseDecoder:
        return SseDecoder(max_frame_bytes=10)

    assert [shape(frame) for frame in decode(make(), [body])] == [
        too_long(b"data: 0123", "10 bytes"),
        too_long(b"456789\n\n", "10 bytes"),
        too_long(b"data: 0123", "10 bytes"),
        too_long(b"\nid: 456\n\n", "10 bytes"),
        ("event", b"data: c\n\n", "c", NONE),
    ]
    assert_any_split_agrees(make, body)


@pytest.mark.parametrize(
    ("body", "raws"),
    [
        (b"data: 012\n\n", [b"data: 012\n", b"\n"]),
        (b"data: 012\n\r\n", [b"data: 012\n", b"\r\n"]),
        (b"data: 01\n\r\n", [b"data: 01\n\r", b"\n"]),
        (b"data: 01\r\n\n", [b"data: 01\r\n", b"\n"]),
        (b"data: 012\r\n\n", [b"data: 012\r", b"\n\n"]),
        (b"data: 0123\xef\xbb\xbf\n\n", [b"data: 0123", b"\xef\xbb\xbf\n\n"]),
        (b"0123456789\xef\xbb\xbf\n\n", [b"0123456789", b"\xef\xbb\xbf\n\n"]),
    ],
)
def test_block_too_long_ends_at_its_blank_line_wherever_the_limit_falls(
    body: bytes, raws: list[bytes]
) -> None:
    def make() -> SseDecoder:
        return SseDecoder(max_frame_bytes=10)

    *pieces_of_it, after = decode(make(), [body + b"data: c\n\n"])

    assert [frame.raw for frame in pieces_of_it] == raws
    assert {frame.kind.value for frame in pieces_of_it} == {"stray"}
    assert shape(after) == ("event", b"data: c\n\n", "c", NONE)
    assert_any_split_agrees(make, body)


def test_pieces_keep_their_times() -> None:
    decoder = SseDecoder(max_frame_bytes=4)

    frames = [*decoder.feed(b"data: ", 1.0), *decoder.feed(b"ab", 2.0), *decoder.feed(b"cd", 3.0)]

    assert [(frame.raw, frame.at_ms) for frame in frames] == [(b"data", 1.0), (b": ab", 2.0)]
    assert [frame.at_ms for frame in decoder.finish()] == [3.0]


def test_block_that_just_fits_is_an_event() -> None:
    frames = decode(SseDecoder(max_frame_bytes=9), [b"data: a\n\ndata: bc\n\n"])

    assert [frame.kind.value for frame in frames] == ["event", "stray", "stray"]


def test_blank_lines_over_the_limit_swallow_nothing() -> None:
    body = b"\n" * 12 + b"data:a\n\n"

    frames = decode(SseDecoder(max_frame_bytes=10), [body])

    assert [shape(frame) for frame in frames] == [
        ("comment", b"\n" * 10, "", NONE),
        ("event", b"\n\ndata:a\n\n", "a", NONE),
    ]


def test_block_of_too_many_lines_is_let_go() -> None:
    body = b":\n" * 5 + b"data: lost\n\ndata: b\n\n"

    def make() -> SseDecoder:
        return SseDecoder(max_block_lines=3)

    assert [shape(frame) for frame in decode(make(), [body])] == [
        too_long(b":\n" * 4, "3 lines"),
        too_long(b":\ndata: lost\n\n", "3 lines"),
        ("event", b"data: b\n\n", "b", NONE),
    ]
    assert_any_split_agrees(make, body)
