"""What goes with something unknown, and what stays."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.protocol.schema_documents import Documents
from wirelab.protocol.schema_explanation import UNKNOWN_MEMBER, UNKNOWN_PROPERTY, faults
from wirelab.protocol.schema_gate import gate
from wirelab.protocol.unknown_material import Stripped
from wirelab.protocol.versions import NEWEST, schema

DOCUMENTS = Documents(schema(NEWEST))


def stripped(definition: str, value: Any) -> Stripped:
    return Stripped(NEWEST, definition, value)


def taken_out(definition: str, value: Any) -> list[tuple[str, str, str]]:
    return [
        (stranger.action, stranger.pointer, stranger.removed)
        for stranger in stripped(definition, value).strangers
    ]


def image(source: str, **more: Any) -> dict[str, Any]:
    return {"type": "image", "source": {"type": source, "value": "v"}, **more}


def user(*parts: Any) -> dict[str, Any]:
    return {"id": "u", "role": "user", "content": list(parts)}


def test_an_element_goes_alone() -> None:
    seen = stripped("UserMessage", user({"type": "hologram"}, {"type": "text", "text": "x"}))
    assert seen.value == user({"type": "text", "text": "x"})
    (stranger,) = seen.strangers
    assert (stranger.name, stranger.member, stranger.definition) == (
        "hologram",
        "type",
        "ContentPart",
    )


def test_a_required_member_takes_along_what_holds_it() -> None:
    message = user(image("url"), {"foo": 1, "id": 5, **image("ftp")})
    assert stripped("UserMessage", message).value == user(image("url"))
    assert taken_out("UserMessage", message) == [
        ("value removed", "/content/1/source", "/content/1")
    ]


def test_open_objects_keep_everything_and_closed_ones_lose_what_is_not_described() -> None:
    metadata = {"anything": {"goes": None}}
    operation = {"op": "remove", "path": "/a", "extra": 1}
    event = {"type": "STATE_DELTA", "delta": [operation], "metadata": metadata, "extra": 1}
    seen = stripped("StateDeltaEvent", event)
    assert seen.value == {"type": "STATE_DELTA", "delta": [operation], "metadata": metadata}
    assert taken_out("StateDeltaEvent", event) == [("property stripped", "/extra", "/extra")]


def test_malformed_material_is_left_for_the_schema_to_refuse() -> None:
    event = {"type": "RUN_FINISHED", "threadId": 5, "outcome": {"type": 7}, "usage": "x"}
    seen = stripped("RunFinishedEvent", event)
    assert (seen.value, seen.strangers, seen.dropped) == (event, [], False)


def test_an_event_can_go_whole() -> None:
    event = {"type": "REASONING_ENCRYPTED_VALUE", "subtype": "x", "entityId": 5, "y": 1}
    seen = stripped("ReasoningEncryptedValueEvent", event)
    assert seen.dropped
    assert [(one.action, one.pointer) for one in seen.strangers] == [("event dropped", "/subtype")]
    assert seen.covers("/entityId")


DEFINITIONS = st.sampled_from(["Event", "RunAgentInput", "Message", "StateDeltaEvent"])


@settings(max_examples=100, deadline=None, database=None)
@given(DEFINITIONS.flatmap(lambda name: st.tuples(st.just(name), DOCUMENTS.near(name))))
def test_nothing_unknown_is_left_and_nothing_known_is_lost(given: tuple[str, Any]) -> None:
    definition, document = given
    before = copy.deepcopy(document)
    seen = stripped(definition, document)
    assert document == before
    if gate(NEWEST).accepts(definition, document):
        assert (seen.value, seen.strangers) == (document, [])
    if not seen.dropped:
        left = faults(NEWEST, definition, seen.value)
        assert not [f for f in left if f.keyword in (UNKNOWN_PROPERTY, UNKNOWN_MEMBER)]
        assert stripped(definition, seen.value).strangers == []
