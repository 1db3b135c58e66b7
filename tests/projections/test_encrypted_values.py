"""Where an encrypted value is kept, and where it is not."""

from __future__ import annotations

from typing import Any

from wirelab.projections.world import World
from wirelab.session.event import Event


def folded(*payloads: dict[str, Any]) -> World:
    world = World()
    started = {"type": "RUN_STARTED", "threadId": "t-1", "runId": "r-1"}
    for seq, payload in enumerate((started, *payloads)):
        world.fold(Event(seq, payload["type"], payload, seq, None))
    return world


def value_for(entity: str, subtype: str = "message", **more: str) -> dict[str, Any]:
    return {
        "type": "REASONING_ENCRYPTED_VALUE",
        "subtype": subtype,
        "entityId": entity,
        "encryptedValue": "secret",
        **more,
    }


def test_it_goes_to_the_message_it_names() -> None:
    start = {"type": "REASONING_MESSAGE_START", "messageId": "g-1", "role": "reasoning"}
    (message,) = folded(start, value_for("g-1", encryptedValueType="a.b")).conversation()
    assert message["encryptedValue"] == "secret"
    assert message["encryptedValueType"] == "a.b"


def test_a_new_value_takes_the_old_ones_type_away() -> None:
    start = {"type": "TEXT_MESSAGE_START", "messageId": "m-1"}
    world = folded(start, value_for("m-1", encryptedValueType="a.b"), value_for("m-1"))
    (message,) = world.conversation()
    assert "encryptedValueType" not in message


def test_an_activity_message_holds_none() -> None:
    activity = {
        "type": "ACTIVITY_SNAPSHOT",
        "messageId": "k-1",
        "activityType": "search",
        "content": {},
    }
    (message,) = folded(activity, value_for("k-1")).conversation()
    assert "encryptedValue" not in message


def test_a_call_is_no_message() -> None:
    start = {"type": "TOOL_CALL_START", "toolCallId": "c-1", "toolCallName": "find"}
    world = folded(start, value_for("c-1", "tool-call"))
    assert world.tool_calls.by_id["c-1"].encrypted_value == "secret"
    assert world.messages.find("c-1").encrypted_value is None
