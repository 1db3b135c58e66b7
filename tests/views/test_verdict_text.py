from __future__ import annotations

from tests.views.streams import EOF, LOST_CONTENT, RUN_FINISHED, RUN_STARTED, inspected, sent
from wirelab.views.verdict_text import counts_line, totals_line, verdict_lines
from wirelab.wire.traffic import Response

STORY = LOST_CONTENT | {"messageId": "m-with-a-rather-long-id-" + "x" * 40}


def test_a_verdict_can_be_read_in_80_columns() -> None:
    session = inspected(sent(RUN_STARTED, 1.0), sent(STORY, 1204.0), sent(RUN_FINISHED, 9.0), EOF)
    lines = [text for text, _ in verdict_lines(session, "x.jsonl")]
    assert lines[0] == "x.jsonl: ✖ rejected · 1 error"
    assert "REJECTED: run r-1 on t-1 (by its own events: success)" in lines[1]
    assert any("event 1, frame 1, +1.20s" in line and "✖ error" in line for line in lines)
    assert all(len(line) <= 80 for line in lines[:2] + lines[3:])


def test_findings_come_by_gravity() -> None:
    unknown = {"type": "FROM_TOMORROW"}
    session = inspected(sent(RUN_STARTED), sent(unknown), sent(STORY), sent(RUN_FINISHED), EOF)
    tones = [tone for _, tone in verdict_lines(session) if tone in ("error", "warning")]
    assert tones == ["error", "error", "warning"]


def test_where_no_run_came_nothing_is_called_clean() -> None:
    session = inspected(Response(401, ()), EOF)
    assert next(verdict_lines(session))[0] == "○ NEVER STARTED: no run came"


def test_a_failed_run_says_its_message_made_safe() -> None:
    failed = {"type": "RUN_ERROR", "message": "out of\x1b[2J luck"}
    session = inspected(sent(RUN_STARTED), sent(failed), EOF)
    lines = [text for text, _ in verdict_lines(session)]
    assert lines[1] == "  ✖ FAILED: run r-1 on t-1 · out of␛[2J luck"


def test_counts_and_totals_are_words() -> None:
    session = inspected(sent(RUN_STARTED), sent(RUN_FINISHED), EOF)
    assert counts_line(session) == "2 events in 3 frames · 0 errors · 0 warnings · 0 notes"
    assert totals_line(["accepted", "failed", "accepted"]) == "3 sources · 2 accepted · 1 failed"
