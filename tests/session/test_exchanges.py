"""Several requests of one conversation in one session: where each ends, what carries over."""

from __future__ import annotations

import json
from typing import Any

from wirelab.projections.runs import RunStatus
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.wire.framing import Framing
from wirelab.wire.sse_encoder import encode_event
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

USER = {"id": "u-1", "role": "user", "content": "Hello"}


def inspect(*traffic: Traffic | dict[str, Any]) -> Session:
    """The session of this traffic; an object is an event."""
    framing, inspection = Framing(), Inspection()
    for item in traffic:
        piece = Read(encode_event(item)) if isinstance(item, dict) else item
        for arrival in framing.take(piece):
            inspection.take(arrival)
    return inspection.finish()


def request(run_id: str, *messages: dict[str, Any]) -> Request:
    ids = {"threadId": "t-1", "runId": run_id, "protocolVersion": "1.1"}
    body = ids | {"messages": [USER, *messages]}
    return Request("POST", "/", (), json.dumps(body).encode())


def started(run_id: str) -> dict[str, Any]:
    return {"type": "RUN_STARTED", "threadId": "t-1", "runId": run_id}


def finished(run_id: str) -> dict[str, Any]:
    return {"type": "RUN_FINISHED", "threadId": "t-1", "runId": run_id}


def call(arguments: str) -> list[dict[str, Any]]:
    return [
        {"type": "TOOL_CALL_START", "toolCallId": "c-1", "toolCallName": "find"},
        {"type": "TOOL_CALL_ARGS", "toolCallId": "c-1", "delta": arguments},
        {"type": "TOOL_CALL_END", "toolCallId": "c-1"},
    ]


def test_a_request_ends_an_exchange_whose_end_was_not_kept() -> None:
    session = inspect(request("r-1"), started("r-1"), request("r-2"), started("r-2"))
    assert [exchange.ending for exchange in session.exchanges] == ["unknown", "unknown"]
    assert [run.status for run in session.runs] == [RunStatus.TRUNCATED, RunStatus.TRUNCATED]
    assert [finding.code for finding in session.findings] == ["RUN006", "RUN006"]


def test_a_response_after_an_end_belongs_to_a_new_exchange() -> None:
    response = Response(200, (("content-type", "text/event-stream"),))
    session = inspect(started("r-1"), finished("r-1"), End(Ending.EOF), response)
    assert [exchange.response for exchange in session.exchanges] == [None, response]


def test_a_call_that_the_next_request_leaves_out_begins_anew() -> None:
    session = inspect(
        *(request("r-1"), started("r-1"), *call('{"a":1}'), finished("r-1"), End(Ending.EOF)),
        *(request("r-2"), started("r-2"), *call('{"a":1}'), finished("r-2"), End(Ending.EOF)),
    )
    assert session.world.tool_calls.by_id["c-1"].arguments == '{"a":1}'
    assert {finding.code for finding in session.findings} == {"RUN020", "INP018"}


def test_a_call_that_the_next_request_carries_goes_on() -> None:
    function = {"name": "find", "arguments": '{"a":1}'}
    held = {"id": "c-1", "type": "function", "function": function}
    session = inspect(
        *(request("r-1"), started("r-1"), *call('{"a":1}'), finished("r-1"), End(Ending.EOF)),
        request("r-2", {"id": "c-1", "role": "assistant", "toolCalls": [held]}),
        *(started("r-2"), *call("x"), finished("r-2"), End(Ending.EOF)),
    )
    assert session.world.tool_calls.by_id["c-1"].held_arguments == '{"a":1}x'


def test_a_repeated_start_is_no_run_of_its_own() -> None:
    session = inspect(started("r-1"), started("r-1"), finished("r-1"), End(Ending.EOF))
    assert [run.ending for run in session.runs] == [RunStatus.SUCCESS]


def plan(message_id: str) -> dict[str, Any]:
    return {"type": "ACTIVITY_SNAPSHOT", "messageId": message_id, "activityType": "PLAN"} | {
        "content": {}
    }


def said(message_id: str) -> list[dict[str, Any]]:
    return [
        {"type": "TEXT_MESSAGE_START", "messageId": message_id, "role": "assistant"},
        {"type": "TEXT_MESSAGE_END", "messageId": message_id},
    ]


def test_activity_messages_stay_where_they_stand_though_they_are_never_sent_back() -> None:
    first = [started("r-1"), plan("p-1"), *said("m-1"), plan("p-2"), *said("m-2"), finished("r-1")]
    back = {"id": "m-2", "role": "assistant", "content": ""}
    session = inspect(request("r-1"), *first, request("r-2", back, {**USER, "id": "u-2"}))
    held = [message["id"] for message in session.messages]
    assert held == ["u-1", "p-1", "p-2", "m-2", "u-2"], "m-1 was not sent back, so it is gone"
