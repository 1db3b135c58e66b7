from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Cli
from tests.transports.raw_server import HANG, RESET, head, raw_server
from wirelab.synthetic.serving import running_agent

STARTED = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
FINISHED = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
IDS = ("--thread-id", "t", "--run-id", "r")


def frame(payload: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(payload).encode() + b"\n\n"


@pytest.fixture(scope="module")
def agent() -> Iterator[str]:
    """A synthetic agent without pauses."""
    with running_agent(speed=None) as base:
        yield base


def json_lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def requests_of(text: str) -> list[dict[str, Any]]:
    return [row["body"] for row in json_lines(text) if row["kind"] == "request"]


def test_plain_shows_what_was_sent_what_answered_each_event_and_the_verdict(
    cli: Cli, agent: str
) -> None:
    ran = cli("observe", f"{agent}/chat", "--plain", "-H", "Authorization: Bearer s3cret")
    assert ran.code == 0
    assert f"→ POST {agent}/chat" in ran.out
    assert "s3cret" not in ran.out + ran.err
    assert "Authorization: " in ran.out
    assert "← 200 text/event-stream" in ran.out
    assert "    0 " in ran.out
    assert "RUN_FINISHED" in ran.out
    assert "✔ clean" in ran.out
    assert "✔ SUCCESS: run run-" in ran.out


def test_findings_stand_under_their_event(cli: Cli) -> None:
    lost = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "\x1b[2J"}
    body = frame(STARTED) + b": ping\n\n" + frame(lost) + b"oops\n\n" + frame(FINISHED)
    with raw_server([head(), body]) as server:
        ran = cli("observe", server.url, *IDS)
    assert ran.code == 1
    lines = ran.out.splitlines()
    at = next(number for number, line in enumerate(lines) if "TEXT_MESSAGE_CONTENT" in line)
    assert lines[at].startswith("✖     1")
    assert lines[at + 1].startswith("        ✖ error MSG002: ")
    assert any("(comment)" in line and "ping" in line for line in lines)
    assert any("(stray text)" in line and "oops" in line for line in lines)
    assert "\x1b" not in ran.out


def test_json_is_one_object_a_line_told_apart_by_kind(cli: Cli, agent: str) -> None:
    ran = cli("observe", f"{agent}/invalid-order", "--json")
    assert ran.code == 1
    rows = json_lines(ran.out)
    kinds = [row["kind"] for row in rows]
    assert kinds[:3] == ["request", "response", "event"]
    assert kinds[-1] == "end"
    assert kinds.count("finding") == 3
    assert rows[0]["atMs"] == 0
    assert rows[-1]["status"] == "rejected"
    assert rows[-1]["report"]["verdict"] == "rejected"
    events = [row["event"] for row in rows if row["kind"] == "event"]
    assert events == list(range(len(events)))


def test_several_messages_are_turns_of_one_conversation(cli: Cli, agent: str) -> None:
    ran = cli("observe", f"{agent}/chat", "-m", "one", "-m", "two", "--json", "--state", '{"n":1}')
    assert ran.code == 0
    first, second = requests_of(ran.out)
    assert first["threadId"] == second["threadId"]
    assert first["runId"] != second["runId"]
    assert [message["role"] for message in first["messages"]] == ["user"]
    assert [message["role"] for message in second["messages"]] == ["user", "assistant", "user"]
    assert second["messages"][-1]["content"] == "two"
    assert second["state"] == {"n": 1}
    assert len(json_lines(ran.out)[-1]["report"]["runs"]) == 2


def test_activity_messages_do_not_go_back(cli: Cli) -> None:
    activity = {
        "type": "ACTIVITY_SNAPSHOT",
        "messageId": "p",
        "activityType": "PLAN",
        "content": {},
    }
    answers = [[head(), frame(STARTED) + frame(activity) + frame(FINISHED)], [head()]]
    with raw_server(*answers) as server:
        ran = cli("observe", server.url, *IDS, "-m", "one", "-m", "two", "--json")
    assert [each["role"] for each in requests_of(ran.out)[1]["messages"]] == ["user", "user"]


def test_an_interrupted_run_gets_no_further_message(cli: Cli, agent: str) -> None:
    ran = cli("observe", f"{agent}/interrupt", "-m", "one", "-m", "two", "--json")
    assert len(requests_of(ran.out)) == 1
    assert "the run waits for an answer to its interrupts" in ran.err
    assert "1 message not sent" in ran.err


def test_options_override_a_whole_input(cli: Cli, agent: str, tmp_path: Path) -> None:
    whole = tmp_path / "input.json"
    given = {"threadId": "t-9", "runId": "r-9", "messages": [], "state": {"a": 1}, "x": 1}
    whole.write_text(json.dumps(given))
    tools = tmp_path / "tools.json"
    tools.write_text('[{"name":"f","description":"d","parameters":{}}]')
    ran = cli(
        *("observe", f"{agent}/chat", "--json", "--input", whole, "--run-id", "r-10"),
        *("-m", "hi", "--tools", f"@{tools}", "--declare-version", "1.0"),
    )
    assert '"x" is no member of the input: clients strip it' in ran.err
    sent = requests_of(ran.out)[0]
    assert (sent["threadId"], sent["runId"], sent["state"]) == ("t-9", "r-10", {"a": 1})
    assert (sent["protocolVersion"], sent["tools"][0]["name"]) == ("1.0", "f")
    assert sent["messages"][0]["content"] == "hi"
    assert not {"context", "x"} & set(sent)


def test_a_whole_input_gains_nothing_that_was_not_asked_for(cli: Cli, agent: str) -> None:
    given = {"threadId": "t", "runId": "r", "messages": []}
    ran = cli("observe", agent, "--json", "--input", "-", stdin=json.dumps(given).encode())
    assert requests_of(ran.out)[0] == given


def test_what_a_client_would_not_send_is_refused_unless_raw(cli: Cli, tmp_path: Path) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    history = [{"id": "m", "role": "assistant", "toolCalls": [call]}]
    tools = [{"name": "f", "description": "d"}]
    left_open = {"threadId": "t", "runId": "r", "messages": history, "tools": tools}
    path = tmp_path / "input.json"
    path.write_text(json.dumps(left_open))
    with raw_server([head(), frame(STARTED) + frame(FINISHED)]) as server:
        refused = cli("observe", server.url, "--input", path)
        assert (refused.code, refused.out, server.requests) == (2, "", [])
        ran = cli("observe", server.url, "--input", path, "--raw-input")
        assert len(server.requests) == 1
    assert 'no client would send this RunAgentInput: tool call "c"' in refused.err
    assert refused.err.count("\n") == 1
    assert ran.code == 1
    assert "INP013" in ran.out


def test_what_a_client_warns_of_is_said_and_sent(cli: Cli, agent: str) -> None:
    repeated = [{"id": "u", "role": "user", "content": text} for text in ("a", "b")]
    given = {"threadId": "t", "runId": "r", "messages": repeated}
    ran = cli(
        "observe", f"{agent}/chat", "--json", "--input", "-", stdin=json.dumps(given).encode()
    )
    assert 'both have the id "u"' in ran.err
    assert "protocolVersion" not in ran.err
    assert requests_of(ran.out)[0]["messages"] == repeated


def test_a_turn_that_leaves_a_frontend_call_open_is_not_sent(cli: Cli, agent: str) -> None:
    tool = '[{"name":"%s","description":"d","parameters":{"type":"object"}}]'
    asked = cli("observe", f"{agent}/frontend-tool", "--json", "--tools", tool % "open_map")
    names = [
        row["payload"]["toolCallName"]
        for row in json_lines(asked.out)
        if row.get("type") == "TOOL_CALL_START"
    ]
    ran = cli(
        *("observe", f"{agent}/frontend-tool", "--json", "--tools", tool % names[0]),
        *("-m", "one", "-m", "two"),
    )
    assert len(requests_of(ran.out)) == 1
    assert "no client would send the next input: tool call" in ran.err
    assert "1 message not sent" in ran.err


def test_raw_input_goes_out_byte_for_byte(cli: Cli, tmp_path: Path) -> None:
    raw = tmp_path / "wrong.json"
    raw.write_bytes(b'{"threadId": 7,, \xff')
    with raw_server([head("422 No", "application/json"), b"{}"]) as server:
        ran = cli("observe", server.url, "--input", raw, "--raw-input")
    assert ran.code == 3
    assert server.requests[0].endswith(b'\r\n\r\n{"threadId": 7,, \xff')
    assert cli("observe", "http://x/", "--raw-input").code == 2
    both = cli("observe", "http://x/", "--raw-input", "--input", raw, "--run-id", "r")
    assert (both.code, "--raw-input sends --input as it is" in both.err) == (2, True)


def test_a_bearer_token_comes_from_the_environment(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGENT_TOKEN", "s3cret")
    with raw_server([head()]) as server:
        ran = cli("observe", server.url, "--bearer-env", "AGENT_TOKEN")
    assert b"Authorization: Bearer s3cret" in server.requests[0]
    assert "s3cret" not in ran.out
    assert cli("observe", "http://x/", "--bearer-env", "NOT_THERE").code == 2


@pytest.mark.parametrize(
    ("script", "shown", "said"),
    [
        (
            [head("401 Unauthorized", "application/json"), b'{"error":"who\x1b are you"}'],
            '{"error":"who␛ are you"}',
            "refused the run with HTTP status 401",
        ),
        (
            [head("307 Temporary Redirect", "text/plain", "Location: /run/")],
            "← 307 text/plain · to /run/",
            "redirect (307) to /run/; ask there instead",
        ),
        (
            [head("200 OK", "text/html"), b"<h1>hello</h1>\n"],
            "<h1>hello</h1>",
            "the answer is text/html, not an event stream",
        ),
        ([b"SSH-2.0-x\r\n"], "NEVER STARTED", "does not speak HTTP"),
    ],
)
def test_what_never_started_is_shown_for_what_it_is(
    cli: Cli, script: list[bytes], shown: str, said: str
) -> None:
    with raw_server(script) as server:
        ran = cli("observe", server.url)
    assert ran.code == 3
    assert shown in ran.out
    assert "NEVER STARTED" in ran.out
    assert "✔ clean" not in ran.out
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("script", "how"),
    [
        ([head(), frame(STARTED), b"data: {", RESET], "the connection broke"),
        ([head(), frame(STARTED), HANG], "timed out: nothing arrived for 0.2 s"),
        ([head(), frame(STARTED)], "the body closed"),
    ],
)
def test_a_run_that_stops_in_the_middle_is_truncated(
    cli: Cli, script: list[bytes | str], how: str
) -> None:
    with raw_server(script) as server:
        ran = cli("observe", server.url, *IDS, "--timeout", "0.2")
    assert ran.code == 1
    assert how in ran.out
    assert "✂ TRUNCATED: run r on t" in ran.out
    assert "RUN006" in ran.out


def test_a_recording_gets_the_same_verdict_and_keeps_no_secret(
    cli: Cli, agent: str, tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    url = f"{agent}/invalid-order"
    live = cli("observe", url, "--json", "--record", path, "-H", "Authorization: Bearer s3cret")
    assert "s3cret" not in path.read_text()
    report = json.loads(cli("validate", path, "--format", "json").out)
    assert report["format"] == "recording"
    expected = json_lines(live.out)[-1]["report"]
    for member in ("verdict", "counts", "runs", "findings"):
        assert report[member] == expected[member]
    again = cli("observe", url, "--record", path)
    assert (again.code, again.out) == (2, "")
    assert "is there already" in again.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ftp://x/"], "is no http:// or https:// URL"),
        (["http://x:99999/"], "is no http:// or https:// URL"),
        (["http://x/", "-H", "nonsense"], "-H takes 'Name: value'"),
        (["http://x/", "-H", "A: b\nC: d"], "-H takes 'Name: value'"),
        (["http://x/", "--state", "{"], "--state is not JSON"),
        (["http://x/", "--tools", "7"], "no client would send this RunAgentInput: /tools"),
        (["http://x/", "--timeout", "0"], "--timeout"),
        (["http://x/", "--plain", "--json"], "--plain and --json exclude each other"),
        ([], "missing argument 'URL'"),
    ],
)
def test_words_that_are_off_send_nothing(cli: Cli, arguments: list[str], said: str) -> None:
    ran = cli("observe", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_file_that_is_named_and_not_there_is_said(cli: Cli, tmp_path: Path) -> None:
    ran = cli("observe", "http://x/", "--input", tmp_path / "no.json")
    assert ran.code == 3
    assert "no.json cannot be read" in ran.err
