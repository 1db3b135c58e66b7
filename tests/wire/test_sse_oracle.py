"""On valid input the decoder agrees with httpx-sse, and with real streams as recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from httpx_sse import EventSource
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shared_data import SHARED
from tests.wire.decoding import cut, decode, offsets_of, pieces, shape
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.sse_decoder import SseDecoder

if TYPE_CHECKING:
    from collections.abc import Iterable

RECORDINGS = sorted((SHARED / "recordings").rglob("*.sse")) or [Path("absent.sse")]

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=8)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@st.composite
def valid_bodies(draw: st.DrawFn) -> tuple[bytes, list[int]]:
    """Blocks with data or comments alone, in one kind of line end, and where to cut them.

    No ``id`` or ``retry`` and no ``event`` without data: httpx-sse dispatches such blocks too.
    """
    end = draw(ENDS)
    data = st.sampled_from(["data: ", "data:"]).flatmap(lambda name: TEXT.map(name.__add__))
    comment = TEXT.map(":".__add__)
    event = st.tuples(st.lists(comment, max_size=2), st.lists(data, min_size=1, max_size=3))
    lines = event.map(lambda parts: [*parts[0], "event: x", *parts[1]]) | st.lists(comment)
    blocks = draw(st.lists(lines, max_size=6))
    body = "".join(line + end for block in blocks for line in [*block, ""]).encode()
    return body, draw(offsets_of(body))


def told_by_httpx_sse(reads: Iterable[bytes]) -> list[str]:
    headers = {"content-type": "text/event-stream"}
    response = httpx.Response(200, headers=headers, content=iter([*filter(None, reads)]))
    return [event.data for event in EventSource(response).iter_sse()]


def data_of(frames: list[Frame]) -> list[str]:
    return [frame.data for frame in frames if frame.kind is FrameKind.EVENT]


@settings(max_examples=300, deadline=None)
@given(valid_bodies())
def test_agrees_with_httpx_sse(case: tuple[bytes, list[int]]) -> None:
    reads = cut(*case)

    assert data_of(decode(SseDecoder(), reads)) == told_by_httpx_sse(reads)


def json_lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_recorded_stream(path: Path) -> None:
    if not path.exists():
        pytest.skip("the recordings are not here")
    body = path.read_bytes()
    chunks = json_lines(path.with_suffix(".chunks.jsonl"))
    lines = json_lines(path.with_suffix(".jsonl"))

    frames = decode(SseDecoder(), [body[c["off"] : c["off"] + c["len"]] for c in chunks])

    assert b"".join(frame.raw for frame in frames) == body
    assert [json.loads(data) for data in data_of(frames)] == [
        line["data"] for line in lines if "data" in line
    ]
    for size in (1, 2, 3, 7, 64):
        again = decode(SseDecoder(), pieces(body, size))
        assert [*map(shape, again)] == [*map(shape, frames)]
