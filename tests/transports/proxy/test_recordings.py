"""Recordings of what passes: one for each talk, nobody else's to read, without secrets."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.transports.proxy.proxied import INPUT, RUN
from wirelab.errors import UsageError, WirelabError
from wirelab.synthetic.serving import running_agent, running_app
from wirelab.transports.proxy.recordings import Recordings
from wirelab.transports.proxy.relay import Proxy
from wirelab.transports.proxy.seen import Forgotten, News, Seen, Talk
from wirelab.transports.proxy.upstream import Upstream
from wirelab.transports.step_file import open_source
from wirelab.wire.traffic import End, Ending, Read, Request, Response

SECRET = (("authorization", "Bearer s3cret"), ("x-api-key", "k3y"))


def recordings(folder: Path, told: list[str] | None = None, **options: bool) -> Recordings:
    said = told if told is not None else []
    return Recordings(folder, "20260102-030405", complain=said.append, **options)


def seen(talk: Talk | None, *, read: bytes = b"data: {}\n\n") -> list[News]:
    traffic = (
        Request("POST", "http://a.test/?token=s3cret", SECRET, b"{}", 0.0),
        Response(200, (("content-type", "text/event-stream"), ("set-cookie", "a=s3cret"))),
        Read(read, 1.0),
        End(Ending.EOF, "", 2.0),
    )
    return [Seen(1, talk, each) for each in traffic]


def test_a_thread_is_one_recording_that_replays(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    with running_agent(speed=None) as agent, recorded(folder, agent) as (base, said):
        for _ in range(2):
            httpx.post(f"{base}/chat", content=INPUT, headers=RUN)
        httpx.post(f"{base}/chat", content=INPUT.replace(b"t-1", b"../t \xe2\x98\x82"), headers=RUN)
        httpx.get(f"{base}/health")
    names = sorted(each.name for each in folder.iterdir())
    assert names == ["20260102-030405-0001-t-1.jsonl", "20260102-030405-0002-t.jsonl"]
    traffic = list(open_source(folder / names[0]).traffic())
    assert [type(each) for each in traffic if not isinstance(each, Read)] == [
        Request,
        Response,
        End,
    ] * 2
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()} == {0o600}
    assert not said


@contextmanager
def recorded(folder: Path, agent: str) -> Iterator[tuple[str, list[str]]]:
    """A proxy that records; its URL, and what was complained of."""
    said: list[str] = []
    kept = recordings(folder, said)
    with running_app(Proxy(Upstream(agent), kept.take)) as base:
        yield base, said
    kept.close()


@pytest.mark.parametrize("keep", [False, True])
def test_secrets_are_left_out_unless_they_are_kept(tmp_path: Path, keep: bool) -> None:
    kept = recordings(tmp_path, keep_secrets=keep)
    for each in seen(Talk(1, "t", 0.0)):
        kept.take(each)
    kept.close()
    (written,) = (each.read_text() for each in tmp_path.iterdir())
    assert ("s3cret" in written) is keep
    assert ("k3y" in written) is keep


def test_each_line_is_in_the_file_before_the_next_piece_comes(tmp_path: Path) -> None:
    kept = recordings(tmp_path)
    for count, each in enumerate(seen(Talk(1, "t", 0.0)), 2):
        kept.take(each)
        (path,) = tmp_path.iterdir()
        assert len(path.read_bytes().splitlines()) == count


def test_what_is_no_run_is_not_recorded(tmp_path: Path) -> None:
    kept = recordings(tmp_path)
    for each in seen(None):
        kept.take(each)
    assert (list(tmp_path.iterdir()), kept.count) == ([], 0)


def test_nothing_is_written_over(tmp_path: Path) -> None:
    for _ in range(2):
        kept = recordings(tmp_path)
        for each in seen(Talk(1, None, 0.0)):
            kept.take(each)
        kept.take(Forgotten(Talk(1, None, 0.0)))
    names = sorted(each.name for each in tmp_path.iterdir())
    stem = "20260102-030405-0001-no-thread"
    assert names == [f"{stem}-2.jsonl", f"{stem}.jsonl"]


def test_a_recording_that_fails_is_said_once_and_stops(tmp_path: Path) -> None:
    said: list[str] = []
    kept = recordings(tmp_path / "gone", said)
    (tmp_path / "gone").rmdir()
    for each in seen(Talk(1, "t", 0.0)):
        kept.take(each)
    assert kept.failed
    (sentence,) = said
    assert sentence.startswith("a recording stops here: ")


def test_a_folder_that_cannot_be_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="is a file; name a folder"):
        recordings(tmp_path / "file")
    with pytest.raises(WirelabError, match="cannot be written"):
        recordings(tmp_path / "file" / "below")
