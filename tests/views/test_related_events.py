"""Related events: openers, closers, parents, results, snapshots, owners; then and later."""

from __future__ import annotations

from typing import Any

from tests.views.streams import REQUEST, RUN_FINISHED, RUN_STARTED, STREAM, inspected, sent
from wirelab.views.related_events import MOST_RELATED, related_events

PLAN = "STEP_STARTED", "STEP_FINISHED"


def related(at: int, *payloads: dict[str, Any]) -> list[tuple[str, int]]:
    """What event ``at`` of a run is related to; the run is events 0 to the last."""
    session = inspected(REQUEST, STREAM, *map(sent, (RUN_STARTED, *payloads, RUN_FINISHED)))
    findings = [each for each in session.findings if each.event == at]
    found = related_events(session.events[at], session.world_at(at), session.world, findings)
    return [(each.words, each.event) for each in found]


def message(kind: str, message_id: str = "m-1", **more: Any) -> dict[str, Any]:
    return {"type": f"TEXT_MESSAGE_{kind}", "messageId": message_id, **more}


def call(kind: str, call_id: str = "call-1", **more: Any) -> dict[str, Any]:
    return {"type": f"TOOL_CALL_{kind}", "toolCallId": call_id, **more}


TEXT = message("START", role="assistant"), message("CONTENT", delta="a"), message("END")
CALL = (
    call("START", toolCallName="find", parentMessageId="m-1"),
    call("ARGS", delta="{}"),
    call("END"),
    call("RESULT", messageId="m-2", content="x"),
)


def test_parts_of_a_message_lead_to_its_start_and_end() -> None:
    assert related(1, *TEXT) == [("closed by", 3)]
    assert related(2, *TEXT) == [("opened by", 1), ("closed by", 3)]
    assert related(3, *TEXT) == [("opened by", 1)]


def test_parts_of_a_call_lead_to_start_end_result_and_parent() -> None:
    stream = *TEXT, *CALL
    assert related(4, *stream) == [("closed by", 6), ("result", 7), ("parent message", 1)]
    assert related(5, *stream)[:2] == [("opened by", 4), ("closed by", 6)]
    assert related(7, *stream) == [
        ("opened by", 4),
        ("closed by", 6),
        ("parent message", 1),
    ]


def test_a_chunk_without_an_id_leads_to_the_chunk_that_opened() -> None:
    chunk = {"type": "TEXT_MESSAGE_CHUNK", "messageId": "m-1", "delta": "a"}
    more = {"type": "TEXT_MESSAGE_CHUNK", "delta": "b"}
    assert related(2, chunk, more) == [("opened by", 1), ("closed by", 3)]


def test_what_came_too_late_or_too_early_says_so() -> None:
    late = *TEXT, message("CONTENT", delta="late")
    words = {event: said for said, event in related(4, *late)}
    assert "closed by" in words[3]
    assert "explains MSG" in words[3]
    early = message("CONTENT", delta="early"), *TEXT
    assert ("opened only later by", 2) in related(1, *early)


def test_a_snapshot_that_dropped_the_message_is_named() -> None:
    snapshot = {"type": "MESSAGES_SNAPSHOT", "messages": []}
    stream = TEXT[0], snapshot, TEXT[1]
    words = {event: said for said, event in related(3, *stream)}
    assert "dropped by the snapshot" in words[2]


def test_steps_and_spans_lead_to_their_own_ends_not_to_later_ones_of_their_name() -> None:
    steps = [{"type": each, "stepName": "plan"} for each in PLAN * 2]
    assert related(1, *steps) == [("closed by", 2)]
    assert related(4, *steps) == [("opened by", 3)]
    spans = [{"type": each, "messageId": "r"} for each in ("REASONING_START", "REASONING_END") * 2]
    assert related(1, *spans) == [("closed by", 2)]


def test_subagents_lead_to_their_parents_and_their_events_to_them() -> None:
    stream = (
        *TEXT,
        *CALL,
        {
            "type": "SUBAGENT_STARTED",
            "subagentRunId": "sub-1",
            "name": "s",
            "parentToolCallId": "call-1",
        },
        message("START", "m-3", role="assistant", subagentRunId="sub-1"),
        message("END", "m-3", subagentRunId="sub-1"),
        {"type": "SUBAGENT_FINISHED", "subagentRunId": "sub-1"},
    )
    assert related(8, *stream) == [("closed by", 11), ("parent call", 4)]
    assert ("subagent started", 8) in related(9, *stream)


def test_deltas_lead_to_their_snapshot_and_to_where_the_state_diverged() -> None:
    stream = (
        {"type": "STATE_SNAPSHOT", "snapshot": {"a": 1}},
        {"type": "STATE_DELTA", "delta": [{"op": "remove", "path": "/none"}]},
        {"type": "STATE_DELTA", "delta": [{"op": "replace", "path": "/a", "value": 2}]},
    )
    assert related(3, *stream) == [("diverged since", 2), ("snapshot it patches", 1)]


def test_the_ends_of_a_run_lead_to_each_other() -> None:
    assert related(0, *TEXT) == [("run ended by", 4)]
    assert related(4, *TEXT) == [("run started by", 0)]


def test_an_unreadable_event_and_hostile_ids_are_related_to_nothing() -> None:
    for odd in ([], {}, 7, None):
        assert related(1, message("CONTENT", odd, delta="x")) == []  # type: ignore[arg-type]


def test_there_are_never_many() -> None:
    stream = [message("END", f"m-{at}") for at in range(100)]
    assert len(related(1, *stream)) <= MOST_RELATED
