"""How a call stands, in the words a person is told; and which was touched last."""

from __future__ import annotations

import json
from typing import Any

from tests.views.streams import REQUEST, RUN_FINISHED, RUN_STARTED, STREAM, inspected, sent
from wirelab.session.session import Session
from wirelab.views.call_standing import call_standing, last_touched
from wirelab.wire.traffic import Request

START = {"type": "TOOL_CALL_START", "toolCallId": "c-1", "toolCallName": "get"}
ARGS = {"type": "TOOL_CALL_ARGS", "toolCallId": "c-1", "delta": "{}"}
END = {"type": "TOOL_CALL_END", "toolCallId": "c-1"}
RESULT = {"type": "TOOL_CALL_RESULT", "messageId": "m", "toolCallId": "c-1", "content": "ok"}


def session(*events: dict[str, Any], request: Request = REQUEST) -> Session:
    return inspected(request, STREAM, *map(sent, events), finish=False)


def words(*events: dict[str, Any], request: Request = REQUEST) -> str:
    world = session(RUN_STARTED, *events, request=request).world
    return call_standing(world.tool_calls.by_id["c-1"], world).words


def asking(**members: Any) -> Request:
    given = {"threadId": "t-1", "runId": "r-1", "messages": []} | members
    return Request("POST", "http://agent.test/run", (), json.dumps(given).encode(), 0.0)


def test_the_stages_of_a_call() -> None:
    assert words(START, ARGS) == "arguments arriving"
    assert words(START, ARGS, END) == "no result yet"
    assert words(START, ARGS, END, RESULT) == "answered"


def test_a_call_that_its_run_left_behind() -> None:
    assert words(START, ARGS, RUN_FINISHED) == "cut off"
    assert words(START, ARGS, END, RUN_FINISHED) == "no result"


def test_a_tool_of_the_application_waits_for_it() -> None:
    tools = [{"name": "get", "description": "", "parameters": {}}]
    request = asking(tools=tools)
    assert words(START, ARGS, END, RUN_FINISHED, request=request) == "waits for the application"


def test_a_call_an_interrupt_is_about_waits_for_an_answer() -> None:
    outcome = {"type": "interrupt", "interrupts": [{"id": "i", "reason": "r", "toolCallId": "c-1"}]}
    finished = RUN_FINISHED | {"outcome": outcome}
    assert words(START, ARGS, END, finished) == "waits for an answer"
    outcome["interrupts"] = [{"id": "c-1", "reason": "r"}]
    assert words(START, ARGS, END, finished) == "waits for an answer"


def test_an_answer_may_be_an_error() -> None:
    held = [
        {"id": "a", "role": "assistant", "toolCalls": [
            {"id": "c-1", "type": "function", "function": {"name": "get", "arguments": "{}"}}
        ]},
        {"id": "m", "role": "tool", "toolCallId": "c-1", "content": "", "error": "no network"},
    ]  # fmt: skip
    assert words(request=asking(messages=held)) == "answered with an error"


def test_the_call_touched_last_up_to_an_event() -> None:
    other = START | {"toolCallId": "c-2"}
    known = session(RUN_STARTED, START, other, ARGS, {"type": "CUSTOM", "name": "x", "value": 1})
    touched = [last_touched(known.world, known.events, event) for event in (4, 3, 2, 1)]
    assert [call.id if call else None for call in touched] == ["c-1", "c-1", "c-2", "c-1"]


def test_looking_for_it_ends() -> None:
    noise = [{"type": "CUSTOM", "name": "a.b", "value": 1}] * 3000
    known = session(RUN_STARTED, START, START | {"toolCallId": "c-2"}, ARGS, *noise)
    call = last_touched(known.world, known.events, known.event_count - 1)
    assert call is not None
    assert call.id == "c-2"
    nothing = session(RUN_STARTED)
    assert last_touched(nothing.world, nothing.events, 0) is None
