"""What an interrupt asked, and what the next input answered."""

from __future__ import annotations

import json
from typing import Any

from tests.views.streams import RUN_FINISHED, RUN_STARTED, STREAM, inspected, sent
from wirelab.session.session import Session
from wirelab.views.interrupt_answers import interrupts_of
from wirelab.wire.traffic import End, Ending, Request

INTERRUPTS = [
    {
        "id": "i-1",
        "reason": "tool_call",
        "message": "Refund?",
        "toolCallId": "c-1",
        "expiresAt": "2099-01-01T00:00:00Z",
        "responseSchema": {"type": "object", "properties": {"ok": {}, "note": {}}},
    },
    {"id": "i-2", "reason": "input_required"},
]
ASKS = RUN_FINISHED | {"outcome": {"type": "interrupt", "interrupts": INTERRUPTS}}


def answered(*resume: dict[str, Any]) -> Session:
    def request(run: str, **more: Any) -> Request:
        body = {"threadId": "t-1", "runId": run, "messages": []} | more
        return Request("POST", "http://agent.test/run", (), json.dumps(body).encode(), 0.0)

    end = End(Ending.EOF, "", None)
    first = (request("r-1"), STREAM, sent(RUN_STARTED), sent(ASKS), end)
    second = (request("r-2", resume=list(resume)), STREAM, sent(RUN_STARTED | {"runId": "r-2"}))
    return inspected(*first, *second, finish=False)


def told(session: Session, reached: int) -> list[str]:
    return [each.answer for each in interrupts_of(session.runs[0], session.exchanges, reached)]


def test_what_is_asked_is_its_prompt_and_what_it_is_about() -> None:
    session = answered()
    first, second = interrupts_of(session.runs[0], session.exchanges, 0)
    assert (first.id, first.prompt) == ("i-1", "Refund?")
    assert first.details == [
        "tool_call",
        "call c-1",
        "expires 2099-01-01T00:00:00Z",
        "asks for ok, note",
    ]
    assert (second.prompt, second.details) == ("input_required", [])


def test_an_answer_is_there_once_its_request_was_sent() -> None:
    session = answered(
        {"interruptId": "i-1", "status": "resolved", "payload": {"ok": True}},
        {"interruptId": "i-2", "status": "cancelled"},
    )
    assert told(session, 0) == ["", ""]
    assert told(session, 1) == ['{"ok":true}', "abandoned"]


def test_what_was_not_covered_stays_open_and_odd_answers_are_told() -> None:
    assert told(answered({"interruptId": "i-1", "status": "maybe"}), 1) == [
        '"maybe" (no payload)',
        "",
    ]
