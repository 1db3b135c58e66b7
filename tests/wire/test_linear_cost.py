"""Large bodies cost what their bytes cost: no byte is looked at again for every read."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.wire.decoding import decode, pieces
from wirelab.wire.ndjson_decoder import NdjsonDecoder
from wirelab.wire.protobuf_decoder import ProtobufDecoder
from wirelab.wire.sse_decoder import SseDecoder

if TYPE_CHECKING:
    from collections.abc import Callable

    from wirelab.wire.stream_decoder import StreamDecoder

MB = 1_000_000

BODIES: dict[str, tuple[type[StreamDecoder], Callable[[int], bytes]]] = {
    "one line": (SseDecoder, lambda size: b"data: " + b"x" * size + b"\n\n"),
    "one line and a CR": (SseDecoder, lambda size: b"data: " + b"x" * size + b"\r\r"),
    "one stray line": (SseDecoder, lambda size: b"x" * size + b"\n"),
    "no line end": (SseDecoder, lambda size: b"data: " + b"x" * size),
    "one line of JSON": (NdjsonDecoder, lambda size: b"x" * size + b"\n"),
    "one message": (ProtobufDecoder, lambda size: size.to_bytes(4, "big") + b"x" * size),
}
MANY = {
    "LF": b"data: x\n\n",
    "CRLF": b"data: x\r\n\r\n",
    "CR": b"data: x\r\r",
    "lines of one block": b"data: x\n",
    "stray": b"x\n",
}


def seconds(make: Callable[[], StreamDecoder], reads: list[bytes]) -> float:
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        decode(make(), reads)
        best = min(best, time.process_time() - begun)
    return best


@pytest.mark.parametrize("name", BODIES)
def test_large_frame_in_small_reads(name: str) -> None:
    make, body = BODIES[name]

    small, large = (seconds(make, [*pieces(body(size), 256)]) for size in (MB, 4 * MB))

    assert large < 4 * small * 2.5 + 0.01


@pytest.mark.parametrize("name", MANY)
def test_many_frames_in_one_read(name: str) -> None:
    small, large = (seconds(SseDecoder, [MANY[name] * count]) for count in (5_000, 20_000))

    assert large < 4 * small * 2.5 + 0.01
