"""How the decoder tests feed bodies and compare frames."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wirelab.wire.frame import Frame
    from wirelab.wire.stream_decoder import StreamDecoder

Shape = tuple[str, bytes, str, tuple[tuple[str, str], ...]]


def decode(decoder: StreamDecoder, reads: Iterable[bytes]) -> list[Frame]:
    """All frames of a body that came in these reads, read n at n milliseconds."""
    frames = [frame for at, read in enumerate(reads) for frame in decoder.feed(read, float(at))]
    return [*frames, *decoder.finish()]


def shape(frame: Frame) -> Shape:
    """What must not depend on how the body was cut."""
    return frame.kind.value, frame.raw, frame.data, frame.fields


def pieces(body: bytes, size: int) -> Iterator[bytes]:
    return (body[start : start + size] for start in range(0, len(body), size))


def cut(body: bytes, offsets: Iterable[int]) -> list[bytes]:
    """The body cut at these offsets, which may repeat: empty reads happen too."""
    marks = [0, *sorted(offsets), len(body)]
    return [body[start:stop] for start, stop in itertools.pairwise(marks)]


def offsets_of(body: bytes) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, len(body)), max_size=6)


def assert_sound(make: Callable[[], StreamDecoder], reads: list[bytes]) -> list[Frame]:
    """The invariants of one decoding; returns its frames."""
    frames = decode(make(), reads)
    assert b"".join(frame.raw for frame in frames) == b"".join(reads)
    assert [frame.seq for frame in frames] == list(range(len(frames)))
    assert _read_starts(frames) == _starts(reads)
    return frames


def assert_any_split_agrees(make: Callable[[], StreamDecoder], body: bytes) -> None:
    """Whole, byte by byte, and cut in two anywhere."""
    whole = [shape(frame) for frame in assert_sound(make, [body])]
    assert [shape(frame) for frame in assert_sound(make, list(pieces(body, 1)))] == whole
    for offset in range(1, len(body)):
        assert [shape(frame) for frame in assert_sound(make, cut(body, [offset]))] == whole


def _starts(reads: list[bytes]) -> list[int]:
    starts, offset = [], 0
    for read in filter(None, reads):
        starts.append(offset)
        offset += len(read)
    return starts


def _read_starts(frames: list[Frame]) -> list[int]:
    starts, offset = [], 0
    for frame in frames:
        starts += [offset + cut for cut in frame.cuts]
        offset += len(frame.raw)
    return starts
