"""Whatever the bytes and however they are cut: the same frames, nothing lost, by either path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.wire.decoding import assert_sound, cut, decode, offsets_of, pieces, shape
from wirelab.wire.sse_decoder import SseDecoder

if TYPE_CHECKING:
    from wirelab.wire.frame import Frame

TOKENS = st.sampled_from(
    [
        *(b"data: ", b"data:", b"data", b"event: x", b"id", b"retry: 1", b": ping", b":", b"stray"),
        *(b'{"a":1}', b" ", b"x", "é€😀\u2028".encode(), b"\xef\xbb\xbf", b"\xff", b"\0"),
        *(b"\n", b"\n", b"\n", b"\n\n", b"\n\n", b"\r\n", b"\r\n\r\n", b"\r", b"\r\r"),
        *(b"data: a\n\n", b"data: bc\n\n"),
    ]
)
BODIES = st.binary(max_size=60) | st.lists(TOKENS, max_size=25).map(b"".join)


class WithoutHotPath(SseDecoder):
    """The same decoder, taking every line the long way."""

    def _take_plain(
        self, data: bytes, pos: int, cr: int, at_ms: float | None, frames: list[Frame]
    ) -> int:
        return pos


def split_bodies() -> st.SearchStrategy[tuple[bytes, list[int]]]:
    return BODIES.flatmap(lambda body: st.tuples(st.just(body), offsets_of(body)))


@settings(max_examples=400, deadline=None)
@given(split_bodies())
def test_any_split_gives_the_same_frames(case: tuple[bytes, list[int]]) -> None:
    body, offsets = case

    whole = [shape(frame) for frame in assert_sound(SseDecoder, [body])]

    assert [shape(frame) for frame in assert_sound(SseDecoder, cut(body, offsets))] == whole
    assert [shape(frame) for frame in assert_sound(SseDecoder, list(pieces(body, 1)))] == whole


@settings(max_examples=400, deadline=None)
@given(split_bodies(), st.integers(4, 20), st.integers(1, 3))
def test_any_split_gives_the_same_frames_at_the_limits(
    case: tuple[bytes, list[int]], limit: int, lines: int
) -> None:
    body, offsets = case

    def make() -> SseDecoder:
        return SseDecoder(max_frame_bytes=limit, max_block_lines=lines)

    whole = assert_sound(make, [body])

    assert all(len(frame.raw) <= limit for frame in whole)
    reads = cut(body, offsets)
    assert [shape(frame) for frame in assert_sound(make, reads)] == [*map(shape, whole)]


@settings(max_examples=400, deadline=None)
@given(split_bodies())
def test_hot_path_changes_nothing(case: tuple[bytes, list[int]]) -> None:
    reads = cut(*case)

    frames = decode(SseDecoder(), reads)
    assert frames == decode(WithoutHotPath(), reads)
    for frame in frames:
        as_one_line = (f"data:{blank}{frame.data}\n\n".encode() for blank in ("", " "))
        assert not frame.plain or frame.raw in as_one_line


class HotPathOnly(SseDecoder):
    """The same decoder, refusing to go the long way."""

    def _take_line(
        self, data: bytes, pos: int, cr: int, at_ms: float | None, frames: list[Frame]
    ) -> int:
        raise AssertionError(f"the long way for {data[pos:]!r}")


def test_hot_path_is_taken() -> None:
    blocks = [b"data: a\n\n", b"data:b\n\n", b"data:c\r\n\r\n", b"data: d\n\n"]
    longest = max(map(len, blocks))

    for reads in ([b"".join(blocks)], blocks):
        frames = decode(HotPathOnly(max_frame_bytes=longest), reads)
        assert [frame.data for frame in frames] == ["a", "b", "c", "d"]
        assert [frame.plain for frame in frames] == [True, True, False, True]


def test_what_is_no_utf8_is_not_plain() -> None:
    assert [
        frame.plain for frame in decode(SseDecoder(), [b"data: \xff\n\ndata: \xc3\xa9\n\n"])
    ] == [
        False,
        True,
    ]
