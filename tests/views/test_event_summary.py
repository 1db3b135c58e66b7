from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.protocol.event_types import DEFINITION_OF
from wirelab.session.event import Event
from wirelab.views.event_summary import SUMMARY_LIMIT, _rest, item_of, summarize
from wirelab.views.safe_text import safe

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=300),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
MEMBERS = st.sampled_from(
    [
        *("threadId", "runId", "outcome", "usage", "message", "code", "role", "name", "delta"),
        *("toolCallName", "toolCallId", "messageId", "snapshot", "messages", "patch", "content"),
        *("activityType", "replace", "event", "source", "value", "encryptedValue", "subtype"),
        *("metadata", "stepName", "entityId", "subagentRunId", "interrupts"),
    ]
)


def event(**payload: Any) -> Event:
    return Event(0, payload.get("type", ""), payload, 0, None)


@given(st.sampled_from(sorted(DEFINITION_OF)), st.dictionaries(MEMBERS, VALUES))
def test_any_payload_has_a_safe_bounded_summary(kind: str, members: dict[str, Any]) -> None:
    payload = {"type": kind, **members}
    shown = summarize(event(**payload))
    assert len(shown) <= SUMMARY_LIMIT
    assert shown == safe(shown)
    assert len(item_of(payload)) <= 60


def test_every_known_type_has_words_of_its_own() -> None:
    from wirelab.views import event_summary

    assert set(event_summary._SUMMARIES) == set(DEFINITION_OF)
    assert _rest not in event_summary._SUMMARIES.values()


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ({"type": "RUN_STARTED", "threadId": "t", "runId": "r", "protocolVersion": "1.0"},
         "on t · declares 1.0"),
        ({"type": "RUN_FINISHED", "outcome": {"type": "interrupt", "interrupts": [{}, {}]}},
         "interrupt: 2 to answer"),
        ({"type": "RUN_FINISHED", "usage": [{"totalTokens": 7}]}, "success · 7 tokens"),
        ({"type": "RUN_ERROR", "message": "no\nluck", "code": "E1"}, "no␊luck · code E1"),
        ({"type": "TOOL_CALL_ARGS", "toolCallId": "c", "delta": '{"a'}, '"{\\"a"'),
        ({"type": "STATE_DELTA", "delta": [{"op": "replace", "path": "/a", "value": 1}]},
         "replace /a 1"),
        ({"type": "STATE_DELTA", "delta": [{"op": "remove", "path": f"/{n}"} for n in range(9)]},
         "remove /0 · remove /1 · remove /2 · and 6 more"),
        ({"type": "MESSAGES_SNAPSHOT", "messages": [{"role": "user"}]}, "1 message: user"),
        ({"type": "TOOL_CALL_RESULT", "toolCallId": "c", "content": "ok"}, 'of c: "ok"'),
        ({"type": "FROM_TOMORROW", "mood": "good"}, '{"mood":"good"}'),
    ],
)  # fmt: skip
def test_summaries_say_what_the_event_carries(payload: dict[str, Any], expected: str) -> None:
    assert summarize(event(**payload)) == expected


def test_an_encrypted_value_is_never_shown() -> None:
    shown = summarize(
        event(type="REASONING_ENCRYPTED_VALUE", subtype="message", encryptedValue="c2VjcmV0" * 9)
    )
    assert shown == "for a message · 72 characters"


def test_an_event_is_about_its_call_its_result_or_its_step() -> None:
    start = {"type": "TOOL_CALL_START", "toolCallId": "c", "parentMessageId": "m"}
    assert item_of(start) == "c"
    assert item_of({"type": "TOOL_CALL_RESULT", "toolCallId": "c", "messageId": "m"}) == "m"
    assert item_of({"type": "STEP_STARTED", "stepName": "s", "subagentRunId": "a"}) == "s"
    assert item_of({"type": "TEXT_MESSAGE_START", "messageId": 7}) == "7"
