"""Length-prefixed frames: told apart, kept whole, never searched for behind nonsense."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shared_data import shared
from tests.wire.decoding import assert_any_split_agrees, assert_sound, cut, decode, pieces, shape
from wirelab.wire.protobuf_decoder import ProtobufDecoder


def framed(message: bytes) -> bytes:
    return len(message).to_bytes(4, "big") + message


def test_messages_keep_their_prefix() -> None:
    body = framed(b"\x0a\x00") + framed(b"") + framed(b"abc")

    assert [shape(frame) for frame in decode(ProtobufDecoder(), [body])] == [
        ("binary", b"\0\0\0\2\x0a\0", "", ()),
        ("binary", b"\0\0\0\0", "", ()),
        ("binary", b"\0\0\0\3abc", "", ()),
    ]
    assert_any_split_agrees(ProtobufDecoder, body)


def test_rest_is_cut_off() -> None:
    for rest, fields in ((b"\0\0\0", ()), (b"\0\0\0\x05abc", (("length", "5"),))):
        body = framed(b"x") + rest

        *_, last = decode(ProtobufDecoder(), [body])

        assert shape(last) == ("cut_off", rest, "", fields)
        assert_any_split_agrees(ProtobufDecoder, body)


def test_behind_a_length_that_nobody_sends_all_is_stray_text() -> None:
    body = framed(b"x") + b"<html>Bad Gateway</html>"

    *_, last = decode(ProtobufDecoder(), [body])

    assert shape(last) == (
        "stray",
        b"<html>Bad Gateway</html>",
        "<html>Bad Gateway</html>",
        (("length", str(int.from_bytes(b"<htm", "big"))),),
    )
    assert_any_split_agrees(ProtobufDecoder, body)


def test_stray_text_is_let_go_in_pieces() -> None:
    frames = decode(ProtobufDecoder(max_message_bytes=6), [framed(b"123456"), b"abcd" * 6])

    assert [(f.kind.value, len(f.raw)) for f in frames] == [
        *(("binary", 10), ("stray", 10), ("stray", 10), ("stray", 4)),
    ]


def test_times_numbers_and_cuts() -> None:
    decoder = ProtobufDecoder(first_seq=2)

    frames = decode(decoder, [framed(b"ab") + b"\0\0", b"\0\1", b"x"])

    assert [(f.seq, f.at_ms, f.cuts) for f in frames] == [(2, 0.0, (0,)), (3, 2.0, (2, 4))]
    assert decoder.next_seq == 4


def test_finished_decoder_begins_anew() -> None:
    for rest in (b"\0\0\0\x09abc", b"<html>"):
        decoder = ProtobufDecoder()
        decode(decoder, [rest])

        (frame,) = decode(decoder, [framed(b"x")])

        assert (frame.seq, frame.kind.value, frame.cuts) == (1, "binary", (0,))


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.binary(max_size=12).map(framed) | st.binary(max_size=5), max_size=5),
    st.lists(st.integers(0, 30), max_size=5),
)
def test_any_split_gives_the_same_frames(parts: list[bytes], offsets: list[int]) -> None:
    body = b"".join(parts)
    reads = cut(body, [offset for offset in offsets if offset <= len(body)])
    for make in (ProtobufDecoder, lambda: ProtobufDecoder(max_message_bytes=8)):
        whole = assert_sound(make, [body])
        assert [*map(shape, assert_sound(make, reads))] == [*map(shape, whole)]


def test_recorded_streams() -> None:
    for path in sorted(shared("recordings/ts-encoder-proto").glob("*.bin")):
        body = path.read_bytes()
        events = path.with_suffix(".jsonl").read_text("utf-8").strip("\n").count("\n") + 1

        frames = decode(ProtobufDecoder(), [body])

        assert [frame.kind.value for frame in frames] == ["binary"] * events, path.name
        for size in (1, 2, 3, 7, 64):
            again = assert_sound(ProtobufDecoder, list(pieces(body, size)))
            assert [*map(shape, again)] == [*map(shape, frames)]
