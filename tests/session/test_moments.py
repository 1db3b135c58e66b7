"""Any moment is the world of then, and stays it: what moments share is never changed by one."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given

from tests.session.any_traffic import TRAFFIC
from tests.session.test_engine_properties import arrivals_of, inspected_until, seldom
from wirelab.projections.world import World
from wirelab.session import session as session_module
from wirelab.session.inspection import Inspection
from wirelab.wire.sse_encoder import encode_event
from wirelab.wire.traffic import End, Ending, Read, Request, Traffic

_FOLDED = ("runs", "messages", "tool_calls", "reasoning", "state", "steps", "subagents")
"""What events make of a world; what frames do, such as counts of comments, no moment shows."""
_PRIVATE = {"lease", "owned", "owns_metadata", "_joined", "_joined_until"}
"""What items keep for their own use: it says nothing of what is known."""


@pytest.fixture(autouse=True)
def many_checkpoints() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session_module, "_FIRST_SPACING", 2)
        patch.setattr(session_module, "_EVENTS_FOR_ITEM", 0)
        patch.setattr(session_module, "_MOST_CHECKPOINTS", 5)
        patch.setattr(session_module, "_NEARBY", 3)
        yield


def everything(thing: Any) -> Any:
    """All that events made of a world, as plain values."""
    if isinstance(thing, World):
        order = list(thing.tool_calls.by_id)
        return {name: everything(getattr(thing, name)) for name in _FOLDED} | {"calls": order}
    if is_dataclass(thing):
        names = [each.name for each in fields(thing) if each.name not in _PRIVATE]
        return {name: everything(getattr(thing, name)) for name in names}
    if isinstance(thing, dict):
        return {key: everything(value) for key, value in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [everything(each) for each in thing]
    return copy.deepcopy(thing)


CALL, TEXT = {"toolCallId": "c-1"}, {"messageId": "m-1"}
ACTIVITY = {"messageId": "a-1", "activityType": "plan"}
CHANGING_WHAT_IS_CLOSED: list[dict[str, Any]] = [
    {"type": "RUN_STARTED", "threadId": "t", "runId": "r-1"},
    {"type": "TEXT_MESSAGE_START", "role": "assistant"} | TEXT,
    {"type": "TEXT_MESSAGE_CONTENT", "delta": "one"} | TEXT,
    {"type": "TEXT_MESSAGE_END"} | TEXT,
    {"type": "TOOL_CALL_START", "toolCallName": "f", "parentMessageId": "m-1"} | CALL,
    {"type": "TOOL_CALL_ARGS", "delta": "{}"} | CALL,
    {"type": "TOOL_CALL_END"} | CALL,
    {"type": "ACTIVITY_SNAPSHOT", "content": {"rows": []}} | ACTIVITY,
    {"type": "TOOL_CALL_RESULT", "messageId": "m-2", "content": "first"} | CALL,
    {"type": "TOOL_CALL_RESULT", "messageId": "m-2", "content": "second"} | CALL,
    {"type": "ACTIVITY_DELTA", "patch": [{"op": "add", "path": "/rows/-", "value": 1}]} | ACTIVITY,
    {"type": "ACTIVITY_DELTA", "patch": [{"op": "add", "path": "/rows/-", "value": 2}]} | ACTIVITY,
    {"type": "ACTIVITY_SNAPSHOT", "content": {"rows": [3]}} | ACTIVITY,
    {"type": "TOOL_CALL_START", "toolCallName": "f"} | CALL,
    {"type": "TOOL_CALL_ARGS", "delta": "[]"} | CALL,
    {"type": "TOOL_CALL_END", "metadata": {"k": 1}} | CALL,
    {"type": "TOOL_CALL_START", "toolCallId": "c-2", "toolCallName": "g", "parentMessageId": "m-1"},
    {"type": "TOOL_CALL_END", "toolCallId": "c-2"},
    {"type": "TEXT_MESSAGE_START", "role": "assistant"} | TEXT,
    {"type": "TEXT_MESSAGE_CONTENT", "delta": " two"} | TEXT,
    {"type": "TEXT_MESSAGE_END", "metadata": {"k": 2}} | TEXT,
    *(
        {
            "type": "REASONING_ENCRYPTED_VALUE",
            "subtype": kind,
            "entityId": id,
            "encryptedValue": "x",
        }
        for kind, id in (("message", "m-1"), ("tool-call", "c-1"))
    ),
    {
        "type": "MESSAGES_SNAPSHOT",
        "messages": [
            {"id": "m-0", "role": "user", "content": "new, and first"},
            {
                "id": "m-1",
                "role": "assistant",
                "content": "one two three",
                "toolCalls": [
                    {"id": "c-1", "type": "function", "function": {"name": "f", "arguments": "0"}}
                ],
            },
            {"id": "m-2", "role": "tool", "content": "third", "toolCallId": "c-1"},
            {"id": "m-3", "role": "tool", "content": "of c-2", "toolCallId": "c-2"},
        ],
    },
    {"type": "RUN_STARTED", "threadId": "t", "runId": "r-2"},
    {"type": "RUN_ERROR", "message": "no"},
    {"type": "STATE_DELTA", "delta": []},
    {"type": "RUN_STARTED", "threadId": "t", "runId": "r-1"},
    {"type": "RUN_FINISHED", "threadId": "t", "runId": "r-1"},
]
"""Every way there is to change an item that is closed."""


def one_after_the_other() -> list[Traffic]:
    given_back = {"id": "u-1", "role": "user", "content": "and now?"}
    body = {"threadId": "t", "runId": "r-3", "messages": [given_back]}
    traffic: list[Traffic] = [Read(encode_event(each)) for each in CHANGING_WHAT_IS_CLOSED]
    return [
        *traffic,
        End(Ending.EOF),
        Request("POST", "/", (), json.dumps(body).encode()),
        *(Read(encode_event(each)) for each in CHANGING_WHAT_IS_CLOSED),
    ]


def check_that_a_moment_stays(traffic: list[Traffic]) -> None:
    inspection = Inspection()
    session = inspection.session
    taken: list[tuple[World, Any]] = []
    for arrival in arrivals_of(traffic):
        inspection.take(arrival)
        for seq in {session.event_count - 2, len(taken) % max(session.event_count - 1, 1)}:
            if 0 <= seq < session.event_count - 1:
                world = session.world_at(seq)
                taken.append((world, everything(world)))
    inspection.finish()
    for world, was in taken:
        assert everything(world) == was


def check_that_moments_are_apart(traffic: list[Traffic]) -> None:
    arrivals = arrivals_of(traffic)
    inspection = Inspection()
    for arrival in arrivals:
        inspection.take(arrival)
    session = inspection.finish()
    last = everything(session.world)
    for seq in range(session.event_count - 1):
        twin = session.world_at(seq)
        for event in session.events.between(seq + 1, None):
            for effect in event.effects:
                twin.fold(effect)
        twin.conversation()
    assert everything(session.world) == last
    for seq in range(session.event_count - 1):
        fresh = inspected_until(arrivals, session, seq)
        assert everything(session.world_at(seq)) == everything(fresh.world), seq


@seldom
@given(TRAFFIC)
def test_a_moment_stays_what_it_was_while_the_session_goes_on(traffic: list[Traffic]) -> None:
    check_that_a_moment_stays(traffic)


@seldom
@given(TRAFFIC)
def test_going_on_from_a_moment_changes_no_other(traffic: list[Traffic]) -> None:
    check_that_moments_are_apart(traffic)


@pytest.mark.parametrize("check", [check_that_a_moment_stays, check_that_moments_are_apart])
def test_what_is_closed_changes_for_one_alone(
    check: Callable[[list[Traffic]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "_FIRST_SPACING", 1)
    monkeypatch.setattr(session_module, "_MOST_CHECKPOINTS", 1000)
    check(one_after_the_other())
