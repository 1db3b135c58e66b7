"""Where the specification leaves room: our choices, each with what it leaves a client with."""

from __future__ import annotations

from typing import Any

from wirelab import Session, inspect_stream

STARTED = {"type": "RUN_STARTED", "threadId": "t-1", "runId": "r-1"}
FINISHED = {"type": "RUN_FINISHED", "threadId": "t-1", "runId": "r-1"}


def ran(*events: dict[str, Any]) -> Session:
    return inspect_stream([STARTED, *events, FINISHED])


def codes(session: Session) -> list[str]:
    return [finding.code for finding in session.findings if not finding.opinion]


def said(message_id: str, text: str, **start: Any) -> list[dict[str, Any]]:
    return [
        {"type": "TEXT_MESSAGE_START", "messageId": message_id, "role": "assistant", **start},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": message_id, "delta": text},
        {"type": "TEXT_MESSAGE_END", "messageId": message_id},
    ]


def chunk(text: str, **members: Any) -> dict[str, Any]:
    return {"type": "TEXT_MESSAGE_CHUNK", "delta": text, **members}


def test_an_untagged_event_ends_the_parents_chunk_stream_whoever_owns_its_item() -> None:
    call = {"toolCallId": "c-1"}
    session = ran(
        {"type": "TOOL_CALL_START", **call, "toolCallName": "look", "subagentRunId": "a-1"},
        chunk("Sub", messageId="m-2", subagentRunId="a-1"),
        chunk("Parent", messageId="m-1"),
        {"type": "TOOL_CALL_ARGS", **call, "delta": "{}"},
        chunk(" agent", subagentRunId="a-1"),
        {"type": "TOOL_CALL_END", **call},
    )
    assert codes(session) == []
    ended, went_on = (session.world.messages.by_key["text", each] for each in ("m-1", "m-2"))
    assert (ended.text, went_on.text) == ("Parent", "Sub agent")
    assert (ended.closed, went_on.closed) == (4, 7)


def test_an_untagged_start_reopens_a_subagents_message_and_leaves_it_the_subagents() -> None:
    session = ran(*said("m-1", "One", subagentRunId="a-1"), *said("m-1", ", two"))
    assert codes(session) == []
    (message,) = session.world.messages.order
    assert (message.owner, message.text) == ("a-1", "One, two")


def test_an_item_may_stay_open_past_its_subagent() -> None:
    start, content, end = said("m-1", "Late", subagentRunId="a-1")
    session = ran(
        {"type": "SUBAGENT_STARTED", "subagentRunId": "a-1", "name": "Scout"},
        start,
        {"type": "SUBAGENT_FINISHED", "subagentRunId": "a-1"},
        content,
        end,
    )
    assert session.clean
    assert session.messages[0]["content"] == "Late"


def test_what_is_malformed_inside_what_is_removed_anyway_is_no_fault() -> None:
    hologram = {"type": "hologram", "text": 7}
    message = {"id": "u-1", "role": "user", "content": [{"type": "text", "text": "Hi"}, hologram]}
    session = ran({"type": "MESSAGES_SNAPSHOT", "messages": [message]})
    assert session.verdict == "accepted"
    assert "SCH005" not in codes(session)
    assert session.messages[0]["content"] == [{"type": "text", "text": "Hi"}]


def test_an_empty_string_is_an_id_like_any_other_and_a_type_nobody_knows() -> None:
    session = ran(*said("", "Hi"), {"type": ""})
    assert codes(session) == ["SCH001"]
    assert session.messages == [{"id": "", "role": "assistant", "content": "Hi"}]


def test_the_metadata_of_a_refused_activity_patch_goes_with_it() -> None:
    about = {"messageId": "a-1", "activityType": "PLAN"}
    patch = [{"op": "replace", "path": "/missing/step", "value": 1}]
    session = ran(
        {"type": "ACTIVITY_SNAPSHOT", **about, "content": {"step": 0}, "metadata": {"a": 1}},
        {"type": "ACTIVITY_DELTA", **about, "patch": patch, "metadata": {"b": 2}},
    )
    assert codes(session) == ["ACT002"]
    assert session.messages[0]["metadata"] == {"a": 1}
    assert session.messages[0]["content"] == {"step": 0}


def test_two_messages_that_share_an_id_are_both_held() -> None:
    reasoning = [
        {**event, "type": event["type"].replace("TEXT", "REASONING")} for event in said("x-1", "Hm")
    ]
    reasoning[0]["role"] = "reasoning"
    session = ran(*reasoning, *said("x-1", "Hi"))
    assert codes(session) == ["MSG006"]
    assert [(each["role"], each["content"]) for each in session.messages] == [
        ("reasoning", "Hm"),
        ("assistant", "Hi"),
    ]
