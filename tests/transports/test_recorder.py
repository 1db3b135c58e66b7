"""A recording is complete at every moment, readable by its owner only, and never lost to a slip."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.transports.killed_writer import traffic_of
from wirelab.errors import UsageError, WirelabError
from wirelab.transports.recorder import Recorder
from wirelab.transports.step_file import open_source
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

ROOT = Path(__file__).parents[2]
EXCHANGE: list[Traffic] = [
    Request("POST", "http://h/agent", (("accept", "text/event-stream"),), b'{"threadId":"t"}', 0.0),
    Response(200, (("content-type", "text/event-stream"),), 12.5),
    Read(b'data: {"type":"RUN_STARTED"}\n\n', 13.0),
    Read(b": ping\n\ndata: {", 14.0),
    Read(b"\xff", 15.0),
    End(Ending.RESET, "peer closed", 16.25),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.jsonl"


def test_what_is_recorded_is_what_is_read(path: Path) -> None:
    with Recorder(path, title="a run") as recorder:
        for item in EXCHANGE + EXCHANGE:
            recorder.take(item)
    source = open_source(path)
    assert list(source.traffic()) == EXCHANGE + EXCHANGE
    assert list(source.traffic()) == EXCHANGE + EXCHANGE
    assert (source.format, source.bad_lines) == ("recording", [])
    assert source.header is not None
    assert source.header.title == "a run"


def test_frames_without_bytes_are_recorded_as_that(path: Path) -> None:
    frames = [
        Frame(0, 1.0, FrameKind.EVENT, b"", '{"type":"X"}'),
        Frame(0, None, FrameKind.EVENT, b"\xff", "\ufffd"),
        Frame(0, 2.0, FrameKind.COMMENT, b"", "ping", (("", "ping"),)),
    ]
    with Recorder(path) as recorder:
        for frame in frames:
            recorder.take(frame)
    assert list(open_source(path).traffic())[:-1] == frames


def test_each_line_is_in_the_file_before_the_next_happens(path: Path) -> None:
    recorder = Recorder(path)
    for count, item in enumerate(EXCHANGE, start=1):
        recorder.take(item)
        assert list(open_source(path).traffic())[:count] == EXCHANGE[:count]
    recorder.close()
    recorder.close()
    with pytest.raises(WirelabError, match="closed"):
        recorder.take(EXCHANGE[0])


def test_a_writer_killed_at_any_byte_loses_at_most_the_last_line(path: Path) -> None:
    with Recorder(path) as recorder:
        for item in EXCHANGE:
            recorder.take(item)
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    for size in range(header, len(whole)):
        path.write_bytes(whole[:size])
        source = open_source(path)
        items = list(source.traffic())
        complete = whole[:size].count(b"\n") - 1
        kept = items[:-1] if items and items[-1] == End(Ending.UNKNOWN) else items
        assert kept[:complete] == EXCHANGE[:complete]
        assert len(kept) - complete == (whole[size : size + 1] == b"\n")
        assert all(line.cut_off for line in source.bad_lines)
        assert source.bad_line_count == (whole[size - 1 : size + 1].find(b"\n") < 0)


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX")
def test_only_its_owner_may_read_it(path: Path) -> None:
    previous = os.umask(0)
    try:
        Recorder(path).close()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        path.chmod(0o644)
        Recorder(path, overwrite=True).close()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    finally:
        os.umask(previous)


def test_a_file_that_is_there_is_kept_unless_told_otherwise(path: Path) -> None:
    path.write_text("precious and longer than a header of a recording, by far")
    with pytest.raises(UsageError, match="is there already"):
        Recorder(path)
    assert path.read_text().startswith("precious")
    Recorder(path, overwrite=True).close()
    assert path.read_text() == '{"wirelab":1,"kind":"recording"}\n'


def test_secrets_stay_out_unless_kept(path: Path) -> None:
    request = Request("POST", "http://u:s3cret@h?token=s3cret", (("cookie", "s3cret"),), b"")
    with Recorder(path) as recorder:
        recorder.take(request)
    assert "s3cret" not in path.read_text()
    with Recorder(path, keep_secrets=True, overwrite=True) as recorder:
        recorder.take(request)
    assert next(open_source(path).traffic()) == request


@pytest.mark.parametrize("where", ["no/such/folder/x.jsonl", ".", "x\0y"])
def test_where_nothing_can_be_written_is_one_sentence(tmp_path: Path, where: str) -> None:
    with pytest.raises(WirelabError, match=r"cannot be written|is there already"):
        Recorder(tmp_path / where)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_sentence() -> None:
    with pytest.raises(WirelabError, match="No space left"):
        Recorder("/dev/full", overwrite=True)


def test_a_name_that_ends_in_gz_asks_for_gzip_that_loads_at_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl.gz"
    recorder = Recorder(path)
    for count, item in enumerate(EXCHANGE, start=1):
        recorder.take(item)
        assert list(open_source(path).traffic())[:count] == EXCHANGE[:count]
    recorder.close()
    source = open_source(path)
    assert list(source.traffic()) == EXCHANGE
    assert source.bad_lines == []
    assert path.read_bytes().startswith(b"\x1f\x8b")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the writer is forked")
@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_kill_9_at_any_moment_leaves_every_complete_frame(tmp_path: Path, suffix: str) -> None:
    program = [sys.executable, "-m", "tests.transports.killed_writer", str(tmp_path), "200", suffix]
    written = subprocess.run(program, capture_output=True, check=True, cwd=ROOT, timeout=300)
    known = json.loads(written.stdout)
    assert len(known) == 200
    for number, taken in enumerate(known):
        source = open_source(tmp_path / f"{number}{suffix}")
        _, _, *reads, ended = source.traffic()
        assert ended == End(Ending.UNKNOWN)
        assert len(reads) >= taken > 0
        assert reads == [traffic_of(at) for at in range(len(reads))]
        assert all(bad.cut_off or suffix.endswith(".gz") for bad in source.bad_lines)
        assert source.bad_line_count <= 2
