"""What a path or a name opens, and the one sentence for everything that cannot be opened."""

from __future__ import annotations

import gzip
import io
import os
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.shared_data import shared
from tests.steps.importers.test_importers import joined
from wirelab.errors import SourceError
from wirelab.steps import bundled
from wirelab.transports.source import CHUNK, MAX_BAD_LINES, Source, inflated
from wirelab.transports.stdin_pipe import open_stdin
from wirelab.transports.step_file import open_source
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

HEADER = b'{"wirelab":1,"kind":"recording"}\n'
EVENT = b'{"event":{"type":"X"},"at":5}\n'
READ = Read(b'data: {"type":"X"}\n\n', 5.0)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, and one bundled recording called tool-call."""
    package = tmp_path / "package"
    recordings = package / "bundled" / "recordings"
    recordings.mkdir(parents=True)
    (recordings / "tool-call.jsonl").write_bytes(HEADER + EVENT)
    monkeypatch.setattr(bundled, "files", lambda _: package / "steps")
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def sentence(given: str | Path) -> str:
    with pytest.raises(SourceError) as caught:
        open_source(given)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_name_opens_the_bundled_recording_and_a_path_goes_before_it(here: Path) -> None:
    assert next(open_source("tool-call").traffic()) == READ
    assert next(open_source("tool-call.jsonl").traffic()) == READ
    (here / "tool-call.jsonl").write_bytes(HEADER)
    assert list(open_source("tool-call.jsonl").traffic()) == []
    assert list(open_source(here / "tool-call.jsonl").traffic()) == []
    (here / "tool-call").mkdir()
    assert next(open_source("tool-call").traffic()) == READ


def test_what_is_not_there_proposes_what_is_near(here: Path) -> None:
    assert sentence("tool-cal").endswith("did you mean tool-call?")
    (here / "weather.jsonl").write_bytes(HEADER)
    assert sentence("wether.jsonl").endswith("did you mean weather.jsonl?")
    assert sentence("zzz") == (
        "zzz: no such file, and no recording of that name comes with Wire Lab"
    )
    assert "no such file" in sentence("weather.jsonl/x")
    assert "no such file" in sentence("a\0b")
    assert sentence("x" * 5000)


def test_files_that_are_no_source_get_one_sentence_each(here: Path) -> None:
    assert sentence(here) == f"{here} is a folder; name a file in it"
    (here / "empty").write_bytes(b"")
    assert sentence("empty") == "empty is empty"
    (here / "rubbish").write_bytes(bytes(range(256)) * 100)
    assert "binary" in sentence("rubbish")
    (here / "words").write_bytes(b"hello\n")
    assert "no format" in sentence("words")
    (here / "future.jsonl").write_bytes(b'{"wirelab":2,"kind":"recording"}\n')
    assert "newer Wire Lab (format 2" in sentence("future.jsonl")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_says_so(here: Path) -> None:
    (here / "closed").write_bytes(HEADER)
    (here / "closed").chmod(0)
    assert sentence("closed") == "closed cannot be read: Permission denied"


def test_a_device_without_end_is_refused_at_its_beginning() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("needs /dev/zero")
    assert "binary" in sentence("/dev/zero")


def test_bad_lines_are_counted_and_the_rest_is_delivered(here: Path) -> None:
    (here / "x.jsonl").write_bytes(HEADER + b"bad\n" * (MAX_BAD_LINES + 5) + EVENT)
    source = open_source("x.jsonl")
    assert list(source.traffic()) == [READ, End(Ending.UNKNOWN)]
    assert source.bad_line_count == MAX_BAD_LINES + 5
    assert len(source.bad_lines) == MAX_BAD_LINES
    assert source.bad_lines[0].line == 2


def test_gzip_is_read_whatever_the_name_and_damage_is_reported_at_its_place(here: Path) -> None:
    plain = HEADER + EVENT * 50_000
    packed = gzip.compress(plain)
    (here / "x.jsonl").write_bytes(packed)
    source = open_source("x.jsonl")
    assert list(source.traffic())[:-1] == [READ] * 50_000
    assert source.bad_lines == []

    (here / "x.jsonl").write_bytes(packed[: len(packed) // 2])
    items = list(source.traffic())
    assert 1000 < len(items) < 50_000
    assert "the compressed data ends in the middle" in {line.reason for line in source.bad_lines}

    (here / "x.jsonl").write_bytes(packed[:-8] + b"\0" * 8)
    assert len(list(source.traffic())) > 40_000
    assert any("damaged" in line.reason for line in source.bad_lines)

    (here / "x.jsonl").write_bytes(gzip.compress(HEADER) + gzip.compress(EVENT))
    assert next(open_source("x.jsonl").traffic()) == READ


@pytest.mark.parametrize(
    "data", [b"\x1f\x8b", b"\x1f\x8b\x08" + bytes(range(200)), gzip.compress(b"x" * 99)[:10]]
)
def test_a_gzip_file_that_is_none_is_not_called_empty(here: Path, data: bytes) -> None:
    (here / "x.jsonl.gz").write_bytes(data)
    with pytest.raises(SourceError, match="begins as a gzip file does, but is damaged there"):
        open_source("x.jsonl.gz")
    (here / "x.jsonl.gz").write_bytes(gzip.compress(b""))
    with pytest.raises(SourceError, match="is empty"):
        open_source("x.jsonl.gz")


def test_no_compressed_byte_is_lost_wherever_a_piece_of_the_output_ends() -> None:
    damage: list[str] = []
    for size in range(CHUNK - 20, CHUNK + 600, 7):
        packed = gzip.compress(b"x" * size)
        assert sum(map(len, inflated([packed], damage.append))) == size
        assert sum(map(len, inflated([packed[:20], packed[20:]], damage.append))) == size
    assert damage == []


def test_a_large_file_streams(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "x.jsonl").write_bytes(HEADER + EVENT * 200_000)
    traffic = open_source("x.jsonl").traffic()
    opened = Path("/proc/self/fd")
    assert next(traffic) == READ
    if opened.exists():
        ours = [fd for fd in opened.iterdir() if _target(fd).endswith("x.jsonl")]
        assert len(ours) == 1
        position = (Path("/proc/self/fdinfo") / ours[0].name).read_text().split()[1]
        assert int(position) < 500_000
    traffic.close()  # type: ignore[attr-defined]


def _target(link: Path) -> str:
    try:
        return os.readlink(link)
    except OSError:
        return ""


class Dripping(io.RawIOBase):
    """A pipe whose writer writes these pieces; ``taken`` counts those that were read."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)
        self.taken = 0

    def read1(self, size: int = -1) -> bytes:
        if self.taken == len(self.pieces):
            return b""
        self.taken += 1
        return self.pieces[self.taken - 1]


def opened(*pieces: bytes) -> tuple[Source, Dripping]:
    pipe = Dripping(*pieces)
    return open_stdin(pipe), pipe  # type: ignore[arg-type]


def test_a_pipe_is_recognised_by_its_first_lines_and_shown_as_it_comes() -> None:
    source, pipe = opened(b"da", b"ta: {}\n", b"\n: ping\n\nda", b"ta: []\n\n", b"data: 1\n\n")
    assert (source.format, pipe.taken) == ("sse", 2)
    traffic = source.traffic()
    assert next(traffic) == Read(b"da")
    assert next(traffic) == Read(b"ta: {}\n")
    assert pipe.taken == 2
    assert b"".join(item.data for item in traffic if isinstance(item, Read)).endswith(
        b"data: 1\n\n"
    )


@pytest.mark.parametrize(
    ("whole", "format_"),
    [
        (b'{"type":"X"}\n{"type":"Y"}\n', "events"),
        (b'[{"type":"X"},{"type":"Y"}]', "event-array"),
        (b'noise\n\ndata: {"type":"X"}\n\n', "sse"),
        (HEADER + EVENT, "recording"),
        (gzip.compress(HEADER + EVENT), "recording"),
    ],
)
def test_a_pipe_byte_by_byte_gives_what_a_file_gives(
    here: Path, whole: bytes, format_: str
) -> None:
    (here / "x").write_bytes(whole)
    source, _ = opened(*(whole[n : n + 1] for n in range(len(whole))))
    assert source.format == format_
    assert joined(source.traffic()) == joined(open_source("x").traffic())


def test_an_empty_pipe_is_one_sentence() -> None:
    with pytest.raises(SourceError, match="standard input is empty"):
        opened()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_read_once_from_the_beginning(here: Path) -> None:
    os.mkfifo("pipe")
    writer = threading.Thread(target=lambda: (here / "pipe").write_bytes(HEADER + EVENT * 1000))
    writer.start()
    assert list(open_source("pipe").traffic())[:-1] == [READ] * 1000
    writer.join()


def body(items: Iterable[Traffic | Frame]) -> bytes:
    return b"".join(item.data for item in items if isinstance(item, Read))


def frames(source: Source) -> list[Frame]:
    framing = Framing()
    return [
        arrival
        for item in source.traffic()
        for arrival in framing.take(item)
        if isinstance(arrival, Frame)
    ]


def _files(ending: str) -> Iterator[Path]:
    for path in sorted(shared("recordings").glob(f"*/*{ending}")):
        if path.stat().st_size:
            yield path


def test_every_body_of_the_reference_recordings_loads_with_its_exchange() -> None:
    paths = list(_files(".sse"))
    assert len(paths) > 100
    for path in paths:
        source = open_source(path)
        items = list(source.traffic())
        assert source.format == "split-capture"
        assert source.bad_lines == [], path
        assert isinstance(items[0], Request)
        assert isinstance(items[1], Response)
        assert isinstance(items[-1], End)
        assert body(items) == path.read_bytes()
        assert all(item.at_ms is not None for item in items)


def test_every_body_loads_as_plain_text_too(tmp_path: Path) -> None:
    for path in list(_files(".sse"))[::8]:
        alone = tmp_path / "alone.sse"
        alone.write_bytes(path.read_bytes())
        source = open_source(alone)
        assert source.format == "sse"
        assert body(source.traffic()) == path.read_bytes()
        closed = {FrameKind.CLOSED}
        assert [f.data for f in frames(source) if f.kind not in closed] == [
            f.data for f in frames(open_source(path)) if f.kind not in closed
        ]


def test_every_list_of_events_of_the_reference_recordings_loads_with_its_times() -> None:
    paths = [path for path in _files(".jsonl") if not path.name.endswith(".chunks.jsonl")]
    assert len(paths) > 100
    for path in paths:
        source = open_source(path)
        found = frames(source)
        assert source.format == "timed-events"
        assert source.bad_lines == [], path
        assert len(found) == path.read_bytes().count(b"\n") + 1
        assert all(f.at_ms is not None for f in found[:-1])


def test_every_list_of_reads_opens_the_capture_it_belongs_to() -> None:
    for path in _files(".chunks.jsonl"):
        source = open_source(path)
        assert source.format == "split-capture"
        assert frames(source), path


def test_a_list_of_reads_alone_says_what_is_missing(here: Path) -> None:
    (here / "x.chunks.jsonl").write_bytes(b'{"t": 0.1, "off": 0, "len": 94}\n')
    assert "lists the reads of a body that is not beside it" in sentence("x.chunks.jsonl")


def test_a_capture_with_damaged_parts_still_gives_its_body(here: Path) -> None:
    whole = b"data: {}\n\ndata: []\n\n"
    (here / "x.sse").write_bytes(whole)
    (here / "x.headers.json").write_text('{"status": 200, "headers": [["a", "b"], 5], "url": null}')
    (here / "x.chunks.jsonl").write_text('{"t": 1, "off": 0, "len": 3}\n{"off": 9, "len": 1}\n')
    source = open_source("x.sse")
    items = list(source.traffic())
    assert items[:3] == [
        Request("POST", "", (), b"", 0.0),
        Response(200, (("a", "b"),), None),
        Read(b"dat", 1000.0),
    ]
    assert body(items) == whole
    assert [line.line for line in source.bad_lines] == [2]
    (here / "x.headers.json").write_text("oops")
    assert open_source("x.sse").format == "sse"
