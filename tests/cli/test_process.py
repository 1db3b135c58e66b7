"""What only a process of its own can show: imports, signals, pipes, colours."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.transports.raw_server import HANG, head, raw_server

WIRELAB = [sys.executable, "-m", "wirelab"]
STARTED = b'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n'
HEAVY = {"httpx", "jsonschema", "jsonschema_rs", "textual", "starlette", "uvicorn"}


def ran(*arguments: str, **options: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | options
    return subprocess.run(
        [*WIRELAB, *arguments], capture_output=True, text=True, env=environment, timeout=30
    )


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["rules"], ["rules", "MSG002"], ["validate", "--help"]]
)
def test_light_commands_load_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys; from wirelab.cli.main import main; main(sys.argv[1:]); "
        "sys.stderr.write(' '.join({name.split('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=30
    )
    assert done.stdout
    assert not HEAVY & set(done.stderr.split())


def test_the_version_is_printed() -> None:
    done = ran("--version")
    assert (done.returncode, done.stdout) == (0, "wirelab 0.1.0\n")


def test_no_command_and_a_wrong_one_are_usage() -> None:
    nothing = ran()
    assert (nothing.returncode, nothing.stdout) == (2, "")
    assert "Usage: wirelab" in nothing.stderr
    wrong = ran("valdiate")
    assert wrong.returncode == 2
    assert wrong.stderr.count("\n") == 1


def test_ctrl_c_ends_with_130_and_a_recording_that_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with raw_server([head(), STARTED, HANG]) as server:
        process = subprocess.Popen(
            [*WIRELAB, "observe", server.url, "--json", "--record", str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        while '"kind":"event"' not in (line := process.stdout.readline()):
            assert line, "it ended before the event came"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
        assert server.gone.wait(5), "the connection was left open"
    assert process.returncode == 130
    assert "Traceback" not in err
    assert json.loads(out.splitlines()[-1])["how"] == "cancelled"
    recorded = [json.loads(line) for line in path.read_text().splitlines()]
    assert recorded[-1]["end"] == "cancelled"
    assert any("event" in step for step in recorded)


def test_a_reader_that_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    event = json.dumps({"type": "CUSTOM", "name": "x.y", "value": "z" * 500})
    path.write_text((event + "\n") * 2000)
    process = subprocess.Popen(
        [*WIRELAB, "replay", str(path), "--plain", "--speed", "max"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(20) == 3


def test_pipes_get_no_colour_and_narrow_encodings_no_failure() -> None:
    done = ran("rules", "MSG002", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "\\xb7" in done.stdout
