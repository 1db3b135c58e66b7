from __future__ import annotations

import re

from tests.exports.hostile import (
    five_findings,
    hostile_outcome,
    lines_of,
    outcome,
    unread,
    written,
)
from wirelab.exports import Outcome
from wirelab.steps.step import BadLine

COMMAND = re.compile(r"::(\w+) (.*?)::(.*)")


def commands(*outcomes: Outcome) -> list[tuple[str, dict[str, str], str]]:
    """What the runner reads: a line each, properties parted at commas, escapes undone last."""
    *lines, totals = written("github", *outcomes).split("\n")[:-1]
    assert re.fullmatch(r"\d+ sources?( · \d+ \w+)*", totals)
    read = []
    for line in lines:
        found = COMMAND.fullmatch(line)
        assert found is not None, line
        properties = dict(part.split("=", 1) for part in found[2].split(","))
        read.append(
            (
                found[1],
                {name: plain(value, ":,") for name, value in properties.items()},
                plain(found[3]),
            )
        )
    return read


def plain(text: str, more: str = "") -> str:
    for sign in more + "\n\r%":
        text = text.replace(f"%{ord(sign):02X}", sign)
    return text


def test_findings_are_annotations_at_their_lines_the_gravest_first() -> None:
    read = commands(five_findings(locate=lines_of))
    assert [name for name, _, _ in read] == ["error", "error", "warning", "notice", "notice"]
    _, properties, message = read[0]
    assert properties == {"file": "x.sse", "line": "14", "title": "MSG002 message-not-open"}
    assert message.startswith('content came for text message "m-1", but it was never started\n')
    assert "https://docs.ag-ui.com/spec/" in message


def test_without_a_file_there_is_no_place_to_annotate() -> None:
    live = five_findings(locate=lines_of)
    live.file, live.source = None, "https://user:pass@agent.test/run?token=s3cret"
    read = commands(live)
    assert set(read[0][1]) == {"title"}
    assert "s3cret" not in str(read)
    assert "pass@" not in str(read)


def test_failures_bad_lines_and_what_is_left_out_are_said() -> None:
    bad = outcome(bad_lines=[BadLine(7, "it is not JSON")], bad_line_count=1)
    read = commands(unread(), bad, five_findings(most=2))
    assert read[0] == ("error", {"title": "Wire Lab"}, "gone.jsonl: no such file")
    assert read[1][:2] == ("warning", {"file": "x.sse", "line": "7", "title": "Wire Lab"})
    assert read[-1][0] == "notice"
    assert "and 3 more findings" in read[-1][2]


def test_nothing_found_is_the_totals_alone() -> None:
    assert written("github", outcome()) == "1 source · 1 accepted\n"


def test_wire_text_begins_no_command_and_ends_none() -> None:
    hostile = hostile_outcome()
    hostile.file = hostile.source
    read = commands(hostile)
    assert len(read) == len(hostile.listed)
    assert {name for name, _, _ in read} <= {"error", "warning", "notice"}
    assert all(set(properties) == {"file", "title"} for _, properties, _ in read)
    assert all("::error::x" in properties["file"] for _, properties, _ in read)
    assert all("%0A::stop-commands::y" in properties["file"] for _, properties, _ in read)
    hostile.file = None
    assert all("%0A::stop-commands::y" in message for _, _, message in commands(hostile))
