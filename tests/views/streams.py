"""Short streams for the tests of views."""

from __future__ import annotations

from typing import Any

from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

RUN_STARTED: dict[str, Any] = {"type": "RUN_STARTED", "threadId": "t-1", "runId": "r-1"}
RUN_FINISHED: dict[str, Any] = {"type": "RUN_FINISHED", "threadId": "t-1", "runId": "r-1"}
LOST_CONTENT: dict[str, Any] = {
    "type": "TEXT_MESSAGE_CONTENT",
    "messageId": "m-9",
    "delta": "lost",
}
REQUEST = Request("POST", "http://agent.test/run", (), b"", 0.0)
HEADERS = (
    ("content-type", "text/event-stream"),
    ("cache-control", "no-store"),
    ("x-accel-buffering", "no"),
)
STREAM = Response(200, HEADERS, 12.0)
EOF = End(Ending.EOF, "", 99.0)


def inspected(*traffic: Traffic, finish: bool = True) -> Session:
    """A session over traffic."""
    inspection, framing = Inspection(), Framing()
    for each in traffic:
        for arrival in framing.take(each):
            inspection.take(arrival)
    return inspection.finish() if finish else inspection.session


def sent(payload: dict[str, Any] | str, at_ms: float | None = None) -> Read:
    """One event as one read."""
    import json

    text = payload if isinstance(payload, str) else json.dumps(payload)
    return Read(f"data: {text}\n\n".encode(), at_ms)
