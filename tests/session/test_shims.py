"""Retired shapes are read as what took their place, and nothing else is touched."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from wirelab.protocol.schema_gate import gate
from wirelab.protocol.versions import NEWEST
from wirelab.session.event import DepartureKind
from wirelab.session.shims import Shims, shim_run_input


def shimmed(*payloads: dict[str, Any]) -> list[dict[str, Any]]:
    shims = Shims()
    return [shims.apply(payload)[0] for payload in payloads]


def stated(payload: dict[str, Any]) -> list[tuple[str, str, str]]:
    _, departures = Shims().apply(payload)
    return [(each.kind, each.pointer, each.subject) for each in departures]


def binary(**members: Any) -> dict[str, Any]:
    return {"type": "binary", **members}


def snapshot(*parts: Any) -> dict[str, Any]:
    return {
        "type": "MESSAGES_SNAPSHOT",
        "messages": [{"id": "u", "role": "user", "content": [*parts]}],
    }


def test_thinking_becomes_reasoning_with_an_id_for_each_span_and_message() -> None:
    events = shimmed(
        {"type": "THINKING_START", "title": "Plan", "timestamp": 1},
        {"type": "THINKING_TEXT_MESSAGE_START"},
        {"type": "THINKING_TEXT_MESSAGE_CONTENT", "delta": "a"},
        {"type": "THINKING_TEXT_MESSAGE_END"},
        {"type": "THINKING_TEXT_MESSAGE_START"},
        {"type": "THINKING_TEXT_MESSAGE_CONTENT", "delta": "b"},
        {"type": "THINKING_TEXT_MESSAGE_END"},
        {"type": "THINKING_END"},
    )
    span, first, second = (events[index]["messageId"] for index in (0, 1, 4))
    assert len({span, first, second}) == 3
    assert events == [
        {"type": "REASONING_START", "messageId": span, "timestamp": 1},
        {"type": "REASONING_MESSAGE_START", "messageId": first, "role": "reasoning"},
        {"type": "REASONING_MESSAGE_CONTENT", "messageId": first, "delta": "a"},
        {"type": "REASONING_MESSAGE_END", "messageId": first},
        {"type": "REASONING_MESSAGE_START", "messageId": second, "role": "reasoning"},
        {"type": "REASONING_MESSAGE_CONTENT", "messageId": second, "delta": "b"},
        {"type": "REASONING_MESSAGE_END", "messageId": second},
        {"type": "REASONING_END", "messageId": span},
    ]
    assert all(gate(NEWEST).event_checks[event["type"]](event) for event in events)


def test_what_thinking_never_opened_keeps_one_id_until_its_end() -> None:
    first, second, end, after = shimmed(
        {"type": "THINKING_TEXT_MESSAGE_CONTENT", "delta": "a"},
        {"type": "THINKING_TEXT_MESSAGE_CONTENT", "delta": "b"},
        {"type": "THINKING_TEXT_MESSAGE_END"},
        {"type": "THINKING_TEXT_MESSAGE_CONTENT", "delta": "c"},
    )
    assert first["messageId"] == second["messageId"] == end["messageId"] != after["messageId"]


def test_an_id_that_a_retired_event_does_carry_is_kept() -> None:
    start, content = shimmed(
        {"type": "THINKING_TEXT_MESSAGE_START", "messageId": "own"},
        {"type": "THINKING_TEXT_MESSAGE_CONTENT", "delta": "a"},
    )
    assert start["messageId"] == content["messageId"] == "own"


def test_ids_made_for_different_exchanges_differ() -> None:
    start = {"type": "THINKING_START"}
    ids = {Shims(exchange).apply(start)[0]["messageId"] for exchange in range(3)}
    assert len(ids) == 3


def test_a_retired_type_is_stated_with_what_was_lost() -> None:
    _, (departure,) = Shims().apply({"type": "THINKING_START", "title": "Plan"})
    assert (departure.kind, departure.subject) == (DepartureKind.RETIRED_TYPE, "THINKING_START")
    assert departure.detail == {"now": "REASONING_START", "lost": "title"}


@pytest.mark.parametrize(
    ("mime", "kind"),
    [
        ("image/png", "image"),
        ("IMAGE/PNG", "image"),
        ("audio/wav", "audio"),
        ("video/mp4", "video"),
        ("application/pdf", "document"),
        ("text/plain", "document"),
        ("x", "document"),
    ],
)
def test_a_binary_part_becomes_the_part_for_its_mime_type(mime: str, kind: str) -> None:
    event, _ = Shims().apply(snapshot(binary(mimeType=mime, data="AA==")))
    (part,) = event["messages"][0]["content"]
    source = {"type": "data", "value": "AA==", "mimeType": mime}
    assert part == {"type": kind, "source": source}
    assert gate(NEWEST).accepts("MessagesSnapshotEvent", event)


def test_a_url_and_a_file_name_find_their_places() -> None:
    event, _ = Shims().apply(
        snapshot(binary(mimeType="image/png", url="https://x/y", filename="y.png"))
    )
    assert event["messages"][0]["content"][0] == {
        "type": "image",
        "source": {"type": "url", "value": "https://x/y", "mimeType": "image/png"},
        "metadata": {"filename": "y.png"},
    }


@pytest.mark.parametrize("place", ["snapshot", "result", "input of RUN_STARTED"])
def test_parts_are_translated_wherever_they_stand_in_an_event(place: str) -> None:
    part = binary(mimeType="image/png", data="AA==")
    events = {
        "snapshot": (snapshot("x", part), "/messages/0/content/1"),
        "result": (
            {"type": "TOOL_CALL_RESULT", "messageId": "m", "toolCallId": "c", "content": [part]},
            "/content/0",
        ),
        "input of RUN_STARTED": (
            {"type": "RUN_STARTED", "input": {"messages": snapshot(part)["messages"]}},
            "/input/messages/0/content/0",
        ),
    }
    event, pointer = events[place]
    assert stated(event) == [(DepartureKind.BINARY_PART, pointer, "image/png")]


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"mimeType": "image/png", "id": "file-1"}, "it has no data or url"),
        ({"mimeType": "image/png", "data": ""}, "it has no data or url"),
        ({"data": "AA=="}, "it has no mimeType"),
        ({"data": "AA==", "mimeType": 5}, "it has no mimeType"),
        ({}, "it has no data or url"),
    ],
)
def test_a_part_that_cannot_be_translated_is_stated(members: Any, reason: str) -> None:
    event = snapshot(binary(**members))
    assert stated(event) == [(DepartureKind.BINARY_PART_DROPPED, "/messages/0/content/0", reason)]


@pytest.mark.parametrize(
    ("payload", "pointer"),
    [
        ({"type": "TOOL_CALL_START", "parentMessageId": None}, "/parentMessageId"),
        ({"type": "TOOL_CALL_CHUNK", "parentMessageId": None}, "/parentMessageId"),
        ({"type": "RUN_FINISHED", "outcome": None}, "/outcome"),
        ({"type": "RUN_FINISHED", "result": None}, "/result"),
        ({"type": "SUBAGENT_FINISHED", "result": None}, "/result"),
        ({"type": "TEXT_MESSAGE_END", "rawEvent": None}, "/rawEvent"),
        ({"type": "THINKING_END", "messageId": "s", "rawEvent": None}, "/rawEvent"),
    ],
)
def test_a_tolerated_null_is_read_as_absent(payload: dict[str, Any], pointer: str) -> None:
    event, departures = Shims().apply(payload)
    assert pointer[1:] not in event
    assert departures[0].kind == DepartureKind.TOLERATED_NULL
    assert (departures[0].pointer, departures[0].subject) == (pointer, pointer[1:])


def test_the_metadata_of_a_media_part_may_be_null_in_an_event() -> None:
    image = {"type": "image", "source": {"type": "url", "value": "u"}, "metadata": None}
    event, departures = Shims().apply(snapshot(image))
    assert "metadata" not in event["messages"][0]["content"][0]
    assert [each.pointer for each in departures] == ["/messages/0/content/0/metadata"]


@pytest.mark.parametrize(
    "payload",
    [
        {"type": "TOOL_CALL_START", "toolCallName": None},
        {"type": "TOOL_CALL_END", "parentMessageId": None},
        {"type": "RUN_FINISHED", "usage": None, "metadata": None},
        {"type": "SUBAGENT_FINISHED", "outcome": None},
        {"type": "STATE_SNAPSHOT", "snapshot": None},
        snapshot({"type": "text", "text": "x", "metadata": None}),
        snapshot({"type": "hologram"}, 5, None),
        {"type": "MESSAGES_SNAPSHOT", "messages": "no list"},
        {"type": "MESSAGES_SNAPSHOT", "messages": [None, 5, {"content": "text"}]},
        {"type": "RUN_STARTED", "input": None},
        {"type": ["THINKING_START"]},
        {"type": None},
        {},
    ],
)
def test_everything_else_stays_as_it_is(payload: dict[str, Any]) -> None:
    shims = Shims()
    event, departures = shims.apply(payload)
    assert event is payload
    assert departures == []


def test_the_payload_given_is_never_modified() -> None:
    untranslated = {"type": "text", "text": "x"}
    payload = snapshot(untranslated, binary(mimeType="image/png", data="AA==")) | {"rawEvent": None}
    before = copy.deepcopy(payload)
    event, _ = Shims().apply(payload)
    assert payload == before
    assert event["messages"][0]["content"][0] is untranslated


def test_a_run_input_has_its_parts_translated_and_keeps_its_nulls() -> None:
    image = {"type": "image", "source": {"type": "url", "value": "u"}, "metadata": None}
    messages = snapshot(binary(mimeType="audio/wav", data="AA=="), image)["messages"]
    payload, departures = shim_run_input({"state": None, "messages": messages})
    kinds = [part["type"] for part in payload["messages"][0]["content"]]
    assert kinds == ["audio", "image"]
    assert payload["state"] is None
    assert payload["messages"][0]["content"][1]["metadata"] is None
    assert [each.kind for each in departures] == [DepartureKind.BINARY_PART]


def test_departures_are_kept_within_bounds() -> None:
    event = snapshot(*[binary()] * 10_000)
    assert len(stated(event)) == 100
