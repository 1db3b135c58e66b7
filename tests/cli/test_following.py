"""``replay --follow`` goes on as its file grows; each wait of it is where the test writes more."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from wirelab.cli import following
from wirelab.cli.diagnostics import ExitCode
from wirelab.cli.output import Output
from wirelab.cli.showing import JsonShow
from wirelab.cli.starting_point import StartingPoint

STARTED = '{"type":"RUN_STARTED","threadId":"t","runId":"r"}'
FINISHED = '{"type":"RUN_FINISHED","threadId":"t","runId":"r"}'
HEADER = '{"wirelab":1,"kind":"recording"}\n'


def append(path: Path, text: str) -> Callable[[], None]:
    def act() -> None:
        with path.open("a") as file:
            file.write(text)

    return act


def followed(path: Path, *writes: Callable[[], object]) -> ExitCode:
    """Follows until the writes, one a wait, are used up: then comes Ctrl-C."""
    left = list(writes)

    def sleep(_: float) -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop(0)()

    return following.Following(
        str(path),
        StartingPoint(),
        lambda session, source: JsonShow(Output(), session, source.name, source.format),
        sleep,
    ).run()


def rows(text: str) -> list[tuple[str, str]]:
    found = [json.loads(line) for line in text.splitlines()]
    return [
        (row["kind"], row.get("type") or "") for row in found if row["kind"] in ("event", "end")
    ]


BOTH = [("event", "RUN_STARTED"), ("event", "RUN_FINISHED"), ("end", "")]
FORMATS = {
    "events": (f"{STARTED}\n", f"{FINISHED[:20]}", f"{FINISHED[20:]}\n"),
    "sse": (f"data: {STARTED}\n\n", f"data: {FINISHED}\n", "\n"),
    "recording": (
        f'{HEADER}{{"event":{STARTED},"at":1}}\n',
        f'{{"event":{FINISHED[:20]}',
        f'{FINISHED[20:]}}}\n{{"end":"eof"}}\n',
    ),
}


@pytest.mark.parametrize("format_", FORMATS)
def test_what_is_appended_shows_once_it_is_whole(
    format_: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, begun, rest = FORMATS[format_]
    path = tmp_path / "growing"
    path.write_text(first)
    shown: list[int] = []

    def count() -> None:
        shown.append(len(rows(capsys.readouterr().out)))

    code = followed(path, count, append(path, begun), count, append(path, rest))
    assert code is ExitCode.INTERRUPTED
    assert shown == [1, 0]
    assert rows(capsys.readouterr().out) == BOTH[1:]


def test_a_file_that_is_empty_at_first_is_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "growing"
    path.touch()
    followed(path, append(path, STARTED), append(path, "\n"), append(path, FINISHED + "\n"))
    written = capsys.readouterr()
    assert rows(written.out) == BOTH
    assert written.err.count("waiting for more") == 1


def test_a_bad_line_is_said_with_its_number_while_the_file_grows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "growing"
    path.write_text(f'{HEADER}{{"event":{STARTED}}}\n')
    said: list[str] = []
    followed(path, append(path, "oops\n"), lambda: said.append(capsys.readouterr().err))
    assert "growing, line 3: " in said[0]


def test_a_file_cut_short_and_one_replaced_begin_anew_and_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, new = tmp_path / "growing", tmp_path / "new"
    path.write_text(f"{STARTED}\n{FINISHED}\n")
    new.write_text(f"data: {STARTED}\n\ndata: {FINISHED}\n\n")
    code = followed(
        path,
        lambda: path.write_text(f"{STARTED}\n"),
        append(path, f"{FINISHED}\n"),
        path.unlink,
        lambda: new.rename(path),
    )
    written = capsys.readouterr()
    assert code is ExitCode.INTERRUPTED
    assert rows(written.out) == 3 * BOTH
    assert "growing was cut" in written.err
    assert "growing was replaced" in written.err


def test_what_was_written_before_the_file_was_replaced_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "growing"
    path.write_text(f"{STARTED}\n")

    def replace() -> None:
        append(path, f"{FINISHED}\n")()
        path.rename(tmp_path / "old")
        path.write_text(f"{STARTED}\n")

    followed(path, replace)
    assert rows(capsys.readouterr().out) == [*BOTH, ("event", "RUN_STARTED"), ("end", "")]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("x.jsonl.gz", b"\x1f\x8b\x08", "is compressed"),
        ("x", b"\x1f\x8b\x08", "is compressed"),
        ("x.har", b'{"log":{"version":"1.2","entries":[]}}\n', "is read as a whole (har)"),
        ("x.html", b"<!doctype html>\n", "is a web page"),
    ],
)
def test_what_cannot_be_followed_is_one_sentence(
    cli: Cli, tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    ran = cli("replay", path, "--plain", "--follow")
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)
    assert words in ran.err


def test_no_file_and_contradicting_options_are_said(cli: Cli, tmp_path: Path) -> None:
    assert cli("replay", tmp_path / "none", "--plain", "--follow").code == 3
    assert cli("replay", tmp_path, "--plain", "--follow").code == 3
    assert cli("replay", "-", "--plain", "--follow").code == 2
    assert cli("replay", "chat", "--plain", "--follow", "--speed", "2").code == 2


def test_ctrl_c_ends_it_with_130_and_the_verdict(tmp_path: Path) -> None:
    path = tmp_path / "growing.jsonl"
    path.write_text(f"{STARTED}\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "wirelab", "replay", str(path), "--plain", "--follow"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while "RUN_STARTED" not in (line := process.stdout.readline()):
        assert line, "it ended before the event came"
    append(path, f"{FINISHED}\n")()
    while "RUN_FINISHED" not in (line := process.stdout.readline()):
        assert line, "it ended before the event came"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    assert "SUCCESS" in out
