from __future__ import annotations

import json

from wirelab.protocol.run_input import UNSET, build_run_input, encode_run_input, user_message


def test_from_nothing_an_input_has_what_every_agent_asks_for() -> None:
    built = build_run_input(
        "t", "r", new_messages=[user_message("m", "hi")], protocol_version="1.1"
    )
    assert built == {
        "threadId": "t",
        "runId": "r",
        "messages": [{"id": "m", "role": "user", "content": "hi"}],
        "state": {},
        "tools": [],
        "context": [],
        "forwardedProps": {},
        "protocolVersion": "1.1",
    }


def test_a_given_input_gains_only_what_every_input_must_have() -> None:
    given = {"runId": "mine", "messages": [user_message("m", "hi")]}
    assert build_run_input("t", "r", given) == given | {"threadId": "t"}
    assert given == {"runId": "mine", "messages": [user_message("m", "hi")]}


def test_members_go_over_what_is_given_and_null_is_a_value() -> None:
    given = {"threadId": "t-0", "state": {"a": 1}, "protocolVersion": "1.0"}
    built = build_run_input(
        "t", "r", given, thread_id="t-1", state=None, forwarded_props=UNSET, protocol_version=None
    )
    assert built == {"threadId": "t-1", "runId": "r", "messages": [], "state": None}


def test_new_messages_come_last() -> None:
    given = {"messages": [user_message("a", "1")]}
    built = build_run_input("t", "r", given, [user_message("b", "2")])
    assert [message["id"] for message in built["messages"]] == ["a", "b"]


def test_a_lone_surrogate_goes_out_as_an_escape() -> None:
    body = encode_run_input({"state": "\ud83d", "other": "ü"})
    assert json.loads(body) == {"state": "\ud83d", "other": "ü"}
    assert b"\\ud83d" in body
    assert encode_run_input({"other": "ü"}) == '{"other":"ü"}'.encode()
