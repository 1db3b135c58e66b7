"""The official conformance streams, judged through the Python API.

What a stream must lead to (outcome, messages, state, delivered events, warnings) is read from its
own file, and so is what a client sends of the input it is given (request). The few places where the
rules decide otherwise stand in ``RELAXED``, each with a reason.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.shared_data import SHARED
from wirelab import inspect_stream
from wirelab.protocol.versions import NEWEST
from wirelab.rules.finding import Severity
from wirelab.session.outgoing_request import outgoing_request
from wirelab.session.session import Session

STREAMS = sorted((SHARED / "reference/conformance").glob("*.json"))

RELAXED = {
    "truncated-run-reported-as-completed": {
        "outcome": "pins a gap of the clients: a stream without terminal event is an error here",
        "noWarnings": "the same",
    },
    "era-0-0-39-flattens-content": {
        "warnings": "a client told that its peer is older flattens content: no pin here",
        "request": "the same",
    },
    "era-pinned-peer-omits-protocol-version": {
        "requestAbsentPaths": "the same: a client here always declares its version",
    },
}
"""Keys not held for a stream, and why."""

OUR_WORDS = {
    "First TEXT_MESSAGE_CHUNK must have a messageId": "CHK001",
    "First TOOL_CALL_CHUNK must have a toolCallName": "CHK001",
    "two interrupts carrying the id 'i-duplicate-interrupt'": "RUN014",
    "The run has already finished with 'RUN_FINISHED'": "RUN004",
    "Cannot send 'RUN_STARTED' while a run is still active": "RUN002",
    "No active reasoning message found with ID 'm-reasoning-discipline-1'": "RSN004",
    "must agree on their runId": "RUN007",
    "that was not started": "STP002",
    "ended without a terminal event": "RUN006",
    "Failed to apply state patch": "STA001",
}
"""Sentences of one client, and the rule that says the same; names and pointers are held as is."""


def _expectation(data: dict[str, Any]) -> dict[str, Any]:
    """The file's expectation, with the notes of the client most people run applied."""
    override = data.get("expectOverrides", {}).get("typescript", {})
    expected = data["expect"] | {key: override[key] for key in override if key != "intentional"}
    for key in RELAXED.get(data["name"], {}):
        expected.pop(key, None)
    return expected


def _at(value: Any, path: str) -> Any:
    """The value at a dotted path; KeyError or IndexError where there is none."""
    for step in path.split("."):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def _request(data: dict[str, Any]) -> dict[str, Any]:
    """What a client sends of the input given, on the thread and for the run of the stream."""
    boundary = next((event for event in data["stream"] if event["type"] == "RUN_STARTED"), {})
    given = {
        "threadId": boundary.get("threadId", "t-1"),
        "runId": boundary.get("runId", "r-1"),
        "protocolVersion": NEWEST,
        "messages": [],
    }
    payload = outgoing_request(given | data.get("input", {}), NEWEST).payload
    assert payload is not None
    return payload


def _says(session: Session, severity: Severity, wanted: str) -> bool:
    return any(
        finding.code == OUR_WORDS.get(wanted)
        or wanted in finding.message
        or wanted in finding.pointer
        for finding in session.findings
        if finding.severity is severity
    )


def _holds(expected: Any, actual: Any) -> bool:
    """Every member expected is there and equal; members not mentioned are free."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return all(key in actual and _holds(expected[key], actual[key]) for key in expected)
    return bool(expected == actual)


@pytest.mark.skipif(not STREAMS, reason="the official streams are not here")
@pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.stem)
def test_stream_leads_to_what_its_file_says(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    expected = _expectation(data)
    sent = _request(data)
    session = inspect_stream(data["stream"], run_input=sent if "input" in data else None)

    fatal = [finding for finding in session.findings if finding.severity is Severity.ERROR]
    if "outcome" in expected:
        assert ("failed" if fatal else "completed") == expected["outcome"], session.findings
    if "errorContains" in expected:
        assert _says(session, Severity.ERROR, expected["errorContains"]), session.findings
    if expected.get("noWarnings"):
        assert session.clean, session.findings
    for wanted in expected.get("warnings", []):
        assert _says(session, Severity.WARNING, wanted), session.findings
    if "messageCount" in expected and "input" not in data:
        assert len(session.messages) == expected["messageCount"], session.messages
    for wanted, held in zip(expected.get("messages", []), session.messages, strict=False):
        assert _holds(wanted, held)
    assert len(session.messages) >= len(expected.get("messages", []))
    if "state" in expected:
        assert session.state == expected["state"]
    if "runError" in expected:
        assert expected["runError"] in [run.error for run in session.runs]

    if "request" in expected:
        assert _holds(expected["request"], sent)
    for dotted in expected.get("requestAbsentPaths", []):
        with pytest.raises((KeyError, IndexError)):
            _at(sent, dotted)

    types = [event["type"] for event in session.delivered]
    if "eventTypes" in expected:
        assert types == expected["eventTypes"]
    assert not set(expected.get("eventTypesAbsent", [])) & set(types)
    for dotted, value in expected.get("eventPaths", {}).items():
        assert _at(session.delivered, dotted) == value
    for dotted in expected.get("eventAbsentPaths", []):
        with pytest.raises((KeyError, IndexError)):
            _at(session.delivered, dotted)


def test_relaxations_name_streams_that_exist() -> None:
    if not STREAMS:
        pytest.skip("the official streams are not here")
    assert set(RELAXED) <= {path.stem for path in STREAMS}
