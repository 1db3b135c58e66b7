from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.transports.raw_server import head, raw_server
from wirelab.pytest_plugin import agui_stream, assert_agui

STARTED = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
LOST = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-9", "delta": "lost"}
FINISHED = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}

USERS_TESTS = """
import json

def test_endpoint(synthetic_agent, agui_stream, assert_agui):
    session = agui_stream(synthetic_agent + "/tool-call", "What is the weather?")
    assert session.runs[0].status == "success"
    assert_agui(session, fail_on="warning")

def test_broken_endpoint(synthetic_agent, assert_agui):
    assert_agui(synthetic_agent + "/invalid-order")

async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    body = json.loads((await receive())["body"])
    headers = [(b"content-type", b"text/event-stream")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    for kind in ("RUN_STARTED", "RUN_FINISHED"):
        event = {"type": kind, "threadId": body["threadId"], "runId": body["runId"]}
        data = b"data: " + json.dumps(event).encode() + b"\\n\\n"
        await send({"type": "http.response.body", "body": data, "more_body": True})
    await send({"type": "http.response.body", "body": b""})

def test_app(agui_stream, assert_agui):
    session = assert_agui(agui_stream(app, path="/run"), fail_on="warning")
    assert session.exchanges[0].request.url.endswith("/run")
"""


def test_users_tests_run_endpoints_and_apps(tmp_path: Path) -> None:
    (tmp_path / "test_users.py").write_text(USERS_TESTS)
    plugins = ["-p", "no:wirelab", "-p", "wirelab.pytest_plugin", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, "-q", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=Path(__file__).parents[1],
    )
    assert "1 failed, 2 passed" in done.stdout, done.stdout
    assert "✖ rejected · 3 errors" in done.stdout
    assert "✖ error, fatal MSG" in done.stdout


def test_an_assertion_counts_what_it_is_told_to() -> None:
    events = [STARTED, LOST, FINISHED]
    with pytest.raises(pytest.fail.Exception, match="MSG002 message-not-open"):
        assert_agui(events)
    assert assert_agui(events, ignore=["MSG"]).verdict == "rejected"
    warned = [STARTED, {"type": "FROM_TOMORROW"}, FINISHED]
    assert_agui(warned)
    with pytest.raises(pytest.fail.Exception, match="accepted · 1 warning"):
        assert_agui(warned, fail_on="warning")


def test_a_run_that_never_started_is_no_success() -> None:
    with raw_server([head("401 No", "text/plain")]) as server:
        with pytest.raises(pytest.fail.Exception, match=r"never started: .* status 401"):
            assert_agui(server.url)
        assert agui_stream(server.url).runs == []
