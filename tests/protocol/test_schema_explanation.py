"""What is said about a value that the schema refuses."""

from __future__ import annotations

from typing import Any

import pytest

from wirelab.protocol.schema_explanation import (
    FAULTS_KEPT,
    UNKNOWN_MEMBER,
    UNKNOWN_PROPERTY,
    SchemaFault,
    explain,
)
from wirelab.protocol.versions import NEWEST

START = {"type": "TEXT_MESSAGE_START", "messageId": "m"}
FINISHED = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}


def faults(definition: str, value: Any) -> list[SchemaFault]:
    return explain(NEWEST, definition, value)


def the_fault(definition: str, value: Any) -> SchemaFault:
    (fault,) = faults(definition, value)
    return fault


def message(**members: Any) -> dict[str, Any]:
    return {"type": "MESSAGES_SNAPSHOT", "messages": [{"id": "1", **members}]}


def test_a_number_for_an_id() -> None:
    fault = the_fault("TextMessageStartEvent", START | {"messageId": 20417})
    assert (fault.pointer, fault.found, fault.allowed) == ("/messageId", "20417", "a string")
    assert str(fault) == "/messageId is 20417, it takes a string"
    assert "in quotes" in fault.slip


def test_a_missing_member_is_named_where_it_should_be() -> None:
    fault = the_fault("TextMessageContentEvent", {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m"})
    assert (fault.pointer, fault.keyword) == ("/delta", "required")
    assert str(fault) == "/delta is missing, it takes a string"


def test_each_missing_member_is_a_fault_of_its_own() -> None:
    seen = faults("RunStartedEvent", {"type": "RUN_STARTED"})
    assert [fault.pointer for fault in seen] == ["/threadId", "/runId"]


def test_one_place_is_one_fault() -> None:
    seen = faults(
        "StateDeltaEvent", {"type": "STATE_DELTA", "delta": [{"op": "remove", "path": 5}]}
    )
    assert [fault.pointer for fault in seen] == ["/delta/0/path"]


@pytest.mark.parametrize(
    ("definition", "value", "pointer", "keyword"),
    [
        ("Event", {"type": "NOPE"}, "/type", UNKNOWN_MEMBER),
        ("Event", {"type": 5}, "/type", "type"),
        ("Event", {}, "/type", "required"),
        ("Event", [], "", "type"),
        ("Event", START | {"role": "narrator"}, "/role", "enum"),
        ("RunFinishedEvent", FINISHED | {"outcome": {}}, "/outcome/type", "required"),
        ("RunFinishedEvent", FINISHED | {"outcome": "success"}, "/outcome", "type"),
        ("RunFinishedEvent", FINISHED | {"outcome": None}, "/outcome", "type"),
        (
            "RunFinishedEvent",
            FINISHED | {"outcome": {"type": "x"}},
            "/outcome/type",
            UNKNOWN_MEMBER,
        ),
        (
            "RunFinishedEvent",
            FINISHED | {"outcome": {"type": "interrupt", "interrupts": []}},
            "/outcome/interrupts",
            "minItems",
        ),
        ("MessagesSnapshotEvent", message(role="user"), "/messages/0/content", "required"),
        (
            "MessagesSnapshotEvent",
            message(role="user", content=[{"type": "text", "text": 1}]),
            "/messages/0/content/0/text",
            "type",
        ),
        (
            "MessagesSnapshotEvent",
            message(role="user", content=[{"type": "image", "source": {"type": "url"}}]),
            "/messages/0/content/0/source/value",
            "required",
        ),
        ("TextMessageStartEvent", START | {"foo/bar": 1}, "/foo~1bar", UNKNOWN_PROPERTY),
    ],
)
def test_a_fault_is_reported_where_it_is(
    definition: str, value: Any, pointer: str, keyword: str
) -> None:
    fault = the_fault(definition, value)
    assert (fault.pointer, fault.keyword) == (pointer, keyword)


@pytest.mark.parametrize(
    ("definition", "value", "slip"),
    [
        ("Event", {"type": "RunStarted"}, '"RUN_STARTED" is probably meant'),
        ("Event", {"type": "run_started"}, '"RUN_STARTED" is probably meant'),
        ("TextMessageStartEvent", START | {"role": "Assistant"}, '"assistant" is probably meant'),
        ("TextMessageStartEvent", START | {"role": "model"}, '"assistant" is probably meant'),
        ("TextMessageStartEvent", START | {"role": None}, "leave the member out"),
        ("TextMessageStartEvent", START | {"timestamp": 1700000000.5}, "milliseconds"),
        ("TextMessageStartEvent", START | {"timestamp": "1700000000000"}, "without quotes"),
        ("TextMessageStartEvent", START | {"timestamp": "2026-01-01T00:00:00Z"}, "as text"),
        ("TextMessageStartEvent", START | {"Message_ID": 1}, '"messageId" is probably meant'),
        ("StateDeltaEvent", {"type": "STATE_DELTA", "delta": {"op": "add"}}, "a list of them"),
        ("StateDeltaEvent", {"type": "STATE_DELTA", "delta": "[]"}, "encoded twice"),
        ("CustomEvent", {"type": "CUSTOM", "name": "x"}, "send null"),
        ("JsonPointer", "items/0", 'begins with "/"'),
        ("JsonPointer", "#/items", '"#"'),
        ("JsonPointer", "/~", '"~0"'),
        ("FunctionCall", {"name": "f", "arguments": {"a": 1}}, "JSON text"),
        ("Message", {"id": "1", "role": "human"}, '"user" is probably meant'),
        ("ContentPart", "hello", '"type":"text"'),
        ("ContentPart", {"type": "image_url"}, '"image" is probably meant'),
        ("RunFinishedOutcome", "success", '{"type":"success"}'),
        ("ResumeEntry", {"interruptId": "i", "status": "approved"}, '"resolved" is probably meant'),
        ("TransportCapabilities", {"streaming": "true"}, "without quotes"),
    ],
)
def test_likely_slips(definition: str, value: Any, slip: str) -> None:
    assert slip in the_fault(definition, value).slip


@pytest.mark.parametrize(
    ("definition", "value"),
    [
        ("TextMessageStartEvent", START | {"role": "narrator"}),
        ("TextMessageStartEvent", START | {"messageId": True}),
        ("TextMessageStartEvent", START | {"foo": 1}),
        ("TokenUsage", {"inputTokens": 1.5}),
        ("Event", {"type": "FUTURE_EVENT"}),
        ("Tool", {"name": "f"}),
    ],
)
def test_no_guess_is_better_than_a_wild_one(definition: str, value: Any) -> None:
    assert the_fault(definition, value).slip == ""


@pytest.mark.parametrize(
    ("given", "missing", "instead"),
    [
        ({"type": "TEXT_MESSAGE_END", "message_id": "m"}, "/messageId", "message_id"),
        ({"type": "TEXT_MESSAGE_END", "id": "m"}, "/messageId", "id"),
        ({"type": "STEP_STARTED", "name": "s"}, "/stepName", "name"),
        ({"type": "RUN_ERROR", "error": "e"}, "/message", "error"),
        ({"type": "STATE_SNAPSHOT", "state": {}}, "/snapshot", "state"),
    ],
)
def test_a_missing_member_under_another_name(
    given: dict[str, Any], missing: str, instead: str
) -> None:
    first, second = faults("Event", given)
    assert (first.pointer, first.written_as) == (missing, instead)
    assert (second.pointer, second.keyword) == ("/" + instead, UNKNOWN_PROPERTY)


def test_what_is_found_is_never_long_and_can_always_be_written() -> None:
    deep: Any = 1
    for _ in range(10_000):
        deep = [deep]
    for value in ("x" * 10**6, ["x"] * 10**6, deep, 10**5000, "\ud800", {"\ud800": 1}):
        fault = the_fault("TextMessageRole", value)
        assert len(fault.found) < 60
        str(fault).encode()
    str(the_fault("TextMessageStartEvent", START | {"\ud800" * 500: 1})).encode()


def test_a_fault_at_the_end_of_a_long_list_is_found_at_once() -> None:
    fine = {"id": "1", "role": "user", "content": "x"}
    snapshot = {"type": "MESSAGES_SNAPSHOT", "messages": [fine] * 100_000 + [fine | {"id": 1}]}
    assert the_fault("MessagesSnapshotEvent", snapshot).pointer == "/messages/100000/id"
    ids = {"type": "success", "pendingToolCallIds": ["x"] * 100_000 + [5]}
    assert the_fault("RunFinishedOutcome", ids).pointer == "/pendingToolCallIds/100000"


def test_faults_are_kept_within_bounds() -> None:
    snapshot = {"type": "MESSAGES_SNAPSHOT", "messages": [5] * 100_000}
    assert len(faults("MessagesSnapshotEvent", snapshot)) == FAULTS_KEPT
