from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wirelab import inspect_stream
from wirelab.session.meaning import IGNORABLE, UNREADABLE, meaning, named_ids

ALL = ("ids", "timestamps", "chunking")
STARTED = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
FINISHED = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
RECORDINGS = sorted((Path(__file__).parents[2] / "recordings").glob("*.jsonl"))


def content(message_id: str, delta: str, **more: Any) -> dict[str, Any]:
    return {"type": "TEXT_MESSAGE_CONTENT", "messageId": message_id, "delta": delta} | more


def start(message_id: str, **more: Any) -> dict[str, Any]:
    return {"type": "TEXT_MESSAGE_START", "messageId": message_id, "role": "assistant"} | more


def end(message_id: str, **more: Any) -> dict[str, Any]:
    return {"type": "TEXT_MESSAGE_END", "messageId": message_id} | more


def meant(*events: Any, ignore: tuple[str, ...] = ALL) -> list[dict[str, Any]]:
    return meaning(inspect_stream(list(events)).events, ignore)


class TestChunking:
    def test_deltas_of_one_item_are_one(self) -> None:
        events = [start("m"), content("m", "a"), content("m", "b"), content("m", "c"), end("m")]
        assert meant(*events) == [start("m"), content("m", "abc"), end("m")]
        assert meant(*events, ignore=("ids",)) == events

    def test_also_where_other_deltas_or_other_owners_come_between(self) -> None:
        woven = [content("m", "a"), content("n", "x"), content("m", "b"), content("n", "y")]
        assert meant(*woven) == [content("m", "ab"), content("n", "xy")]
        other = {"type": "STEP_STARTED", "stepName": "s", "subagentRunId": "sub"}
        assert meant(content("m", "a"), other, content("m", "b")) == [content("m", "ab"), other]

    def test_not_across_anything_else_of_the_owner(self) -> None:
        other = {"type": "STEP_STARTED", "stepName": "s"}
        events = [content("m", "a"), other, content("m", "b")]
        assert meant(*events) == events
        owned = [content("m", "a"), content("m", "b", subagentRunId="sub")]
        assert meant(*owned) == owned

    def test_what_comes_with_deltas_is_merged_as_metadata_is(self) -> None:
        first = content("m", "a", metadata={"x": 1, "y": 1}, rawEvent={"n": 1})
        joined = content("m", "ab", metadata={"x": 1, "y": 2})
        assert meant(first, content("m", "b", metadata={"y": 2}, rawEvent={"n": 2})) == [joined]

    def test_chunks_are_what_they_are_short_for(self) -> None:
        def chunk(**more: Any) -> dict[str, Any]:
            return {"type": "TEXT_MESSAGE_CHUNK"} | more

        short = [STARTED, chunk(messageId="m", delta="a"), chunk(delta="b"), FINISHED]
        long = [STARTED, start("m"), content("m", "ab"), end("m"), FINISHED]
        assert meant(*short) == long == meant(*long)
        assert meant(*short, ignore=()) == short

    def test_a_chunk_that_opens_nothing_stays(self) -> None:
        lost = {"type": "TOOL_CALL_CHUNK", "delta": "x"}
        assert lost in meant(STARTED, lost, FINISHED)

    def test_halves_of_a_sign_meet(self) -> None:
        assert meant(content("m", "\ud83d"), content("m", "\ude00")) == [content("m", "😀")]


def test_times_are_left_out_where_asked_for() -> None:
    interrupt = {"id": "i", "reason": "approval", "expiresAt": "2030-01-01T00:00:00Z"}
    outcome = {"type": "interrupt", "interrupts": [interrupt]}
    events = [STARTED | {"timestamp": 17}, FINISHED | {"outcome": outcome}]
    lasting = {"type": "interrupt", "interrupts": [{"id": "i", "reason": "approval"}]}
    assert meant(*events) == [STARTED, FINISHED | {"outcome": lasting}]
    assert meant(*events, ignore=("ids", "chunking")) == events


def test_raw_events_are_left_out_where_asked_for() -> None:
    raw = {"type": "RAW", "event": {"n": 1}}
    events = [STARTED | {"rawEvent": {"n": 2}}, raw, FINISHED]
    assert meant(*events) == events
    assert meant(*events, ignore=(*ALL, "raw")) == [STARTED, FINISHED]


def test_what_a_client_would_drop_stays() -> None:
    events = [
        *(STARTED, {"type": "NEW", "x": 1}, {"type": "STEP_STARTED", "stepName": 7}),
        {"type": "THINKING_START", "title": "t"},
    ]
    assert meant(*events) == events
    assert meant("{oops", "[1]") == [
        {"type": UNREADABLE, "data": "{oops"},
        {"type": UNREADABLE, "data": [1]},
    ]


def test_credentials_of_an_echoed_input_are_replaced() -> None:
    sent = {"threadId": "t", "runId": "r", "messages": [], "forwardedProps": {"apiKey": "s3cret"}}
    (started,) = meant(STARTED | {"input": sent})
    assert "s3cret" not in json.dumps(started)
    assert started["input"]["messages"] == []


def test_a_word_that_means_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="id cannot be ignored; known: ids, timestamps"):
        meant(STARTED, ignore=("id",))


class TestNames:
    def test_ids_are_named_in_their_order_and_stay_related(self) -> None:
        call = {"type": "TOOL_CALL_START", "toolCallId": "c-77", "toolCallName": "x"}
        events = [
            STARTED | {"runId": "t"},
            call | {"parentMessageId": "m-9"},
            {
                "type": "TOOL_CALL_RESULT",
                "messageId": "m-3",
                "toolCallId": "c-77",
                "content": "m-9",
            },
            FINISHED | {"outcome": {"type": "success", "pendingToolCallIds": ["c-77", "c-78"]}},
        ]
        started, called, result, finished = named_ids(events)
        assert (started["threadId"], started["runId"]) == ("thread-id-1", "run-id-1")
        assert (called["toolCallId"], called["parentMessageId"]) == ("call-id-1", "message-id-1")
        assert (result["messageId"], result["toolCallId"]) == ("message-id-2", "call-id-1")
        assert result["content"] == "m-9"
        assert finished["outcome"]["pendingToolCallIds"] == ["call-id-1", "call-id-2"]

    def test_long_ids_are_recognised_anywhere(self) -> None:
        message_id = "msg-0123456789"
        state = {"last": message_id, "by": {message_id: 1}, "text": f"see {message_id}"}
        (snapshot, _) = named_ids(
            [{"type": "STATE_SNAPSHOT", "snapshot": state}, start(message_id)]
        )
        assert snapshot["snapshot"] == {
            "last": "message-id-1",
            "by": {"message-id-1": 1},
            "text": f"see {message_id}",
        }


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
@pytest.mark.parametrize("ignore", [(), ALL, IGNORABLE])
def test_the_meaning_of_a_meaning_is_itself(path: Path, ignore: tuple[str, ...]) -> None:
    once = named_ids(meaning(inspect_stream(path).events, ignore))
    again = meaning(inspect_stream([json.dumps(event) for event in once]).events, ignore)
    assert named_ids(again) == again == once
