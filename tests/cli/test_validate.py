from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Cli
from tests.transports.raw_server import head, raw_server

STARTED = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
FINISHED = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
LOST = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-9", "delta": "lost"}
UNKNOWN = {"type": "FROM_TOMORROW"}


def lines(*events: dict[str, Any]) -> str:
    return "".join(json.dumps(event) + "\n" for event in events)


@pytest.fixture
def streams(tmp_path: Path) -> Path:
    """A folder of a clean, a warned and a rejected stream."""
    (tmp_path / "clean.jsonl").write_text(lines(STARTED, FINISHED))
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "warned.jsonl").write_text(lines(STARTED, UNKNOWN, FINISHED))
    (tmp_path / "rejected.jsonl").write_text(lines(STARTED, LOST, FINISHED))
    (tmp_path / "README.md").write_text("no stream")
    return tmp_path


def test_each_verdict_has_its_exit_code(cli: Cli, streams: Path) -> None:
    assert cli("validate", streams / "clean.jsonl").code == 0
    assert cli("validate", streams / "deeper" / "warned.jsonl").code == 0
    rejected = cli("validate", streams / "rejected.jsonl")
    assert rejected.code == 1
    assert rejected.err == ""
    assert "✖ rejected · 1 error" in rejected.out
    assert "MSG002" in rejected.out


@pytest.mark.parametrize(
    ("fail_on", "code"), [("error", 0), ("warning", 1), ("note", 1), ("never", 0)]
)
def test_fail_on_moves_the_threshold(cli: Cli, streams: Path, fail_on: str, code: int) -> None:
    assert cli("validate", streams / "deeper/warned.jsonl", "--fail-on", fail_on).code == code


def test_a_second_opinion_is_shown_and_fails_nothing(cli: Cli, tmp_path: Path) -> None:
    dropped = (
        {"type": "TEXT_MESSAGE_START", "messageId": "m-1"},
        {"type": "MESSAGES_SNAPSHOT", "messages": []},
    )
    (tmp_path / "x.jsonl").write_text(lines(STARTED, *dropped, FINISHED))
    ran = cli("validate", tmp_path / "x.jsonl", "--fail-on", "note")
    assert ran.code == 0
    assert "note, second opinion REF009 dropped-message-still-open" in ran.out
    assert "0 notes · 1 second opinion" in ran.out


def test_a_failed_run_in_a_well_formed_stream_is_accepted(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "failed.jsonl"
    path.write_text(lines(STARTED, {"type": "RUN_ERROR", "message": "no"}))
    ran = cli("validate", path)
    assert ran.code == 0
    assert "FAILED" in ran.out


def test_a_folder_is_searched_and_the_worst_counts(cli: Cli, streams: Path) -> None:
    ran = cli("validate", streams)
    assert ran.code == 1
    assert "3 sources · 2 accepted · 1 rejected" in ran.out
    assert "README" not in ran.out + ran.err
    with_missing = cli("validate", streams, streams / "missing.jsonl")
    assert with_missing.code == 3
    assert "4 sources · 2 accepted · 1 failed · 1 rejected" in with_missing.out
    assert "missing.jsonl: no such file" in with_missing.err


def test_json_of_one_source_is_the_report(cli: Cli, streams: Path) -> None:
    ran = cli("validate", streams / "rejected.jsonl", "--format", "json")
    report = json.loads(ran.out)
    assert report["schema"] == "wirelab.report/1"
    assert report["source"] == str(streams / "rejected.jsonl")
    assert (report["format"], report["spec"]) == ("events", "1.1")
    assert (report["verdict"], report["clean"]) == ("rejected", False)
    found = {"error": 1, "warning": 0, "note": 0, "opinion": 0}
    assert report["counts"] == {"frames": 4, "events": 3, **found}
    assert report["runs"] == [
        {"threadId": "t", "runId": "r", "status": "rejected", "message": None}
    ]
    finding = report["findings"][0]
    assert (finding["code"], finding["slug"]) == ("MSG002", "message-not-open")
    assert (finding["severity"], finding["fatal"]) == ("error", True)
    assert (finding["event"], finding["frame"], finding["type"]) == (1, 1, "TEXT_MESSAGE_CONTENT")
    assert finding["spec"].startswith("https://docs.ag-ui.com/spec/1.1/")
    assert not {"messages", "state", "delivered", "request"} & set(report)


def test_json_of_several_sources_is_an_array_with_the_unread_ones(cli: Cli, streams: Path) -> None:
    ran = cli("validate", streams / "clean.jsonl", streams / "no.jsonl", "--format", "json")
    clean, unread = json.loads(ran.out)
    assert ran.code == 3
    assert clean["clean"] is True
    assert unread["verdict"] is None
    assert "no such file" in unread["error"]
    assert isinstance(json.loads(cli("validate", streams / "deeper", "--format", "json").out), list)


def test_included_is_what_a_client_is_left_with(cli: Cli, tmp_path: Path) -> None:
    path, run_input = tmp_path / "x.jsonl", tmp_path / "input.json"
    chunk = {"type": "TEXT_MESSAGE_CHUNK", "messageId": "m", "delta": "hi"}
    snapshot = {"type": "STATE_SNAPSHOT", "snapshot": {"n": 1}}
    path.write_text(lines(STARTED, chunk, snapshot, FINISHED, STARTED | {"runId": 7}))
    messages = [
        {"id": "u", "role": "user", "content": "q"},
        {"id": "a", "role": "activity", "activityType": "PLAN", "content": {}},
    ]
    run_input.write_text(json.dumps({"threadId": "t", "runId": "r", "messages": messages}))
    include = "messages,state,delivered,request"
    ran = cli("validate", path, "--input", run_input, "--include", include, "--format", "json")
    report = json.loads(ran.out)
    assert report["state"] == {"n": 1}
    assert report["messages"][0]["id"] == "u"
    assert report["messages"][-1]["content"] == "hi"
    assert [event["type"] for event in report["delivered"]] == [
        "RUN_STARTED",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
        "STATE_SNAPSHOT",
        "RUN_FINISHED",
    ]
    assert [message["id"] for message in report["request"]["messages"]] == ["u"]
    text = cli("validate", path, "--include", "state")
    assert '  state:\n    {\n      "n": 1\n    }\n' in text.out


def test_rules_are_selected_and_ignored_by_code_prefix_or_slug(cli: Cli, streams: Path) -> None:
    rejected = streams / "rejected.jsonl"
    assert cli("validate", rejected, "--ignore", "MSG").code == 0
    assert cli("validate", rejected, "--ignore", "message-not-open").code == 0
    assert cli("validate", rejected, "--select", "RUN,STP").code == 0
    assert cli("validate", rejected, "--select", "MSG002").code == 1
    unknown = cli("validate", rejected, "--ignore", "MSG02")
    assert unknown.code == 2
    assert "no rule is called MSG02; did you mean MSG002" in unknown.err


def test_a_file_is_written_instead_of_stdout(cli: Cli, streams: Path) -> None:
    out = streams / "report.json"
    ran = cli("validate", streams / "clean.jsonl", "--format", "json", "-o", out)
    assert (ran.code, ran.out) == (0, "")
    assert json.loads(out.read_text())["clean"] is True
    refused = cli("validate", streams / "clean.jsonl", "-o", streams / "no" / "x")
    assert refused.code == 3
    assert "cannot be written" in refused.err


def test_standard_input_is_a_source(cli: Cli) -> None:
    body = b"".join(b"data: " + json.dumps(each).encode() + b"\n\n" for each in (STARTED, FINISHED))
    ran = cli("validate", "-", "--format", "json", stdin=body)
    assert ran.code == 0
    assert json.loads(ran.out)["format"] == "sse"


def test_a_url_is_a_source(cli: Cli) -> None:
    body = b"".join(b"data: " + json.dumps(each).encode() + b"\n\n" for each in (STARTED, FINISHED))
    with raw_server([head(), body]) as server:
        sent = ("--thread-id", "t", "--run-id", "r", "-m", "hi")
        ran = cli("validate", server.url, *sent, "--format", "json")
    assert ran.code == 0
    report = json.loads(ran.out)
    assert (report["format"], report["source"], report["clean"]) == ("http", server.url, True)
    with raw_server([head("503 Busy", "text/plain"), b"later"]) as server:
        ran = cli("validate", server.url)
    assert ran.code == 3
    assert "refused the run with HTTP status 503" in ran.err


def test_a_version_to_judge_by_can_be_given(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "typed.jsonl"
    value = {"type": "REASONING_ENCRYPTED_VALUE", "subtype": "message", "entityId": "m"}
    path.write_text(
        lines(STARTED, value | {"encryptedValue": "x", "encryptedValueType": "y"}, FINISHED)
    )
    by_old = json.loads(cli("validate", path, "--spec", "1.0", "--format", "json").out)
    assert by_old["spec"] == "1.0"
    assert "unknown-property" in {finding["slug"] for finding in by_old["findings"]}
    by_new = json.loads(cli("validate", path, "--format", "json").out)
    assert "unknown-property" not in {finding["slug"] for finding in by_new["findings"]}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--format", "sarfi"], "--format sarfi is not known; did you mean sarif? known: text,"),
        (["--fail-on", "fatal"], "--fail-on fatal is not known; known: error, warning, note"),
        (["--spec", "2.0"], "--spec 2.0 is not known; known: auto, 1.0, 1.1"),
        (["--include", "world"], "--include world is not known"),
        (["--nonsense"], "no such option"),
    ],
)
def test_words_that_are_off_are_one_sentence(cli: Cli, arguments: list[str], said: str) -> None:
    ran = cli("validate", "x.jsonl", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


class TestBadInput:
    """Whatever is given: one clear sentence or a verdict, an exit code, no traceback."""

    @pytest.mark.parametrize(
        ("name", "content", "said"),
        [
            ("empty.jsonl", b"", "is empty"),
            ("blank.sse", b" \n\n", "holds only blank space"),
            ("rubbish.jsonl", bytes(range(256)) * 20, "binary data"),
            ("page.sse", b"<!doctype html><p>x", "is a web page"),
        ],
    )
    def test_what_is_no_stream_is_not_read(
        self, cli: Cli, tmp_path: Path, name: str, content: bytes, said: str
    ) -> None:
        (tmp_path / name).write_bytes(content)
        ran = cli("validate", tmp_path / name)
        assert (ran.code, ran.out) == (3, "")
        assert said in ran.err
        assert ran.err.count("\n") == 1

    def test_a_file_that_is_not_there_and_an_empty_folder(self, cli: Cli, tmp_path: Path) -> None:
        assert cli("validate", tmp_path / "no.jsonl").code == 3
        ran = cli("validate", tmp_path)
        assert ran.code == 3
        assert "holds no .jsonl" in ran.err

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_a_file_that_may_not_be_read(self, cli: Cli, tmp_path: Path) -> None:
        (tmp_path / "x.jsonl").write_text("{}")
        (tmp_path / "x.jsonl").chmod(0)
        assert cli("validate", tmp_path / "x.jsonl").code == 3

    def test_a_line_of_20_megabytes(self, cli: Cli, tmp_path: Path) -> None:
        path = tmp_path / "long.jsonl"
        path.write_text(lines(STARTED, {"type": "STATE_SNAPSHOT", "snapshot": "x" * 20_000_000}))
        ran = cli("validate", path)
        assert ran.code == 1
        assert "2 events" in ran.out
        assert len(ran.out) < 2000

    def test_json_nested_100000_deep(self, cli: Cli, tmp_path: Path) -> None:
        deep = '{"type":"STATE_SNAPSHOT","snapshot":' + "[" * 100_000 + "]" * 100_000 + "}\n"
        path = tmp_path / "deep.jsonl"
        path.write_text(lines(STARTED) + deep + lines(FINISHED))
        ran = cli("validate", path)
        assert ran.code == 1
        assert "nested deeper than" in ran.out

    def test_duplicate_keys_nan_and_lone_surrogates(self, cli: Cli, tmp_path: Path) -> None:
        path = tmp_path / "odd.jsonl"
        twice = '{"type":"CUSTOM","name":"x.y","name":"x.z","value":1}\n'
        nan = '{"type":"STATE_SNAPSHOT","snapshot":NaN}\n'
        half = '{"type":"STATE_SNAPSHOT","snapshot":{"\\ud83d":1e999,"b":"\\u001b\\u202e"}}\n'
        path.write_text(lines(STARTED) + twice + half + nan + lines(FINISHED))
        ran = cli("validate", path, "--include", "state", "--format", "json")
        assert ran.code == 1
        assert '"x.z"' not in ran.out
        report = json.loads(ran.out)
        assert report["state"] == {"\ud83d": float("inf"), "b": "\x1b\u202e"}
        assert "\u202e" not in ran.out
        slugs = {finding["slug"] for finding in report["findings"]}
        assert {"duplicate-json-key", "not-json"} <= slugs

    def test_a_recording_with_a_bad_line_says_which_and_loads_the_rest(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        path = tmp_path / "damaged.jsonl"
        header = {"wirelab": 1, "kind": "recording"}
        path.write_text(
            lines(header, {"event": STARTED})
            + "{oops\n"
            + lines({"event": FINISHED}, {"end": "eof"})
        )
        ran = cli("validate", path)
        assert ran.code == 3
        assert "not read: line 3: it is not JSON" in ran.out
        assert "2 events" in ran.out

    def test_a_recording_cut_off_by_a_crash_is_still_judged(self, cli: Cli, tmp_path: Path) -> None:
        path = tmp_path / "crashed.jsonl"
        header = {"wirelab": 1, "kind": "recording"}
        path.write_text(lines(header, {"event": STARTED}, {"event": FINISHED}) + '{"eve')
        assert cli("validate", path).code == 0
