"""Unknown is dropped or stripped, malformed fails: the table of basic/processing, line by line."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings

from tests.protocol.schema_documents import Documents
from wirelab.protocol.schema_gate import gate
from wirelab.protocol.versions import NEWEST, schema
from wirelab.session.enforcement import Enforced, enforce, enforce_run_input
from wirelab.session.event import Departure, DepartureKind
from wirelab.session.shims import Shims

START = {"type": "TEXT_MESSAGE_START", "messageId": "m"}
FINISHED = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
INPUT: dict[str, Any] = {"threadId": "t", "runId": "r", "messages": []}
DOCUMENTS = Documents(schema(NEWEST))


def enforced(payload: dict[str, Any], version: str = NEWEST) -> Enforced:
    return enforce(payload, version)


def the_departure(result: Enforced) -> Departure:
    (departure,) = result.departures
    return departure


def kinds(result: Enforced) -> list[tuple[str, str]]:
    return [(each.kind, each.pointer) for each in result.departures]


@pytest.mark.parametrize(
    ("type_", "meant"), [("FUTURE_EVENT", ""), ("RunStarted", "RUN_STARTED"), ("", "")]
)
def test_an_unknown_type_is_dropped(type_: str, meant: str) -> None:
    result = enforced({"type": type_, "x": 1})
    departure = the_departure(result)
    assert (result.payload, result.salvage) == (None, None)
    assert (departure.kind, departure.pointer) == (DepartureKind.UNKNOWN_TYPE, "/type")
    assert (departure.subject, departure.detail) == (type_, {"meant": meant})


@pytest.mark.parametrize(
    ("payload", "pointer", "subject", "meant"),
    [
        ({}, "", 'there is no "type"', ""),
        ({"eventType": "RAW"}, "", 'there is no "type"', "eventType"),
        ({"type": 5}, "/type", '"type" is 5, it takes a string', ""),
        ({"type": None}, "/type", '"type" is null, it takes a string', ""),
        ({"type": ["RAW"]}, "/type", '"type" is a list of 1 item, it takes a string', ""),
    ],
)
def test_an_event_without_a_type(payload: Any, pointer: str, subject: str, meant: str) -> None:
    result = enforced(payload)
    departure = the_departure(result)
    assert (result.payload, result.salvage) == (None, None)
    assert departure == Departure(DepartureKind.MISSING_TYPE, pointer, subject, {"meant": meant})


def test_an_unknown_property_is_stripped_at_any_depth() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "", "x": 1}}
    message = {"id": "a", "role": "assistant", "toolCalls": [call], "tool_calls": []}
    result = enforced({"type": "MESSAGES_SNAPSHOT", "messages": [message], "foo/": 1})
    assert kinds(result) == [
        (DepartureKind.UNKNOWN_PROPERTY, "/messages/0/toolCalls/0/function/x"),
        (DepartureKind.UNKNOWN_PROPERTY, "/messages/0/tool_calls"),
        (DepartureKind.UNKNOWN_PROPERTY, "/foo~1"),
    ]
    assert result.payload is not None
    assert gate(NEWEST).accepts("MessagesSnapshotEvent", result.payload)
    assert result.departures[1].detail == {"meant": "toolCalls"}


@pytest.mark.parametrize(
    ("payload", "pointer"),
    [
        (FINISHED | {"outcome": {"type": "success", "interrupts": []}}, "/outcome/interrupts"),
        (
            {
                "type": "SUBAGENT_FINISHED",
                "subagentRunId": "s",
                "outcome": {"type": "success", "interruptIds": ["i"]},
            },
            "/outcome/interruptIds",
        ),
    ],
)
def test_interrupts_on_a_success_are_stripped(payload: dict[str, Any], pointer: str) -> None:
    result = enforced(payload)
    assert kinds(result) == [(DepartureKind.UNKNOWN_PROPERTY, pointer)]
    assert result.payload is not None
    assert result.payload["outcome"] == {"type": "success"}


def test_1_0_does_not_know_the_encrypted_value_type() -> None:
    event = {"type": "REASONING_ENCRYPTED_VALUE", "subtype": "message", "entityId": "m"}
    event |= {"encryptedValue": "x", "encryptedValueType": "t"}
    result = enforced(event, "1.0")
    assert kinds(result) == [(DepartureKind.UNKNOWN_PROPERTY, "/encryptedValueType")]


@pytest.mark.parametrize(
    ("payload", "left", "action", "pointer", "removed"),
    [
        (
            FINISHED | {"outcome": {"type": "paused"}},
            FINISHED,
            "field stripped",
            "/outcome",
            "/outcome",
        ),
        (
            {"type": "STATE_DELTA", "delta": [{"op": "frob"}, {"op": "remove", "path": "/a"}]},
            {"type": "STATE_DELTA", "delta": [{"op": "remove", "path": "/a"}]},
            "element dropped",
            "/delta/0",
            "/delta/0",
        ),
        (
            {"type": "MESSAGES_SNAPSHOT", "messages": [{"id": 5, "role": "narrator"}]},
            {"type": "MESSAGES_SNAPSHOT", "messages": []},
            "element dropped",
            "/messages/0",
            "/messages/0",
        ),
        (
            {
                "type": "TOOL_CALL_RESULT",
                "messageId": "m",
                "toolCallId": "c",
                "content": [{"type": "image", "id": 5, "source": {"type": "ftp"}}],
            },
            {"type": "TOOL_CALL_RESULT", "messageId": "m", "toolCallId": "c", "content": []},
            "value removed",
            "/content/0/source",
            "/content/0",
        ),
        (
            {
                "type": "REASONING_ENCRYPTED_VALUE",
                "subtype": "span",
                "entityId": "m",
                "encryptedValue": "x",
            },
            None,
            "event dropped",
            "/subtype",
            "",
        ),
    ],
)
def test_an_unknown_union_member(
    payload: dict[str, Any], left: Any, action: str, pointer: str, removed: str
) -> None:
    result = enforced(payload)
    departure = the_departure(result)
    assert (result.payload, result.salvage) == (left, None)
    assert (departure.kind, departure.pointer) == (DepartureKind.UNKNOWN_MEMBER, pointer)
    assert (departure.detail["action"], departure.detail["removed"]) == (action, removed)


@pytest.mark.parametrize(
    ("payload", "pointer", "salvage"),
    [
        ({"type": "TEXT_MESSAGE_END", "messageId": 5}, "/messageId", {"type": "TEXT_MESSAGE_END"}),
        (START | {"role": "narrator"}, "/role", START),
        (START | {"name": None}, "/name", START),
        (START | {"timestamp": 1.5}, "/timestamp", START),
        ({"type": "RUN_ERROR"}, "/message", {"type": "RUN_ERROR"}),
        (FINISHED | {"outcome": {}}, "/outcome/type", FINISHED),
        (FINISHED | {"outcome": {"type": "interrupt"}}, "/outcome/interrupts", FINISHED),
        (
            {"type": "STATE_DELTA", "delta": [{"path": "/a"}], "timestamp": 1},
            "/delta/0/op",
            {"type": "STATE_DELTA", "timestamp": 1},
        ),
        ({"type": "STATE_DELTA", "delta": {}}, "/delta", {"type": "STATE_DELTA"}),
        ({"type": "TEXT_MESSAGE_CHUNK", "role": "x"}, "/role", {"type": "TEXT_MESSAGE_CHUNK"}),
        (
            {"type": "REASONING_MESSAGE_START", "messageId": "m", "role": "assistant"},
            "/role",
            {"type": "REASONING_MESSAGE_START", "messageId": "m"},
        ),
    ],
)
def test_a_malformed_known_value_fails_the_event(
    payload: dict[str, Any], pointer: str, salvage: dict[str, Any]
) -> None:
    result = enforced(payload)
    departure = the_departure(result)
    assert result.payload is None
    assert result.salvage == salvage
    assert (departure.kind, departure.pointer) == (DepartureKind.MALFORMED, pointer)
    assert departure.subject.startswith(f"{pointer} is ")


def test_what_a_malformed_departure_says() -> None:
    departure = the_departure(enforced(START | {"role": "Assistant"}))
    assert departure.detail == {
        "found": '"Assistant"',
        "allowed": 'one of "developer", "system", "assistant", "user"',
        "keyword": "enum",
        "slip": '"assistant" is probably meant',
    }


def test_a_missing_member_under_another_name_is_one_fault() -> None:
    result = enforced({"type": "TEXT_MESSAGE_START", "message_id": "m", "foo": 1})
    assert kinds(result) == [
        (DepartureKind.UNKNOWN_PROPERTY, "/foo"),
        (DepartureKind.MALFORMED, "/messageId"),
    ]
    assert "message_id" in result.departures[1].detail["slip"]
    assert result.salvage == {"type": "TEXT_MESSAGE_START"}


def test_pointers_are_into_the_event_as_it_was_given() -> None:
    parts = [{"type": "hologram"}, {"type": "text", "text": 5}]
    event = {
        "type": "MESSAGES_SNAPSHOT",
        "messages": [{"id": "u", "role": "user", "content": parts}],
    }
    assert kinds(enforced(event)) == [
        (DepartureKind.UNKNOWN_MEMBER, "/messages/0/content/0"),
        (DepartureKind.MALFORMED, "/messages/0/content/1/text"),
    ]


def test_a_malformed_field_inside_something_that_goes_anyway_is_no_fault() -> None:
    parts = [{"type": "image", "id": 5, "source": {"type": "ftp"}}]
    event = {"type": "TOOL_CALL_RESULT", "messageId": 5, "toolCallId": "c", "content": parts}
    result = enforced(event)
    assert kinds(result) == [
        (DepartureKind.UNKNOWN_MEMBER, "/content/0/source"),
        (DepartureKind.MALFORMED, "/messageId"),
    ]
    assert result.salvage == {"type": "TOOL_CALL_RESULT", "toolCallId": "c", "content": []}


def test_a_part_that_shims_could_not_translate_goes_without_a_second_word() -> None:
    parts = [{"type": "binary", "mimeType": "image/png", "id": "f"}, {"type": "text", "text": "x"}]
    event = {"type": "TOOL_CALL_RESULT", "messageId": "m", "toolCallId": "c", "content": parts}
    shimmed, stated = Shims().apply(event)
    result = enforced(shimmed)
    assert [each.kind for each in stated] == [DepartureKind.BINARY_PART_DROPPED]
    assert result.departures == []
    assert result.payload == event | {"content": parts[1:]}


def test_binary_in_another_union_is_unknown_like_anything_else() -> None:
    result = enforced(FINISHED | {"outcome": {"type": "binary"}})
    assert kinds(result) == [(DepartureKind.UNKNOWN_MEMBER, "/outcome")]


def test_open_objects_and_any_json_are_left_alone() -> None:
    payload = {
        "type": "ACTIVITY_SNAPSHOT",
        "messageId": "m",
        "activityType": "t",
        "content": {"type": "hologram", "x": None},
        "metadata": {"role": "narrator", "y": [None]},
        "foo": 1,
    }
    result = enforced(payload)
    assert result.payload == {name: value for name, value in payload.items() if name != "foo"}


def test_a_run_input_is_treated_alike() -> None:
    unknown = {"id": "x", "role": "narrator"}
    result = enforce_run_input(INPUT | {"messages": [unknown], "foo": 1}, NEWEST)
    assert result.payload == INPUT
    assert kinds(result) == [
        (DepartureKind.UNKNOWN_MEMBER, "/messages/0"),
        (DepartureKind.UNKNOWN_PROPERTY, "/foo"),
    ]
    result = enforce_run_input(INPUT | {"state": None}, NEWEST)
    assert (result.payload, result.salvage) == (None, INPUT)
    assert kinds(result) == [(DepartureKind.MALFORMED, "/state")]


def test_departures_are_kept_within_bounds() -> None:
    strange = {f"x{number}": 1 for number in range(10_000)}
    assert len(enforced(START | strange).departures) == 100
    broken = {"type": "MESSAGES_SNAPSHOT", "messages": [5] * 10_000} | strange
    assert len(enforced(broken).departures) == 120


@settings(max_examples=100, deadline=None, database=None)
@given(DOCUMENTS.near("Event"))
def test_every_event_the_gate_refuses_is_mended_dropped_or_failed(document: Any) -> None:
    if not isinstance(document, dict):
        return
    type_ = document.get("type")
    check = gate(NEWEST).event_checks[type_] if isinstance(type_, str) else None
    if check is not None and check(document):
        return
    before = copy.deepcopy(document)
    result = enforced(document)
    assert document == before
    assert result.departures or "binary" in repr(document)
    failed = any(each.kind == DepartureKind.MALFORMED for each in result.departures)
    if result.payload is not None:
        assert check is not None
        assert check(result.payload)
        assert not failed
    else:
        assert failed == (result.salvage is not None)
