"""``validate --watch``: each wait of it is where the test changes the files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from wirelab.cli.diagnostics import ExitCode
from wirelab.cli.watching_files import WatchedFiles

GOOD = (
    '{"type":"RUN_STARTED","threadId":"t","runId":"r"}\n'
    '{"type":"RUN_FINISHED","threadId":"t","runId":"r"}\n'
)
BAD = GOOD.splitlines()[0] + '\n{"type":"TEXT_MESSAGE_END","messageId":"m"}\n'


def watched(source: Path, *acts: Callable[[], object]) -> list[list[str]]:
    """The names judged in each round, until the acts, one a wait, are used up: then Ctrl-C."""
    left, rounds = list(acts), list[list[str]]()

    def sleep(_: float) -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop(0)()

    def judge(names: list[str]) -> None:
        rounds.append([Path(name).name for name in names])

    assert WatchedFiles([str(source)], judge, sleep).run() is ExitCode.INTERRUPTED
    return rounds


def test_what_is_there_is_judged_and_then_what_is_new_or_changed(tmp_path: Path) -> None:
    a, b = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    a.write_text(GOOD)
    rounds = watched(
        tmp_path,
        lambda: None,
        lambda: b.write_text(GOOD),
        lambda: a.write_text(BAD),
        lambda: os.utime(b, ns=(1, 1)),
        lambda: (tmp_path / "c.txt").write_text("no stream"),
    )
    assert rounds == [["a.jsonl"], ["b.jsonl"], ["a.jsonl"], ["b.jsonl"]]


def test_a_deleted_file_is_no_error_and_is_new_when_it_is_back(tmp_path: Path) -> None:
    a = tmp_path / "a.jsonl"
    a.write_text(GOOD)
    again = a.stat().st_mtime_ns

    def back() -> None:
        a.write_text(GOOD)
        os.utime(a, ns=(again, again))

    assert watched(tmp_path, a.unlink, back) == [["a.jsonl"], ["a.jsonl"]]
    assert watched(a, a.unlink, back) == [["a.jsonl"], ["a.jsonl"]]


def test_an_empty_folder_and_a_path_without_a_file_are_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    late = tmp_path / "late.jsonl"
    assert watched(tmp_path, lambda: late.write_text(GOOD)) == [["late.jsonl"]]
    late.unlink()
    assert watched(late, lambda: late.write_text(GOOD)) == [["late.jsonl"]]
    assert "late.jsonl is not there yet" in capsys.readouterr().err


def test_reports_come_as_files_do_and_ctrl_c_ends_it_with_130(tmp_path: Path) -> None:
    (tmp_path / "good.jsonl").write_text(GOOD)
    process = subprocess.Popen(
        [sys.executable, "-m", "wirelab", "validate", "--watch", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    seen = ""
    while "good.jsonl" not in seen:
        line = process.stdout.readline()
        assert line, "it ended before the report came"
        seen += line
    (tmp_path / "bad.txt").write_text(BAD)
    (tmp_path / "bad.txt").rename(tmp_path / "bad.jsonl")
    while "MSG" not in seen:
        line = process.stdout.readline()
        assert line, "it ended before the report came"
        seen += line
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == "wirelab: 1 file found; watching for more, Ctrl-C ends it\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-"], "files, folders"),
        (["http://127.0.0.1:9/"], "files, folders"),
        ([".", "--format", "json"], "--format"),
        ([".", "-o", "x.txt"], "-o"),
    ],
)
def test_what_cannot_be_watched_is_a_usage_error(
    cli: Cli, arguments: list[str], words: str
) -> None:
    ran = cli("validate", "--watch", *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert words in ran.err
