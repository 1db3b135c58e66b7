from __future__ import annotations

import json
from typing import Any

from tests.views.streams import (
    EOF,
    LOST_CONTENT,
    RUN_FINISHED,
    RUN_STARTED,
    STREAM,
    inspected,
    sent,
)
from wirelab.session.next_input import next_input
from wirelab.wire.traffic import Request

USER = {"id": "u-1", "role": "user", "content": "q"}


def after(*events: dict[str, Any], **members: Any) -> dict[str, Any]:
    given = {"threadId": "t-1", "runId": "r-1", "messages": [USER]} | members
    request = Request("POST", "http://x/", (), json.dumps(given).encode(), 0.0)
    session = inspected(request, STREAM, *map(sent, events), EOF)
    return next_input(session, "more", run_id="r-2", message_id="u-2")


def message(text: str, message_id: str = "m") -> list[dict[str, Any]]:
    return [
        {"type": "TEXT_MESSAGE_START", "messageId": message_id, "role": "assistant"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": message_id, "delta": text},
        {"type": "TEXT_MESSAGE_END", "messageId": message_id},
    ]


def test_the_conversation_goes_on_where_it_stands() -> None:
    delta = {"type": "STATE_DELTA", "delta": [{"op": "add", "path": "/n", "value": 1}]}
    sent_next = after(RUN_STARTED, *message("a"), delta, RUN_FINISHED, state={"k": 0}, tools=[])
    assert sent_next == {
        "threadId": "t-1",
        "runId": "r-2",
        "state": {"k": 0, "n": 1},
        "tools": [],
        "messages": [
            USER,
            {"id": "m", "role": "assistant", "content": "a"},
            {"id": "u-2", "role": "user", "content": "more"},
        ],
    }


def test_what_concerned_one_run_and_activities_stay_behind() -> None:
    activity = {"type": "ACTIVITY_SNAPSHOT", "messageId": "p", "activityType": "P", "content": {}}
    sent_next = after(RUN_STARTED, activity, RUN_FINISHED, resume=[], parentRunId="r-0")
    assert not {"resume", "parentRunId"} & set(sent_next)
    assert [each["role"] for each in sent_next["messages"]] == ["user", "user"]


def test_after_a_rejected_stream_it_is_what_the_client_was_left_with() -> None:
    events = [RUN_STARTED, *message("kept"), LOST_CONTENT, *message("unseen", "n"), RUN_FINISHED]
    texts = [each.get("content") for each in after(*events)["messages"]]
    assert texts == ["q", "kept", "more"]


def test_a_state_of_null_is_left_out_for_no_input_can_carry_it() -> None:
    cleared = {"type": "STATE_SNAPSHOT", "snapshot": None}
    assert "state" not in after(RUN_STARTED, cleared, RUN_FINISHED, state={"k": 0})


def test_answers_and_tool_messages_come_behind_the_conversation() -> None:
    session = inspected(STREAM, sent(RUN_STARTED), sent(RUN_FINISHED), EOF)
    tool = {"id": "x-1", "role": "tool", "toolCallId": "c-1", "content": "42"}
    entry = {"interruptId": "i-1", "status": "resolved"}
    given = next_input(session, run_id="r-2", resume=[entry], messages=[tool])
    assert given["resume"] == [entry]
    assert given["messages"] == [tool]
    both = next_input(session, "and?", run_id="r-2", message_id="u-2", messages=[tool])
    assert [each["id"] for each in both["messages"]] == ["x-1", "u-2"]
    assert "resume" not in both
