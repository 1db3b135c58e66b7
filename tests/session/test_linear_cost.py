"""An event costs what it costs, however long the session has become."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from wirelab.session.inspection import Inspection
from wirelab.wire.framing import Framing
from wirelab.wire.sse_encoder import encode_event
from wirelab.wire.traffic import End, Ending, Read, Request, Traffic

Events = Iterator[dict[str, Any]]


def run(run_id: str = "r") -> Events:
    yield {"type": "RUN_STARTED", "threadId": "t", "runId": run_id}


def finish(run_id: str = "r") -> Events:
    yield {"type": "RUN_FINISHED", "threadId": "t", "runId": run_id}


def a_call(number: int, **members: str) -> Events:
    call = {"toolCallId": f"c{number}"}
    yield {"type": "TOOL_CALL_START", "toolCallName": "f"} | call | members
    yield {"type": "TOOL_CALL_END"} | call


def a_result(number: int) -> Events:
    result = {"type": "TOOL_CALL_RESULT", "messageId": f"r{number}", "content": "x"}
    yield result | {"toolCallId": f"c{number}"}


def calls_before_results(count: int) -> Events:
    for number in range(count // 3):
        yield from a_call(number)
    for number in range(count // 3):
        yield from a_result(number)


def calls_of_one_message(count: int) -> Events:
    for number in range(count // 5):
        yield from a_call(number, parentMessageId="p")
        yield from a_result(number)
        yield from a_call(number, parentMessageId="p")


def many_lanes(count: int) -> Events:
    chunk = {"type": "TEXT_MESSAGE_CHUNK", "delta": "x"}
    for number in range(count // 3):
        yield chunk | {"messageId": f"m{number}", "subagentRunId": f"s{number}"}
    for number in range(count // 3):
        yield chunk | {"subagentRunId": f"s{number}"}
        yield chunk


def metadata(count: int) -> Events:
    message = {"messageId": "m"}
    yield {"type": "TEXT_MESSAGE_START", "metadata": {f"k{n}": n for n in range(count)}} | message
    for number in range(count):
        yield {"type": "TEXT_MESSAGE_CONTENT", "delta": "", "metadata": {"k": number}} | message
    yield {"type": "TEXT_MESSAGE_END"} | message


def an_activity(count: int) -> Events:
    activity = {"messageId": "p", "activityType": "P"}
    patch = [{"op": "add", "path": "/rows/-", "value": {}}]
    yield {"type": "ACTIVITY_SNAPSHOT", "content": {"rows": []}} | activity
    for _ in range(count):
        yield {"type": "ACTIVITY_DELTA", "patch": patch} | activity


def refused_patches(count: int) -> Events:
    yield {"type": "STATE_SNAPSHOT", "snapshot": {f"k{number}": number for number in range(count)}}
    refused = [{"op": "add", "path": "/a", "value": 1}, {"op": "test", "path": "/k0", "value": 1}]
    for _ in range(count):
        yield {"type": "STATE_DELTA", "delta": refused}


def members_removed_and_added(count: int) -> Events:
    yield {"type": "STATE_SNAPSHOT", "snapshot": {f"k{number}": number for number in range(count)}}
    for number in range(count):
        path = f"/k{number}"
        yield {
            "type": "STATE_DELTA",
            "delta": [{"op": "remove", "path": path}, {"op": "add", "path": path, "value": 0}],
        }


def a_renaming_snapshot(count: int) -> Events:
    for number in range(count // 3):
        message = {"messageId": f"m{number}"}
        yield {"type": "TEXT_MESSAGE_START", "role": "assistant"} | message
        yield {"type": "TEXT_MESSAGE_CONTENT", "delta": f"text {number}"} | message
        yield {"type": "TEXT_MESSAGE_END"} | message
    renamed = [
        {"id": f"x{number}", "role": "assistant", "content": f"other {number}"}
        for number in range(count // 3)
    ]
    yield {"type": "MESSAGES_SNAPSHOT", "messages": renamed}


def in_one_run(events: Callable[[int], Events]) -> Callable[[int], list[Traffic]]:
    def traffic(count: int) -> list[Traffic]:
        return [
            Read(encode_event(each)) for part in (run(), events(count), finish()) for each in part
        ]

    return traffic


def many_requests(count: int) -> list[Traffic]:
    """Each run is rejected, too: what a client is left with is kept aside."""
    taken: list[Traffic] = []
    for number in range(count // 5):
        run_id = f"r{number}"
        asked = {"threadId": "t", "runId": run_id, "messages": []}
        taken.append(Request("POST", "/", (), json.dumps(asked).encode()))
        taken += [Read(encode_event(each)) for each in (*run(run_id), *finish(run_id), *finish())]
        taken.append(End(Ending.EOF))
    return taken


KINDS = {
    each.__name__: in_one_run(each)
    for each in (
        *(calls_before_results, calls_of_one_message, many_lanes, metadata),
        *(an_activity, refused_patches, members_removed_and_added, a_renaming_snapshot),
    )
} | {"many_requests": many_requests}


def seconds(traffic: list[Traffic], *, keep: bool) -> float:
    best = float("inf")
    for _ in range(2):
        framing, inspection = Framing(), Inspection(keep=keep)
        begun = time.process_time()
        for each in traffic:
            for arrival in framing.take(each):
                inspection.take(arrival)
        best = min(best, time.process_time() - begun)
    return best


def check_growth(kind: str, *, keep: bool) -> None:
    small, large = (seconds(KINDS[kind](count), keep=keep) for count in (1_000, 16_000))
    assert large < 16 * small * 5, "cost that grows with the session makes this 16 and more"


@pytest.mark.parametrize("kind", KINDS)
def test_sixteen_times_the_events_cost_about_sixteen_times_as_much(kind: str) -> None:
    check_growth(kind, keep=False)


def test_keeping_what_any_moment_needs_costs_no_more_as_the_session_grows() -> None:
    check_growth("calls_before_results", keep=True)
