"""JSON Lines, case by case and however they are cut."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.wire.decoding import Shape, assert_any_split_agrees, assert_sound, cut, decode, shape
from wirelab.wire.ndjson_decoder import NdjsonDecoder


def event(raw: bytes, data: str) -> Shape:
    return "event", raw, data, ()


CASES = {
    "nothing": (b"", []),
    "lines": (b'{"a":1}\n{}\n', [event(b'{"a":1}\n', '{"a":1}'), event(b"{}\n", "{}")]),
    "no last line end": (b"{}\n[1", [event(b"{}\n", "{}"), event(b"[1", "[1")]),
    "CRLF": (b"{}\r\n{}\r\n", [event(b"{}\r\n", "{}"), event(b"{}\r\n", "{}")]),
    "CR ends nothing": (b"{}\r{}\n", [event(b"{}\r{}\n", "{}\r{}")]),
    "no line ends": ("é\u2028\x85\n".encode(), [event("é\u2028\x85\n".encode(), "é\u2028\x85")]),
    "blank lines": (
        b"\n \r\n{}\n\n{}\n\t\n",
        [event(b"\n \r\n{}\n", "{}"), event(b"\n{}\n", "{}"), ("comment", b"\t\n", "", ())],
    ),
    "spaces stay": (b" {} \n", [event(b" {} \n", " {} ")]),
    "BOM": (b"\xef\xbb\xbf{}\n", [event(b"\xef\xbb\xbf{}\n", "{}")]),
    "only the first BOM": (
        b"{}\n\xef\xbb\xbf{}\n",
        [event(b"{}\n", "{}"), event(b"\xef\xbb\xbf{}\n", "\ufeff{}")],
    ),
    "not UTF-8": (b"\xff\n", [event(b"\xff\n", "\ufffd")]),
}


@pytest.mark.parametrize("name", CASES)
def test_lines(name: str) -> None:
    body, expected = CASES[name]

    assert [shape(frame) for frame in decode(NdjsonDecoder(), [body])] == expected
    assert_any_split_agrees(NdjsonDecoder, body)


def test_times_and_cuts() -> None:
    frames = decode(NdjsonDecoder(first_seq=3), [b"1\n2", b"2\n", b"3"])

    assert [(f.seq, f.at_ms, f.data, f.cuts) for f in frames] == [
        (3, 0.0, "1", (0,)),
        (4, 1.0, "22", (1,)),
        (5, 2.0, "3", (0,)),
    ]


def test_bom_behind_a_line_too_long_is_text() -> None:
    frames = decode(NdjsonDecoder(max_frame_bytes=4), [b"01234\n\xef\xbb\xbf1"])

    assert [frame.data for frame in frames][2:] == ["\ufeff1"]


def test_finished_decoder_begins_anew() -> None:
    decoder = NdjsonDecoder()
    decode(decoder, [b"1\n\n"])

    (frame,) = decode(decoder, [b"\xef\xbb\xbf2"])

    assert (frame.seq, frame.data, frame.cuts) == (2, "2", (0,))


def test_line_over_the_limit_is_let_go_in_pieces() -> None:
    body = b"012345678\n1\n\n\n\n\n\n2\n\n\n\n\n3\n"

    def make() -> NdjsonDecoder:
        return NdjsonDecoder(max_frame_bytes=4)

    assert [(f.kind.value, f.raw) for f in decode(make(), [body])] == [
        *(("stray", b"0123"), ("stray", b"4567"), ("stray", b"8\n"), ("event", b"1\n")),
        *(("comment", b"\n\n\n\n"), ("event", b"\n2\n")),
        *(("comment", b"\n\n\n\n"), ("event", b"3\n")),
    ]
    assert_any_split_agrees(make, body)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from([b"\n", b"\r", b"{}", b" ", b"\xef\xbb\xbf", b"\xff", b"ab"])),
    st.lists(st.integers(0, 20), max_size=5),
    st.integers(1, 9),
)
def test_any_split_gives_the_same_frames(
    parts: list[bytes], offsets: list[int], limit: int
) -> None:
    body = b"".join(parts)
    reads = cut(body, [offset for offset in offsets if offset <= len(body)])
    for make in (NdjsonDecoder, lambda: NdjsonDecoder(max_frame_bytes=limit)):
        whole = assert_sound(make, [body])
        assert [*map(shape, assert_sound(make, reads))] == [*map(shape, whole)]
