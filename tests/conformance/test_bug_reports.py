"""Public bug reports as small cases: each stream gets the verdict its case asks for.

Advice (``warning`` on traffic that a consumer accepts) may be a note: it must say something. A case
about a request is the second exchange of a session, behind what the client had received before.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.shared_data import SHARED
from wirelab.rules.finding import Place
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read, Request, Response

CASES = sorted((SHARED / "bugs").glob("B*.json"))
NOT_A_STREAM_FAULT = {
    "B04": "a redirect starts no run: the stream has no fault, the command that asked exits 3",
}
ENDINGS = {"close": Ending.EOF, "reset": Ending.RESET}


def _traffic(case: dict[str, Any]) -> list[Request | Response | Read | End]:
    if case["kind"] == "transport":
        return _recorded(case["transport"])
    if case["kind"] == "request":
        return _requested(case)
    body = case.get("input")
    asked = (
        Request("POST", "http://agent.example/", (), json.dumps(body).encode()) if body else None
    )
    if case["kind"] == "raw_sse":
        hexes = case.get("chunks_hex") or [case["raw"].encode().hex()]
        reads = [Read(bytes.fromhex(text)) for text in hexes]
    else:
        reads = _reads(case["events"])
    return [*([asked] if asked else []), *reads, End(Ending.EOF)]


def _reads(events: list[dict[str, Any]]) -> list[Read]:
    return [Read(f"data: {json.dumps(event)}\n\n".encode()) for event in events]


def _requested(case: dict[str, Any]) -> list[Request | Response | Read | End]:
    """What the client had received, where the case says it, and then the request; no answer came,
    for it is about the request alone."""
    before = _reads(case["previous"]["events"]) if "previous" in case else []
    asked = Request("POST", "http://agent.example/", (), case["raw"].encode())
    return [*before, *([End(Ending.EOF)] if before else []), asked, End(Ending.CANCELLED)]


def _recorded(exchange: dict[str, Any]) -> list[Request | Response | Read | End]:
    asked, answer = exchange["request"], exchange["response"]
    end = answer["end"]
    return [
        Request("POST", asked["path"], (), json.dumps(asked["body"]).encode(), 0.0),
        Response(answer["status"], tuple(answer["headers"].items()), answer.get("headers_at_ms")),
        *(Read(chunk["text"].encode(), float(chunk["at_ms"])) for chunk in answer["chunks"]),
        End(ENDINGS[end["how"]], "", float(end["at_ms"])),
    ]


def _inspect(case: dict[str, Any]) -> Session:
    framing, inspection = Framing(), Inspection()
    for traffic in _traffic(case):
        for arrival in framing.take(traffic):
            inspection.take(arrival)
    return inspection.finish()


@pytest.mark.skipif(not CASES, reason="the bug cases are not here")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_gets_its_verdict(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    session = _inspect(case)
    codes = {finding.code for finding in session.findings}
    assert "INTERNAL" not in codes
    if case["kind"] == "request":
        assert {finding.place for finding in session.findings} == {Place.REQUEST}
    if case["id"] in NOT_A_STREAM_FAULT:
        assert session.verdict == "accepted"
        return
    if case["verdict"] == "error":
        assert session.verdict == "rejected", session.findings
    elif case["verdict"] == "valid":
        assert session.clean, session.findings
    else:
        assert session.verdict == "accepted", session.findings
        assert session.findings
        if case["consumer"] == "warn":
            assert not session.clean
    _check_expectation(case.get("expect", {}), session)


def _check_expectation(expected: dict[str, Any], session: Session) -> None:
    held = {message["id"]: message for message in session.messages}
    for wanted in expected.get("messages", []):
        assert held[wanted["id"]].items() >= wanted.items()
    if "messageOrder" in expected:
        assert [message["id"] for message in session.messages] == expected["messageOrder"]
    if "state" in expected:
        assert session.state == expected["state"]
