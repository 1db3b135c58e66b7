"""httpx-sse is run for real, and from the first odd frame on is as good as from the beginning."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.wire.decoding import cut, decode, offsets_of
from wirelab.projections.odd_bytes import MOST_KEPT, OddBytes
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.httpx_sse_reading import read_by_httpx_sse
from wirelab.wire.sse_decoder import SseDecoder

TEXT = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\ufeff"), max_size=6
)
LINES = st.one_of(
    st.sampled_from(["data: ", "data:", ":", "id: ", "event: ", "stray"]).flatmap(
        lambda name: TEXT.map(name.__add__)
    ),
    st.sampled_from(["data", "retry: 7", "retry: x", "id", "data: {}"]),
)


@st.composite
def bodies(draw: st.DrawFn) -> tuple[bytes, list[int]]:
    """Blocks of any lines in one kind of line end, with or without a BOM, and where to cut them."""
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    blocks = draw(st.lists(st.lists(LINES, max_size=3), max_size=6))
    text = "".join(line + end for block in blocks for line in [*block, ""])
    body = (draw(st.sampled_from(["", "\ufeff"])) + text).encode()
    return body, draw(offsets_of(body))


def odd_frames(frames: list[Frame]) -> list[Frame]:
    odd = OddBytes()
    for frame in frames:
        odd.note(frame)
    return odd.frames


@settings(max_examples=400, deadline=None)
@given(bodies())
def test_from_the_first_odd_frame_on(case: tuple[bytes, list[int]]) -> None:
    body, offsets = case
    frames = decode(SseDecoder(), cut(body, offsets))
    kept = odd_frames(frames)
    before = frames[: frames.index(kept[0])] if kept else frames
    plain = [frame.data for frame in before if frame.kind is FrameKind.EVENT]

    whole = read_by_httpx_sse([body]).data

    assert whole == plain + read_by_httpx_sse([frame.raw for frame in kept]).data


def test_it_dispatches_what_has_no_data() -> None:
    assert read_by_httpx_sse([b"id: 7\ndata: {}\n\n: hi\n\n"]).data == ["{}", ""]


def test_it_refuses_another_content_type() -> None:
    reading = read_by_httpx_sse([b"data: {}\n\n"], (("content-type", "application/json"),))
    assert reading.data == []
    assert "text/event-stream" in reading.refused


def test_a_charset_nobody_knows_is_no_trouble() -> None:
    headers = (("content-type", "text/event-stream; charset=klingon"),)
    assert read_by_httpx_sse(["data: café\n\n".encode()], headers).data == ["café"]


def test_what_is_kept_is_bounded() -> None:
    odd = OddBytes()
    for seq in range(1000):
        raw = b"id: 1\ndata: x\n\n" + b"\n" * 1000
        odd.note(Frame(seq, None, FrameKind.EVENT, raw, "x", (("id", "1"),)))
    assert sum(len(frame.raw) for frame in odd.frames) <= MOST_KEPT
    assert len(odd.frames) > 200
    assert not odd.alert


def test_a_plain_stream_does_not_load_it() -> None:
    script = (
        "import sys\nfrom wirelab import inspect_stream\n"
        'start = b\'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\\n\\n\'\n'
        'end = b\'data: {"type":"RUN_FINISHED","threadId":"t","runId":"r"}\\n\\n\'\n'
        "inspect_stream(start + b': keep-alive\\n\\n' + end)\n"
        "assert 'httpx' not in sys.modules\n"
        "inspect_stream(b'id: 1\\n' + start + end)\n"
        "assert 'httpx_sse' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
