"""Sessions in which an agent asked for something and waits."""

from __future__ import annotations

import json
from typing import Any

from tests.views.streams import EOF, RUN_FINISHED, RUN_STARTED, STREAM, inspected, sent
from wirelab.session.session import Session
from wirelab.wire.traffic import Request, Response, Traffic

TOOL = {"name": "locate", "description": "Where the user is.", "parameters": {}}
APPROVAL = {
    "id": "i-1",
    "reason": "tool_call",
    "message": "Pay?",
    "responseSchema": {
        "type": "object",
        "properties": {"approved": {"type": "boolean"}, "note": {"type": "string"}},
        "required": ["approved"],
    },
}
CHANNEL = {"id": "i-2", "reason": "input_required"}


def request(run_id: str = "r-1", **members: Any) -> Request:
    user = {"id": "u-1", "role": "user", "content": "q"}
    given = {"threadId": "t-1", "runId": run_id, "protocolVersion": "1.1", "messages": [user]}
    return Request("POST", "http://x/", (), json.dumps(given | members).encode(), 0.0)


def call(call_id: str, name: str, arguments: str = "{}") -> list[dict[str, Any]]:
    return [
        {"type": "TOOL_CALL_START", "toolCallId": call_id, "toolCallName": name},
        {"type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": arguments},
        {"type": "TOOL_CALL_END", "toolCallId": call_id},
    ]


def interrupted(*interrupts: dict[str, Any]) -> dict[str, Any]:
    return RUN_FINISHED | {"outcome": {"type": "interrupt", "interrupts": list(interrupts)}}


def exchange(*events: dict[str, Any], sent_as: Request | None = None) -> list[Traffic]:
    return [sent_as or request(), STREAM, *map(sent, [RUN_STARTED, *events]), EOF]


def refused(sent_as: Request) -> list[Traffic]:
    """A request that no run answers."""
    return [sent_as, Response(500, (("content-type", "text/plain"),), 1.0), EOF]


def asked(*interrupts: dict[str, Any]) -> Session:
    """A run that ended with these interrupts."""
    return inspected(*exchange(interrupted(*interrupts)))


def asked_tool(*calls: str) -> Session:
    """A run that left calls of the client's tool, by id."""
    events = [event for call_id in calls for event in call(call_id, "locate", '{"how":"gps"}')]
    return inspected(*exchange(*events, RUN_FINISHED, sent_as=request(tools=[TOOL])))
