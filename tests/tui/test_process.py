"""The bench as a process in a real terminal: what ends it, and what it leaves behind."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.terminal import Terminal
from tests.transports.raw_server import HANG, head, raw_server
from tests.tui.driving import STARTED, text
from tests.tui.test_observe import stream
from wirelab.transports.step_file import open_source
from wirelab.wire.traffic import End, Ending

_OBSERVE = ("observe", "-m", "Hi", "--thread-id", "t-1", "--run-id", "r-1")
MOUSE_OFF, SCREEN_LEFT = "\x1b[?1000l", "\x1b[?1049l"


@contextlib.contextmanager
def in_terminal(*arguments: str) -> Iterator[Terminal]:
    terminal = Terminal([sys.executable, "-m", "wirelab", *arguments])
    try:
        yield terminal
    finally:
        terminal.close()


@contextlib.contextmanager
def observing(record: Path) -> Iterator[Terminal]:
    """A run that has begun and never ends, as it is recorded."""
    begun = stream(STARTED, *text("m-1", "It has begun.")[:2])
    with (
        raw_server([head(), begun, HANG]) as server,
        in_terminal(*_OBSERVE, server.url, "--record", str(record)) as terminal,
    ):
        terminal.until("It has begun.")
        yield terminal


def ending_of(record: Path) -> End:
    last = list(open_source(str(record)).traffic())[-1]
    assert isinstance(last, End)
    return last


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_it_as_its_own_keys_do(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    record = tmp_path / "run.jsonl"
    with observing(record) as terminal:
        os.kill(terminal.pid, number)
        ended, said = terminal.ended()
    assert ended == code
    assert MOUSE_OFF in said
    assert SCREEN_LEFT in said
    after = said[said.rindex(SCREEN_LEFT) :]
    assert "CANCELLED" in after
    assert f"recorded to {record}" in "".join(after.split("\r\n"))
    assert "Traceback" not in said
    assert ending_of(record).how is Ending.CANCELLED


def test_a_terminal_that_is_gone_leaves_a_complete_recording(tmp_path: Path) -> None:
    record = tmp_path / "run.jsonl"
    with observing(record) as terminal:
        terminal.hang_up()
        assert terminal.ended()[0] == 129
    assert ending_of(record).how is Ending.CANCELLED


def test_the_start_screen_gives_the_terminal_back() -> None:
    with in_terminal() as terminal:
        terminal.until("see what an AG-UI endpoint")
        os.kill(terminal.pid, signal.SIGTERM)
        code, said = terminal.ended()
    assert code == 143
    assert SCREEN_LEFT in said


def test_an_editor_that_is_not_there_gives_the_bench_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", "no-such-editor")
    with (
        raw_server([head(), stream(STARTED)]) as server,
        in_terminal(*_OBSERVE, server.url) as terminal,
    ):
        terminal.until("TRUNCATED")
        terminal.press(b"e")
        terminal.until("cannot be run")
        terminal.press(b"q")
        assert terminal.ended()[0] == 1


def test_ctrl_c_in_the_editor_is_the_editors_and_a_signal_comes_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready, go = tmp_path / "ready", tmp_path / "go"
    script = tmp_path / "editor.sh"
    script.write_text(
        f"trap '' INT\ntouch {ready}\nwhile [ ! -e {go} ]; do sleep 0.05; done\n",
        encoding="utf-8",
    )
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"sh {script}")
    with (
        raw_server([head(), stream(STARTED)]) as server,
        in_terminal(*_OBSERVE, server.url) as terminal,
    ):
        terminal.until("TRUNCATED")
        terminal.press(b"e")
        _until_there(ready)
        os.kill(terminal.pid, signal.SIGINT)
        go.touch()
        terminal.until("Nothing was saved in the editor")
        go.unlink()
        ready.unlink()
        terminal.press(b"e")
        _until_there(ready)
        os.kill(terminal.pid, signal.SIGTERM)
        go.touch()
        assert terminal.ended()[0] == 143


def _until_there(path: Path) -> None:
    deadline = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
