"""What some client does with a stream never counts: neither for a verdict nor for --fail-on."""

from __future__ import annotations

from wirelab import inspect_stream
from wirelab.rules.finding import Severity

STREAM = [
    {"type": "RUN_STARTED", "threadId": "t-1", "runId": "r-1"},
    {"type": "TEXT_MESSAGE_START", "messageId": "m-1"},
    {"type": "MESSAGES_SNAPSHOT", "messages": []},
    {"type": "RUN_FINISHED", "threadId": "t-1", "runId": "r-1"},
]
"""Accepted by the protocol, rejected by the reference client."""


def test_an_opinion_is_a_finding_that_no_count_holds() -> None:
    session = inspect_stream(STREAM)
    assert [finding.code for finding in session.findings] == ["REF009"]
    assert session.findings[0].opinion
    assert session.ledger.opinions == 1
    assert session.ledger.counts == dict.fromkeys(Severity, 0)
    assert session.clean


def test_a_report_counts_it_apart() -> None:
    report = inspect_stream(STREAM).report()
    assert report["counts"]["note"] == 0
    assert report["counts"]["opinion"] == 1
    assert report["findings"][0]["opinion"] is True
    assert report["findings"][0]["severity"] == "note"
