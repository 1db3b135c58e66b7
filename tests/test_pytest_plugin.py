from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.transports.raw_server import head, raw_server
from wirelab import inspect_stream
from wirelab.errors import UsageError, WirelabError
from wirelab.pytest_plugin import agui_stream, assert_agui, assert_agui_matches, current_test

pytest_plugins = ("pytester",)

STARTED = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
LOST = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-9", "delta": "lost"}
FINISHED = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}

USERS_TESTS = """
import asyncio, json

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

def test_an_app_within_a_running_loop(assert_agui):
    async def inside():
        assert_agui(app)

    asyncio.run(inside())
"""

FAILING_TESTS = """
import pytest
from wirelab.pytest_plugin import agui_stream, assert_agui

STARTED = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
LOST = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-9", "delta": "lost"}

def test_two(synthetic_agent):
    agui_stream(synthetic_agent + "/chat")
    session = agui_stream(synthetic_agent + "/invalid-order")
    assert_agui(session, ignore=("MSG", "RUN"))
    assert session.clean, "a plain assert"

@pytest.mark.parametrize("name", ["a/b"])
def test_events(name):
    assert_agui([STARTED, LOST])

class TestIn:
    def test_class(self):
        assert_agui(b": hi\\n\\nno field\\ndata: {}\\n\\n")

def test_file(tmp_path):
    (tmp_path / "x.jsonl").write_text('{"type":"RUN_STARTED"}')
    assert_agui(tmp_path / "x.jsonl")

def test_fine(synthetic_agent):
    assert_agui(synthetic_agent + "/chat")
"""

GOLDEN_TESTS = """
from uuid import uuid4

def test_events(assert_agui_matches):
    ids = {"threadId": str(uuid4()), "runId": str(uuid4())}
    message = {"messageId": str(uuid4())}
    text = [{"type": "TEXT_MESSAGE_CONTENT", **message, "delta": each} for each in "a b c"]
    events = [
        {"type": "RUN_STARTED", **ids, "timestamp": uuid4().int % 1000},
        {"type": "TEXT_MESSAGE_START", **message, "role": "assistant"},
        *text,
        {"type": "TEXT_MESSAGE_END", **message},
        {"type": "RUN_FINISHED", **ids},
    ]
    assert_agui_matches(events, "golden/weather.jsonl")
"""


def test_what_may_differ_is_chosen(tmp_path: Path) -> None:
    golden = tmp_path / "kept.jsonl"
    golden.write_text("\n".join(map(json.dumps, (STARTED, FINISHED))))
    other = [STARTED | {"runId": "r-2"}, FINISHED | {"runId": "r-2"}]
    assert assert_agui_matches(other, golden).clean
    with pytest.raises(pytest.fail.Exception, match='/runId: expected "r", came "r-2"'):
        assert_agui_matches(other, golden, ignore=["timestamps"])
    assert assert_agui_matches([STARTED, FINISHED], golden, ignore=()).clean
    with pytest.raises(ValueError, match="x cannot be ignored; known: ids, timestamps, chunking"):
        assert_agui_matches(other, golden, ignore="x")
    with pytest.raises(pytest.fail.Exception, match="no event came"):
        assert_agui_matches([], golden)


def test_an_assertion_counts_what_it_is_told_to() -> None:
    events = [STARTED, LOST, FINISHED]
    with pytest.raises(pytest.fail.Exception, match="MSG002 message-not-open"):
        assert_agui(events)
    assert assert_agui(events, ignore=["MSG"]).verdict == "rejected"
    with pytest.raises(UsageError, match="no rule is called XYZ1"):
        assert_agui(events, ignore=["XYZ1"])
    warned = [STARTED, {"type": "FROM_TOMORROW"}, FINISHED]
    assert_agui(warned)
    with pytest.raises(pytest.fail.Exception, match="accepted · 1 warning"):
        assert_agui(warned, fail_on="warning")


def test_second_opinions_never_fail_a_test() -> None:
    session = inspect_stream([STARTED, {"type": "CUSTOM", "name": "x", "value": 1}, FINISHED])
    assert [finding.severity for finding in session.findings] == ["note"]
    with pytest.raises(pytest.fail.Exception):
        assert_agui(session, fail_on="note")
    session.findings[0].opinion = True
    assert_agui(session, fail_on="note")


def test_an_app_that_does_not_start_says_so() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "lifespan.startup.failed", "message": "no database"})

    with pytest.raises(WirelabError, match="the app did not start; its log says why"):
        agui_stream(app)


def test_a_run_that_never_started_is_no_success() -> None:
    with raw_server([head("401 No", "text/plain")]) as server:
        with pytest.raises(pytest.fail.Exception, match=r"never started: .* status 401"):
            assert_agui(server.url)
        assert agui_stream(server.url).runs == []
        with pytest.raises(pytest.fail.Exception, match=r"never started: .* status 401"):
            assert_agui_matches(server.url, "any.jsonl")


@pytest.fixture(autouse=True)
def _no_other_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def run_pytest(pytester: pytest.Pytester, *arguments: str) -> str:
    """What pytest prints about the tests in the folder of ``pytester``."""
    plugins = ("-p", "wirelab.pytest_plugin", "-p", "no:cacheprovider")
    return str(pytester.runpytest_inprocess(*plugins, "-q", *arguments).stdout)


def test_users_tests_run_endpoints_and_apps(pytester: pytest.Pytester) -> None:
    folder = pytester.path
    (folder / "test_users.py").write_text(USERS_TESTS)
    said = run_pytest(pytester, "--wirelab-record", "kept")
    assert "1 failed, 3 passed" in said, said
    assert "✖ rejected · 3 errors" in said
    assert "✖ error, fatal MSG" in said
    name = "test_users.py-test_broken_endpoint.jsonl"
    assert f"the stream is kept in {folder / 'kept' / name}" in said
    assert [each.name for each in (folder / "kept").iterdir()] == [name]
    kept = inspect_stream(folder / "kept" / name)
    assert [finding.code for finding in kept.findings if finding.fatal] == [
        *("MSG002", "MSG001", "RUN004")
    ]
    assert kept.exchanges[0].response is not None
    assert kept.frames[-1].field("how") == "eof"


def test_every_failure_says_where_its_streams_are(pytester: pytest.Pytester) -> None:
    folder = pytester.path
    (folder / "test_kept.py").write_text(FAILING_TESTS)
    said = run_pytest(pytester, "--wirelab-record", "kept", "--show-capture=no")
    assert "4 failed, 1 passed" in said, said
    names = {path.name for path in (folder / "kept").iterdir()}
    assert names == {
        "test_kept.py-test_two.jsonl",
        "test_kept.py-test_two-2.jsonl",
        "test_kept.py-test_events[a-b].jsonl",
        "test_kept.py-TestIn-test_class.jsonl",
    }
    assert said.count("the stream is kept in ") == len(names)
    bare = inspect_stream(folder / "kept" / "test_kept.py-test_events[a-b].jsonl")
    assert [event.type for event in bare.events] == ["RUN_STARTED", "TEXT_MESSAGE_CONTENT"]
    bytes_kept = inspect_stream(folder / "kept" / "test_kept.py-TestIn-test_class.jsonl")
    assert b"".join(frame.raw for frame in bytes_kept.frames) == b": hi\n\nno field\ndata: {}\n\n"
    assert "kept in" not in run_pytest(pytester)


def test_golden_streams_are_written_compared_and_updated(pytester: pytest.Pytester) -> None:
    (pytester.path / "deeper").mkdir()
    test = pytester.path / "deeper" / "test_golden.py"
    golden = pytester.path / "deeper" / "golden" / "weather.jsonl"
    test.write_text(GOLDEN_TESTS)
    missing = run_pytest(pytester)
    assert "1 failed" in missing
    assert "there is no golden/weather.jsonl yet\npytest --wirelab-update writes it" in missing
    written = run_pytest(pytester, "--wirelab-update")
    assert "1 passed" in written
    assert str(golden) in written
    lines = golden.read_text().splitlines()
    assert lines[0] == '{"type":"RUN_STARTED","threadId":"thread-id-1","runId":"run-id-1"}'
    assert len(lines) == 5
    assert inspect_stream(golden).clean
    assert "golden streams written" not in run_pytest(pytester, "--wirelab-update")
    assert not current_test.is_updating()

    test.write_text(GOLDEN_TESTS.replace("a b c", "a b d"))
    differing = run_pytest(pytester)
    assert "1 failed" in differing
    assert "the stream differs from weather.jsonl: 1 changed (ids, timestamps, " in differing
    assert '/delta: expected "a b c", came "a b d"' in differing
    assert "1 passed" in run_pytest(pytester, "--wirelab-update")
    assert '"delta":"a b d"' in golden.read_text()
