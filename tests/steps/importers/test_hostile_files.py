"""Files that are cut anywhere, made of the wrong things, or without end: no importer fails by
anything but a SourceError of one sentence, and what streams is never held."""

from __future__ import annotations

import gzip
import io
import json
import tracemalloc
from collections import deque
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.steps.importers.test_importers import EXAMPLES as LINES
from tests.steps.importers.test_other_tools import EXAMPLES as OTHERS
from tests.steps.importers.test_other_tools import ODD, changed
from wirelab.errors import SourceError
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.steps.exporters import EXPORTERS, Export, written
from wirelab.transports.source import Source, stream_source
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read, Request, Response

RUN = [
    {"type": "RUN_STARTED", "threadId": "t", "runId": "r"},
    {"type": "TEXT_MESSAGE_CHUNK", "messageId": "m", "role": "assistant", "delta": "é🎉"},
    {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"},
]
TRAFFIC = (
    Request("POST", "http://h/a", (("accept", "text/event-stream"),), b'{"threadId":"t"}', 0.0),
    Response(200, (("content-type", "text/event-stream"),), 1.5),
    *(
        Read(f"data: {json.dumps(event)}\n\n".encode(), at)
        for at, event in zip((2.0, 3.0, 4.5), RUN, strict=True)
    ),
    End(Ending.EOF, "", 5.0),
)


def exported(format_: str) -> bytes:
    return b"".join(written(EXPORTERS[format_], TRAFFIC, Export("x")))


SAMPLES: dict[str, bytes] = {
    **{name: data for name, (_, data, _) in LINES.items()},
    **OTHERS,
    **{f"exported {name}": exported(name) for name in EXPORTERS if name not in ("curl", "pytest")},
    "compressed": gzip.compress(exported("recording"), mtime=0),
}


def taken(data: bytes) -> tuple[Source, Session] | None:
    """Read and judged; None where the file is refused in one sentence."""
    try:
        source = stream_source(io.BytesIO(data), "x")
        session = judged(source)
    except SourceError as error:
        sentence = str(error)
        assert "x" in sentence
        assert "\n" not in sentence
        return None
    lines = data.count(b"\n") + 1 if not data.startswith(b"\x1f\x8b") else 10
    assert all(bad.reason and 0 <= bad.line <= lines for bad in source.bad_lines)
    return source, session


def judged(source: Source) -> Session:
    inspection, framing = Inspection(), Framing()
    for item in source.traffic():
        for arrival in framing.take(item):
            inspection.take(arrival)
    return inspection.finish()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_cut_at_any_byte_is_taken_or_refused_in_a_sentence(name: str) -> None:
    whole = SAMPLES[name]
    for cut in range(len(whole)):
        taken(whole[:cut])


@pytest.mark.parametrize("name", ["exported recording", "exported devtools"])
def test_of_lines_cut_anywhere_all_whole_ones_are_read(name: str) -> None:
    whole = SAMPLES[name]
    for cut in range(whole.index(b"\n") + 1, len(whole)):
        found = taken(whole[:cut])
        assert found is not None
        source, session = found
        complete = whole[:cut].count(b"\n")
        assert {bad.line for bad in source.bad_lines} <= {complete + 1}
        expected = sum(kind in line for line in whole[:cut].split(b"\n")[:complete] for kind in RAN)
        assert session.event_count - expected in (0, 1)


RAN = [str(event["type"]).encode() for event in RUN]


def mutations(data: bytes) -> st.SearchStrategy[bytes]:
    """The data with a few pieces taken out, doubled, or replaced by what does not belong there."""
    place = st.integers(0, len(data))
    piece = st.tuples(place, place, st.sampled_from(PIECES))
    return st.lists(piece, min_size=1, max_size=4).map(lambda pieces: mutated(data, pieces))


PIECES = [
    *(
        b"",
        b"\n",
        b"\r",
        b"\0",
        b"\xff",
        b'"',
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b"\\",
        b"\x1b[2J",
    ),
    *(b"null", b"true", b"-1", b"1e999", b"NaN", b"[" * 600, b'{"a":' * 600, b"9" * 5000),
    *(b'"\\ud800"', "\u202e".encode(), b"\xef\xbb\xbf", b"data: ", b'{"type":null}'),
]


def mutated(data: bytes, pieces: list[tuple[int, int, bytes]]) -> bytes:
    for one, other, piece in pieces:
        begin, end = min(one, other), max(one, other)
        data = data[:begin] + piece + data[end if end - begin < 20 else begin :]
    return data


@pytest.mark.parametrize("name", SAMPLES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_mutated_file_is_taken_or_refused_in_a_sentence(name: str, data: st.DataObject) -> None:
    taken(data.draw(mutations(SAMPLES[name])))


@pytest.mark.parametrize("name", ["recording", "timed", "exported recording"])
def test_a_member_of_the_wrong_type_costs_a_line_and_not_the_file(name: str) -> None:
    lines = [line for line in SAMPLES[name].splitlines() if is_json(line)]
    for number, line in enumerate(lines[1:], start=1):
        for other in changed(json.loads(line)):
            for odd in ODD[:-1]:
                text = json.dumps(other).replace('"MARK"', odd).encode()
                found = taken(b"\n".join([*lines[:number], text, *lines[number + 1 :], b""]))
                assert found is not None
                assert {bad.line for bad in found[0].bad_lines} <= {number + 1}


def is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


BIG = {"type": "CUSTOM", "name": "x.y", "value": "z" * 2000}
EVENT = json.dumps(BIG).encode()
HUGE: dict[str, tuple[bytes, bytes]] = {
    "events": (b"", EVENT + b"\n"),
    "sse": (b"", b"data: " + EVENT + b"\n\n"),
    "timed-events": (b"", b'{"t":1,"data":' + EVENT + b"}\n"),
    "event-array": (b"[" + EVENT, b",\n" + EVENT),
    "recording": (b'{"wirelab":1,"kind":"recording"}\n', b'{"event":' + EVENT + b',"at":1}\n'),
}
MOST = 3 * 1024 * 1024


class Endless(io.RawIOBase):
    """A file of ``size`` bytes that is made while it is read."""

    def __init__(self, first: bytes, unit: bytes, size: int) -> None:
        self._left, self._next = size, first
        self._block = unit * (65_536 // len(unit) + 1)

    def read(self, most: int = -1) -> bytes:
        if not self._next and self._left > 0:
            self._next = self._block
        data, self._next = self._next[:most], self._next[most:]
        self._left -= len(data)
        return data


def peak(work: Callable[[], None]) -> int:
    """Bytes that the work held at most, beyond what was there."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("format_", HUGE)
def test_a_huge_file_of_lines_is_never_held(format_: str) -> None:
    def read() -> None:
        source = stream_source(Endless(*HUGE[format_], size=16 * 1024 * 1024), "x")
        assert source.format == format_
        framing, count = Framing(), 0
        for item in source.traffic():
            count += len(framing.take(item))
        assert count > 7000

    assert peak(read) < MOST


@pytest.mark.parametrize("format_", ["recording", "timed-events"])
def test_bad_lines_without_end_are_counted_and_not_kept(format_: str) -> None:
    first = HUGE[format_][0] or HUGE[format_][1]
    source = stream_source(Endless(first, b'{"t":1,\n', size=256 * 1024), "x")
    assert peak(lambda: deque(source.traffic(), maxlen=0).clear()) < MOST
    assert len(source.bad_lines) <= 1000
    if format_ == "recording":
        assert source.bad_line_count > 20_000
        assert [bad.line for bad in source.bad_lines[:2]] == [2, 3]
