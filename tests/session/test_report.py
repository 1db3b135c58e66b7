from __future__ import annotations

import json

from tests.views.streams import (
    EOF,
    LOST_CONTENT,
    RUN_FINISHED,
    RUN_STARTED,
    STREAM,
    inspected,
    sent,
)
from wirelab.session.report import INCLUDABLE
from wirelab.wire.traffic import Request


def test_a_report_has_the_members_that_scripts_rely_on() -> None:
    session = inspected(sent(RUN_STARTED), sent(LOST_CONTENT), sent(RUN_FINISHED), EOF)
    report = session.report("x.sse", "sse")
    assert list(report) == [
        "schema",
        "source",
        "format",
        "spec",
        "verdict",
        "clean",
        "counts",
        "runs",
        "findings",
    ]
    assert set(report["findings"][0]) >= {
        *("code", "slug", "severity", "fatal", "message", "event", "frame", "type", "pointer"),
        *("related", "spec"),
    }
    assert json.loads(json.dumps(report)) == report


def test_what_is_included_freezes_at_the_first_fatal_finding() -> None:
    state = {"type": "STATE_SNAPSHOT", "snapshot": 1}
    later = {"type": "STATE_SNAPSHOT", "snapshot": 2}
    events = (RUN_STARTED, state, LOST_CONTENT, later, RUN_FINISHED)
    report = inspected(*map(sent, events), EOF).report(include=INCLUDABLE)
    assert report["state"] == 1
    assert report["delivered"] == [RUN_STARTED, state]
    assert report["request"] is None
    assert report["messages"] == []


def test_a_failed_run_says_its_message() -> None:
    failed = {"type": "RUN_ERROR", "message": "no"}
    report = inspected(sent(RUN_STARTED), sent(failed), EOF).report()
    assert report["runs"] == [
        {"threadId": "t-1", "runId": "r-1", "status": "failed", "message": "no"}
    ]
    assert report["verdict"] == "accepted"


def test_the_request_is_what_a_client_would_send() -> None:
    activity = {"id": "p", "role": "activity", "activityType": "PLAN", "content": {}}
    given = {"threadId": "t-1", "runId": "r-1", "messages": [activity], "mood": "good"}
    request = Request("POST", "http://x/", (), json.dumps(given).encode(), 0.0)
    session = inspected(request, STREAM, sent(RUN_STARTED), sent(RUN_FINISHED), EOF)
    assert session.report(include=["request"])["request"] == {
        "threadId": "t-1",
        "runId": "r-1",
        "messages": [],
    }
