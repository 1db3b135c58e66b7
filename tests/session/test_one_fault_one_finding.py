"""One fault is one error, whatever is done to a single event of a clean run.

What is lost, doubled, unreadable or under a wrong id is told where it shows; what follows from it
is not told again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from wirelab import inspect_stream
from wirelab.rules.finding import Finding, Severity

Event = dict[str, Any]

SUBAGENT = {"subagentRunId": "s"}
INPUT = {"threadId": "t", "runId": "r", "messages": [], "protocolVersion": "1.1"}
RUN: list[Event] = [
    {"type": "RUN_STARTED", "threadId": "t", "runId": "r", "protocolVersion": "1.1"},
    {"type": "STEP_STARTED", "stepName": "plan"},
    {"type": "REASONING_START", "messageId": "h"},
    {"type": "REASONING_MESSAGE_START", "messageId": "h-1", "role": "reasoning"},
    {"type": "REASONING_MESSAGE_CONTENT", "messageId": "h-1", "delta": "Look it up."},
    {"type": "REASONING_MESSAGE_END", "messageId": "h-1"},
    {"type": "REASONING_END", "messageId": "h"},
    {"type": "STEP_FINISHED", "stepName": "plan"},
    {"type": "STEP_STARTED", "stepName": "act"},
    {"type": "TEXT_MESSAGE_START", "messageId": "m-1", "role": "assistant"},
    {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-1", "delta": "One "},
    {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-1", "delta": "moment."},
    {"type": "TEXT_MESSAGE_END", "messageId": "m-1"},
    {"type": "TOOL_CALL_START", "toolCallId": "c-1", "toolCallName": "find"},
    {"type": "TOOL_CALL_ARGS", "toolCallId": "c-1", "delta": '{"q":'},
    {"type": "TOOL_CALL_ARGS", "toolCallId": "c-1", "delta": "1}"},
    {"type": "TOOL_CALL_END", "toolCallId": "c-1"},
    {"type": "TOOL_CALL_RESULT", "messageId": "o-1", "toolCallId": "c-1", "content": "1"},
    {"type": "SUBAGENT_STARTED", "name": "writer"} | SUBAGENT,
    {"type": "STEP_STARTED", "stepName": "act"} | SUBAGENT,
    {"type": "TEXT_MESSAGE_START", "messageId": "m-2", "role": "assistant"} | SUBAGENT,
    {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-2", "delta": "Found"} | SUBAGENT,
    {"type": "TEXT_MESSAGE_END", "messageId": "m-2"} | SUBAGENT,
    {"type": "STEP_FINISHED", "stepName": "act"} | SUBAGENT,
    {"type": "SUBAGENT_FINISHED"} | SUBAGENT,
    {"type": "STATE_SNAPSHOT", "snapshot": {"n": 1}},
    {"type": "STATE_DELTA", "delta": [{"op": "replace", "path": "/n", "value": 2}]},
    {"type": "ACTIVITY_SNAPSHOT", "messageId": "p", "activityType": "PLAN", "content": {"n": 1}},
    {
        "type": "ACTIVITY_DELTA",
        "messageId": "p",
        "activityType": "PLAN",
        "patch": [{"op": "replace", "path": "/n", "value": 2}],
    },
    {"type": "TOOL_CALL_START", "toolCallId": "c-2", "toolCallName": "ask"},
    {"type": "TOOL_CALL_END", "toolCallId": "c-2"},
    {"type": "TEXT_MESSAGE_CHUNK", "messageId": "m-3", "delta": "Well?"},
    {"type": "TEXT_MESSAGE_CHUNK", "delta": " Say."},
    {"type": "STEP_FINISHED", "stepName": "act"},
    {
        "type": "RUN_FINISHED",
        "threadId": "t",
        "runId": "r",
        "outcome": {"type": "success", "pendingToolCallIds": ["c-2"]},
    },
]
IDS = ("messageId", "toolCallId", "stepName", "subagentRunId", "runId", "threadId")


def errors(events: list[Event | str], run_input: Event | None) -> list[Finding]:
    texts = [each if isinstance(each, str) else json.dumps(each) for each in events]
    session = inspect_stream(texts, run_input=run_input)
    return [each for each in session.findings if each.severity is Severity.ERROR]


def spoilt(index: int) -> Iterator[tuple[str, list[Event | str]]]:
    """The run with one event done to, in every way: what was done, and the events."""
    before, event, after = RUN[:index], RUN[index], RUN[index + 1 :]
    yield "left out", [*before, *after]
    yield "sent twice", [*before, event, event, *after]
    yield "unreadable", [*before, '{"type": ', *after]
    yield "a JSON string", [*before, json.dumps(json.dumps(event)), *after]
    yield "without a type", [*before, {**event, "type": None}, *after]
    if after:
        yield "after the next", [*before, after[0], event, *after[1:]]
    for member in IDS:
        if member in event:
            yield f"another {member}", [*before, event | {member: "other"}, *after]
            less = {name: value for name, value in event.items() if name != member}
            yield f"no {member}", [*before, less, *after]
            if member != "subagentRunId" or event["type"].startswith("SUBAGENT"):
                yield f"null for {member}", [*before, event | {member: None}, *after]


def test_the_run_is_clean() -> None:
    assert not errors(list(RUN), INPUT)


@pytest.mark.parametrize("run_input", [None, INPUT], ids=["alone", "with its input"])
@pytest.mark.parametrize(
    "index", range(len(RUN)), ids=lambda index: f"{index} {RUN[index]['type']}"
)
def test_whatever_is_done_to_one_event_is_one_error(index: int, run_input: Event | None) -> None:
    for what, events in spoilt(index):
        found = errors(events, run_input)
        told = [f"{each.code} at {each.event}: {each.message}" for each in found]
        assert len(found) <= 1, f"{what}: " + "\n".join(told)


BEGIN, END = RUN[0], {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
UNREADABLE = '{"type": '


def start(message_id: str) -> Event:
    return {"type": "TEXT_MESSAGE_START", "messageId": message_id, "role": "assistant"}


def text(message_id: str) -> Event:
    return {"type": "TEXT_MESSAGE_CONTENT", "messageId": message_id, "delta": "x"}


def stop(message_id: str) -> Event:
    return {"type": "TEXT_MESSAGE_END", "messageId": message_id}


STEP: Event = {"type": "STEP_STARTED", "stepName": "plan"}
TWO_FAULTS: dict[str, tuple[list[Event | str], list[str]]] = {
    "two openers missing, one event unreadable": (
        [BEGIN, UNREADABLE, text("a"), stop("a"), text("b"), stop("b"), END],
        ["WIR007", "MSG002"],
    ),
    "two left open, one end for another": (
        [BEGIN, start("a"), start("b"), stop("c"), END],
        ["MSG002", "RUN003"],
    ),
    "an end for another message, and a step left open": (
        [BEGIN, STEP, start("a"), stop("c"), END],
        ["MSG002", "RUN003"],
    ),
    "text after the end of a message, an unreadable event before": (
        [BEGIN, start("a"), UNREADABLE, stop("a"), text("a"), END],
        ["WIR007", "MSG002"],
    ),
    "an unreadable event in the run before": (
        [BEGIN, UNREADABLE, END, BEGIN | {"runId": "q"}, text("a"), END | {"runId": "q"}],
        ["WIR007", "MSG002"],
    ),
    "text that is no event": ([BEGIN, "[DONE]", text("a"), END], ["WIR007", "MSG002"]),
    "content for what was left open, and more of a new message": (
        [BEGIN, start("a"), END, text("a"), start("b")],
        ["RUN003", "RUN004"],
    ),
}


@pytest.mark.parametrize("name", TWO_FAULTS)
def test_a_second_fault_is_a_second_error(name: str) -> None:
    events, codes = TWO_FAULTS[name]
    assert [each.code for each in errors(events, None)] == codes


def test_a_message_whose_start_cannot_be_read_keeps_its_text() -> None:
    texts = [
        each if isinstance(each, str) else json.dumps(each)
        for each in (BEGIN, UNREADABLE, text("a"), text("a"), stop("a"), END)
    ]
    session = inspect_stream(texts)
    assert [message["content"] for message in session.world.conversation()] == ["xx"]
    assert session.messages == []
    assert session.world_at(3).conversation()[0]["content"] == "xx"
