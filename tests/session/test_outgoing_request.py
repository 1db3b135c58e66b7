from __future__ import annotations

from typing import Any

from wirelab.session.outgoing_request import outgoing_request

GIVEN: dict[str, Any] = {"threadId": "t", "runId": "r", "messages": []}
ACTIVITY = {"id": "p", "role": "activity", "activityType": "PLAN", "content": {}}
USER = {"id": "u", "role": "user", "content": "q"}


def test_an_input_in_order_goes_out_as_it_is() -> None:
    outgoing = outgoing_request(GIVEN, "1.1")
    assert (outgoing.payload, outgoing.stripped, outgoing.refused) == (GIVEN, [], "")


def test_activities_stay_and_strangers_are_stripped() -> None:
    given = GIVEN | {"mood": "good", "messages": [ACTIVITY, USER | {"shoe": 43}]}
    outgoing = outgoing_request(given, "1.1")
    assert outgoing.payload == GIVEN | {"messages": [USER]}
    assert sorted(outgoing.stripped) == ["/messages/1/shoe", "/mood"]


def test_a_malformed_known_member_is_refused_with_its_place() -> None:
    outgoing = outgoing_request(GIVEN | {"tools": 7}, "1.1")
    assert outgoing.payload is None
    assert "/tools" in outgoing.refused


def test_retired_parts_are_read_as_what_took_their_place_or_stripped() -> None:
    parts = [{"type": "binary", "mimeType": "audio/wav", "data": "AA=="}, {"type": "binary"}]
    outgoing = outgoing_request(GIVEN | {"messages": [USER | {"content": parts}]}, "1.1")
    audio = {"type": "data", "value": "AA==", "mimeType": "audio/wav"}
    assert outgoing.payload is not None
    assert outgoing.payload["messages"][0]["content"] == [{"type": "audio", "source": audio}]
    assert outgoing.stripped == ["/messages/0/content/1"]
