"""``wirelab proxy`` as a process: what it prints, records, and how it ends."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.conftest import Cli
from tests.transports.proxy.proxied import INPUT, RUN, connected, post_bytes
from tests.transports.raw_server import HANG, head, raw_server
from wirelab.synthetic.serving import running_agent
from wirelab.transports.step_file import open_source
from wirelab.wire.traffic import End, Read

STARTED = b'data: {"type":"RUN_STARTED","threadId":"t-1","runId":"r-1"}\n\n'


@contextmanager
def standing(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """The command, in a process of its own; killed where it is still there."""
    process = subprocess.Popen(
        [sys.executable, "-m", "wirelab", "proxy", *map(str, arguments), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=20)


def read_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, "it ended"
    return line


def read_until(process: subprocess.Popen[str], words: str) -> list[str]:
    """The lines up to the one that has these words."""
    lines = [read_line(process)]
    while words not in lines[-1]:
        lines.append(read_line(process))
    return lines


def ended(process: subprocess.Popen[str], by: signal.Signals = signal.SIGINT) -> tuple[str, str]:
    process.send_signal(by)
    out, err = process.communicate(timeout=20)
    assert "Traceback" not in err
    return out, err


def post(url: str, **members: Any) -> httpx.Response:
    body = json.dumps(json.loads(INPUT) | members)
    return httpx.post(url, content=body, headers=RUN, timeout=20)


def test_lines_say_which_exchange_they_are_of_and_how_it_ended(tmp_path: Path) -> None:
    with running_agent(speed=None) as agent, standing(agent, "--plain", "--record", tmp_path) as it:
        base = read_line(it).strip()
        httpx.get(f"{base}/health")
        (passed,) = read_until(it, "/health")
        assert passed.startswith("#1 GET /health → 200 application/json · ")
        post(f"{base}/chat")
        chat = read_until(it, "SUCCESS")
        assert {line.split()[0] for line in chat} == {"#2"}
        assert f"→ POST {agent}/chat" in chat[0]
        assert any("TEXT_MESSAGE_CONTENT" in line for line in chat)
        assert chat[-1].startswith("#2 ✔ clean · ✔ SUCCESS: run r-1 on t-1")
        post(f"{base}/invalid-order", threadId="t-2")
        wrong = read_until(it, "REJECTED")
        assert "✖ rejected · 3 errors" in wrong[-1]
        _, err = ended(it)
    assert it.returncode == 130
    assert f"point the client at {base} instead of {agent}" in err
    assert f"2 recordings in {tmp_path}" in err


def test_objects_say_which_exchange_they_are_of() -> None:
    with running_agent(speed=None) as agent, standing(agent, "--json") as it:
        listening = json.loads(read_line(it))
        assert listening["kind"] == "listening"
        assert listening["upstream"] == agent
        base = listening["url"]
        post(f"{base}/invalid-order", threadId="t-2")
        rows = [json.loads(line) for line in read_until(it, '"kind":"end"')]
        assert {row["exchange"] for row in rows} == {1}
        assert rows[0]["kind"] == "request"
        assert rows[-1]["verdict"] == "rejected"
        assert rows[-1]["counts"]["error"] == 3
        post(f"{base}/chat", threadId="t-2", runId="r-2")
        rows = [json.loads(line) for line in read_until(it, '"kind":"end"')]
        assert rows[-1]["counts"]["error"] == 0
        assert [run["runId"] for run in rows[-1]["report"]["runs"]] == ["r-1", "r-2"]
        httpx.get(f"{base}/nowhere")
        passed = json.loads(read_line(it))
        assert (passed["kind"], passed["exchange"], passed["status"]) == ("passed", 3, 404)


def test_the_request_is_judged_too() -> None:
    with running_agent(speed=None) as agent, standing(agent, "--plain") as it:
        base = read_line(it).strip()
        httpx.post(f"{base}/chat", content=b'{"threadId":"t"}', headers=RUN)
        lines = read_until(it, "rejected")
    assert any("INP" in line for line in lines)


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_leaving_completes_recordings(tmp_path: Path, by: signal.Signals) -> None:
    with (
        raw_server([head(), STARTED, HANG]) as agent,
        standing(agent.url, "--plain", "--record", tmp_path) as it,
        connected(read_line(it).strip()) as client,
    ):
        client.sendall(post_bytes("/", "Accept: text/event-stream"))
        read_until(it, "RUN_STARTED")
        out, _ = ended(it, by)
        assert agent.gone.wait(20)
    assert it.returncode == (130 if by is signal.SIGINT else -by)
    assert "CANCELLED: run r-1 on t-1" in out
    (path,) = tmp_path.iterdir()
    last = list(open_source(path).traffic())[-1]
    assert isinstance(last, End)
    assert (last.how, last.detail) == ("cancelled", "the proxy was stopped")


def test_killed_at_once_it_leaves_what_has_passed(tmp_path: Path) -> None:
    with (
        raw_server([head(), STARTED, HANG]) as agent,
        standing(agent.url, "--plain", "--record", tmp_path) as it,
        connected(read_line(it).strip()) as client,
    ):
        client.sendall(post_bytes("/", "Accept: text/event-stream"))
        read_until(it, "RUN_STARTED")
        it.kill()
        it.wait(20)
    (path,) = tmp_path.iterdir()
    source = open_source(path)
    assert [each.data for each in source.traffic() if isinstance(each, Read)] == [STARTED]
    assert not source.bad_lines


def test_a_client_gets_and_recordings_hold_what_faults_left(tmp_path: Path) -> None:
    faults = ("--fault", "drop=1", "--fault", "crlf")
    arguments = ("--plain", "--record", tmp_path, *faults)
    with running_agent(speed=None) as agent, standing(agent, *arguments) as it:
        base = read_line(it).strip()
        answer = post(f"{base}/chat")
        assert "MSG002" in "".join(read_until(it, "rejected ·"))
        assert httpx.get(f"{base}/health").json()["status"] == "ok"
        read_until(it, "/health")
        ended(it)
    assert b"\r\n\r\n" in answer.content
    (path,) = tmp_path.iterdir()
    reads = [each.data for each in open_source(path).traffic() if isinstance(each, Read)]
    assert b"".join(reads) == answer.content


@pytest.mark.parametrize("fault", ["cut=1", "reset=1"])
def test_a_stream_that_a_fault_breaks_off_ends_so(fault: str) -> None:
    with running_agent() as agent, standing(agent, "--json", "--fault", fault) as it:
        base = json.loads(read_line(it))["url"]
        with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
            post(f"{base}/chat")
        end = json.loads(read_until(it, '"kind":"end"')[-1])
    assert end["how"] == "reset"
    assert end["detail"] == f"broken off by the fault {fault[:-2]}"


def test_an_agent_that_is_not_there_is_said() -> None:
    with standing("127.0.0.1:9", "--plain") as it:
        base = read_line(it).strip()
        assert post(f"{base}/chat").status_code == 502
        lines = read_until(it, "not judged")
    assert "nothing listens at 127.0.0.1:9" in "".join(lines)


def test_hostile_headers_are_shown_as_text() -> None:
    with running_agent(speed=None) as agent, standing(agent, "--plain") as it:
        base = read_line(it).strip()
        with connected(base) as client:
            marks = "X-Evil: \x1b[2J", "X-M: \u202e[red]\x85"
            client.sendall(post_bytes("/chat", *(f"{k}: {v}" for k, v in RUN.items()), *marks))
            lines = read_until(it, "SUCCESS")
    assert any("[red]" in line for line in lines)
    assert not {"\x1b", "\x85", "\u202e"} & set("".join(lines))


def test_a_filter_leaves_events_out_and_never_findings() -> None:
    with running_agent(speed=None) as agent, standing(agent, "--filter", "type:RUN_*") as it:
        base = read_line(it).strip()
        post(f"{base}/invalid-order")
        lines = read_until(it, "REJECTED")
    assert not any("TEXT_MESSAGE_END" in line and " +" in line for line in lines)
    assert any("✖ error" in line or "error" in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        ([], 2, "UPSTREAM is missing"),
        (["ftp://x"], 2, "ftp://x is no http:// or https:// URL"),
        (["http://a", "--plain", "--json"], 2, "--plain and --json exclude each other"),
        (["http://a", "--keep-secrets"], 2, "it needs --record DIR"),
        (["http://a", "--fault", "stall"], 2, "cannot strike a stream that passes"),
        (["http://a", "--fault", "drop"], 2, "the fault drop needs the event's number here"),
        (["http://a", "--filter", "(("], 2, "--filter"),
        (["http://a", "--host", "no.such.host.invalid"], 3, "there is no such host"),
    ],
)
def test_what_cannot_stand_is_one_sentence(
    cli: Cli, arguments: list[str], code: int, reason: str
) -> None:
    ran = cli("proxy", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert reason in ran.err


def test_a_port_that_is_taken_and_a_folder_that_is_a_file(cli: Cli, tmp_path: Path) -> None:
    with running_agent(speed=None) as base:
        ran = cli("proxy", base, "--port", base.rsplit(":", 1)[1])
        assert (ran.code, "the port is taken" in ran.err) == (3, True)
    (tmp_path / "file").write_text("")
    ran = cli("proxy", "http://a", "--record", tmp_path / "file")
    assert (ran.code, "name a folder" in ran.err) == (2, True)


def test_it_does_not_stand_before_itself() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "wirelab",
            "proxy",
            f"http://localhost:{port}/x",
            "--port",
            f"{port}",
        ],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "is the proxy itself" in done.stderr


def test_the_faults_that_can_strike_are_listed(cli: Cli) -> None:
    ran = cli("proxy", "--list-faults")
    assert ran.code == 0
    assert "drop=N             one event never comes (N: the event's number, needed)" in ran.out
    assert "stall" not in ran.out
