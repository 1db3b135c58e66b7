from __future__ import annotations

from typing import Any

import pytest

from tests.views.streams import EOF, RUN_STARTED, STREAM, inspected, sent
from wirelab.session.input_check import check_input
from wirelab.wire.traffic import Request

USER = {"id": "u", "role": "user", "content": "q"}
GIVEN: dict[str, Any] = {
    "threadId": "t-1",
    "runId": "r-2",
    "protocolVersion": "1.1",
    "messages": [USER],
}
CALL = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}


def test_an_input_in_order_goes_out_as_it_is_and_nothing_is_said() -> None:
    checked = check_input(GIVEN)
    assert (checked.payload, checked.refused, checked.warnings) == (GIVEN, "", [])


def test_what_a_client_warns_of_is_said_and_mended() -> None:
    activity = {"id": "p", "role": "activity", "activityType": "PLAN", "content": {}}
    part = {"type": "binary", "mimeType": "image/png", "url": "https://a.example/x"}
    pictured = {"id": "v", "role": "user", "content": [part]}
    checked = check_input(GIVEN | {"mood": "good", "messages": [USER, activity, pictured]})
    assert [each.split(":")[0] for each in sorted(checked.warnings)] == [
        '"mood" is no member of the input',
        'a content part of the retired type "binary" ("image/png") is read as "image"',
        'activity message "p" is in the input; clients strip those',
    ]
    source = {"type": "url", "value": "https://a.example/x", "mimeType": "image/png"}
    image = {"id": "v", "role": "user", "content": [{"type": "image", "source": source}]}
    assert checked.payload == GIVEN | {"messages": [USER, image]}


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"tools": 7}, "/tools of the input is 7"),
        ({"state": None}, "/state of the input is null"),
        (
            {
                "tools": [{"name": "f", "description": "d"}],
                "messages": [USER, {"id": "m", "role": "assistant", "toolCalls": [CALL]}],
            },
            'tool call "c"',
        ),
    ],
)
def test_what_a_client_refuses_is_refused_with_one_reason(
    members: dict[str, Any], said: str
) -> None:
    checked = check_input(GIVEN | members)
    assert checked.payload is None
    assert said in checked.refused


def test_what_went_before_counts_and_is_left_alone() -> None:
    asks = {"type": "interrupt", "interrupts": [{"id": "i-1", "reason": "x"}]}
    ended = {"type": "RUN_FINISHED", "threadId": "t-1", "runId": "r-1", "outcome": asks}
    asked = Request("POST", "http://x/", (), b"", 0.0)
    session = inspected(asked, STREAM, sent(RUN_STARTED), sent(ended), EOF)
    before = len(session.findings)
    checked = check_input(GIVEN, session.world)
    assert checked.payload is None
    assert 'interrupt "i-1" waits for an answer' in checked.refused
    answered = GIVEN | {"resume": [{"interruptId": "i-1", "status": "cancelled"}]}
    assert check_input(answered, session.world).payload == answered
    assert len(session.findings) == before


def test_it_is_judged_by_the_version_it_declares() -> None:
    message = {"id": "m", "role": "assistant", "content": "a", "encryptedValue": "x"}
    typed = message | {"encryptedValueType": "a.b"}
    old = GIVEN | {"protocolVersion": "1.0", "messages": [typed]}
    assert check_input(old).payload == old | {"messages": [message]}
    assert check_input(old | {"protocolVersion": "1.1"}).warnings == []
