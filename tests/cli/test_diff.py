"""``wirelab diff``: exit codes, formats, golden streams."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Cli
from tests.session.test_item_comparison import STORY, renamed, run, text
from wirelab.steps.step_writer import StepWriter
from wirelab.wire.traffic import End, Ending, Read, Request, Response

Json = dict[str, Any]
OTHER = [each | {"delta": ":7}"} if each.get("delta") == ":14}" else each for each in STORY]


def kept(path: Path, events: list[Json]) -> Path:
    path.write_text("".join(json.dumps(each) + "\n" for each in events), encoding="utf-8")
    return path


@pytest.fixture
def story(tmp_path: Path) -> Path:
    return kept(tmp_path / "story.jsonl", STORY)


def timed(path: Path, gap_ms: float) -> Path:
    writer = StepWriter()
    traffic: list[Any] = [Request("POST", "http://x/", (), b"{}", 0.0), Response(200, (), gap_ms)]
    traffic += [
        Read(f"data: {json.dumps(each)}\n\n".encode(), gap_ms * (at + 2))
        for at, each in enumerate(run("r", text("m", "hello")))
    ]
    ended = [*traffic, End(Ending.EOF, "", gap_ms * 10)]
    path.write_bytes(b"".join([writer.header(), *map(writer.take, ended)]))
    return path


def test_the_same_is_0_and_different_is_1(cli: Cli, story: Path, tmp_path: Path) -> None:
    same = cli("diff", story, kept(tmp_path / "b.jsonl", renamed(STORY)))
    assert same.code == 0
    assert "no difference" in same.out
    different = cli("diff", story, kept(tmp_path / "c.jsonl", OTHER))
    assert different.code == 1
    assert "~ tool call get_weather: argument days 14 → 7" in different.out


def test_names_of_recordings_and_standard_input(cli: Cli) -> None:
    assert cli("diff", "tool-call", "tool-call").code == 0
    assert cli("diff", "tool-call", "reasoning").code == 1
    body = b"".join(f"data: {json.dumps(each)}\n\n".encode() for each in STORY)
    piped = cli("diff", "-", "chat", stdin=body)
    assert piped.code == 1


def test_what_cannot_be_read_is_3_and_wrong_words_are_2(cli: Cli, story: Path) -> None:
    unread = cli("diff", story, "nowhere.jsonl")
    assert (unread.code, unread.out) == (3, "")
    assert "nowhere.jsonl" in unread.err
    for words in (
        ["-", "-"],
        [story],
        [story, story, "--ignore", "times"],
        [story, story, "--exact", "nothing"],
        [story, story, "--ignore", "chunking", "--exact", "chunking"],
        [story, story, "--timing", "soon"],
        [story, story, "--format", "yaml"],
        [story, story, "--update"],
        [story, story, "--tui"],
    ):
        assert cli("diff", *words).code == 2, words


def test_a_line_that_was_lost_is_said(cli: Cli, tmp_path: Path) -> None:
    whole = timed(tmp_path / "whole.jsonl", 10)
    first, *rest = whole.read_bytes().splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(first + b"what\n" + b"".join(rest))
    ran = cli("diff", whole, damaged)
    assert ran.code == 3
    assert "no difference" in ran.out
    assert "line 2" in ran.out


def test_what_is_ignored_and_what_is_not(cli: Cli, story: Path, tmp_path: Path) -> None:
    whole = [*STORY[:3], {**STORY[3], "delta": "Let me look."}, *STORY[5:]]
    cut = kept(tmp_path / "cut.jsonl", whole)
    assert cli("diff", story, cut).code == 1
    assert cli("diff", story, cut, "--ignore", "chunking").code == 0
    assert cli("diff", story, cut, "--golden").code == 0
    assert cli("diff", story, cut, "--golden", "--exact", "chunking").code == 1
    named = kept(tmp_path / "named.jsonl", renamed(STORY))
    assert cli("diff", story, named).code == 0
    assert cli("diff", story, named, "--exact", "ids").code == 1


def test_times_count_only_when_asked(cli: Cli, tmp_path: Path) -> None:
    soon, late = timed(tmp_path / "soon.jsonl", 10), timed(tmp_path / "late.jsonl", 15)
    shown = cli("diff", soon, late)
    assert shown.code == 0
    assert "times, not compared" in shown.out
    assert "first event 20ms → 30ms" in shown.out
    assert cli("diff", soon, late, "--timing", "1s").code == 0
    assert cli("diff", soon, late, "--timing", "60%").code == 0
    tight = cli("diff", soon, late, "--timing", "20%")
    assert tight.code == 1
    assert "too far apart" in tight.out


def test_findings_count_but_not_for_a_golden_stream(cli: Cli, tmp_path: Path, story: Path) -> None:
    stamped = kept(tmp_path / "raw.jsonl", [{**each, "rawEvent": {}} for each in STORY])
    assert cli("diff", story, stamped, "--ignore", "raw").code == 0
    sse = tmp_path / "story.sse"
    lines = "".join(f"data: {json.dumps(each)}\n\n" for each in STORY)
    sse.write_text(lines + '{"type":"CUSTOM"}\n\n', encoding="utf-8")
    plain = cli("diff", story, sse)
    assert plain.code == 1
    assert "findings" in plain.out
    assert cli("diff", story, sse, "--golden").code == 0


def test_json(cli: Cli, story: Path, tmp_path: Path) -> None:
    other = kept(tmp_path / "b.jsonl", OTHER)
    document = json.loads(cli("diff", story, other, "--format", "json", "--events").out)
    assert document["schema"] == "wirelab.diff/1"
    assert document["same"] is False
    assert document["ignored"] == ["ids", "timestamps"]
    assert document["counts"] == {"changed": 1, "removed": 0, "added": 0, "moved": 0}
    (change,) = document["changes"]
    assert (change["kind"], change["change"]) == ("tool call", "changed")
    assert change["a"] == {"run": 0, "name": "get_weather", "firstEvent": 6, "lastEvent": 10}
    (detail,) = change["details"]
    assert (detail["part"], detail["pointer"], detail["a"], detail["b"]) == (
        *("argument", "/days", 14, 7),
    )
    (event,) = document["events"]
    assert event["differences"] == [{"pointer": "/delta", "a": ":14}", "b": ":7}"}]
    assert json.loads(cli("diff", story, story, "--format", "json").out)["same"] is True


def test_markdown_keeps_text_in_code(cli: Cli, story: Path, tmp_path: Path) -> None:
    hostile = [each | {"delta": "`<b>|*"} if "delta" in each else each for each in STORY]
    shown = cli("diff", story, kept(tmp_path / "b.jsonl", hostile), "--format", "markdown").out
    assert "**changed** `assistant message 1`" in shown
    assert "<b>" in shown
    assert '``text differs at character 0: "Let me look." → "`<b>' in shown


def test_nothing_steers_the_terminal(cli: Cli, story: Path, tmp_path: Path) -> None:
    hostile = [each | {"delta": "\x1b[2J\u202e"} if "delta" in each else each for each in STORY]
    other = kept(tmp_path / "b.jsonl", hostile)
    for format_ in ("text", "json", "markdown"):
        out = cli("diff", story, other, "--events", "--format", format_).out
        assert "\x1b" not in out
        assert "\u202e" not in out


class TestGolden:
    def test_it_is_written_compared_and_written_again(self, cli: Cli, tmp_path: Path) -> None:
        golden, came = tmp_path / "golden.jsonl", kept(tmp_path / "came.jsonl", renamed(STORY))
        missing = cli("diff", golden, came, "--golden")
        assert missing.code == 3
        assert cli("diff", golden, came, "--golden", "--update").code == 0
        assert "thread-id-1" in golden.read_text(encoding="utf-8")
        assert cli("diff", golden, came, "--golden").code == 0
        kept(came, OTHER)
        said = cli("diff", golden, came, "--golden")
        assert said.code == 1
        assert "argument days expected 14, came 7" in said.out
        assert cli("diff", golden, came, "--golden", "--update").code == 0
        assert cli("diff", golden, came, "--golden").code == 0

    def test_it_stays_as_it_is_where_nothing_differs(self, cli: Cli, tmp_path: Path) -> None:
        golden = kept(tmp_path / "golden.jsonl", STORY)
        before = golden.read_bytes()
        came = kept(tmp_path / "came.jsonl", renamed(STORY))
        assert cli("diff", golden, came, "--golden", "--update").code == 0
        assert golden.read_bytes() == before

    def test_no_recording_is_replaced(self, cli: Cli, story: Path, tmp_path: Path) -> None:
        recording = timed(tmp_path / "recording.jsonl", 10)
        before = recording.read_bytes()
        ran = cli("diff", recording, story, "--golden", "--update")
        assert ran.code == 2
        assert "no golden stream" in ran.err
        assert recording.read_bytes() == before

    def test_nothing_is_kept_of_nothing(self, cli: Cli, tmp_path: Path, story: Path) -> None:
        golden = tmp_path / "golden.jsonl"
        assert cli("diff", golden, "nowhere.jsonl", "--golden", "--update").code == 3
        assert not golden.exists()
        assert cli("diff", tmp_path / "no" / "g.jsonl", story, "--golden", "--update").code == 3
