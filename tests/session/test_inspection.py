"""The way of one event through the engine, where what it looks like must not change its way."""

from __future__ import annotations

from typing import Any

import pytest

from wirelab import inspect_stream
from wirelab.projections.runs import RunStatus
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.wire.framing import Framing
from wirelab.wire.sse_encoder import encode_event
from wirelab.wire.traffic import End, Ending, Read

STARTED: dict[str, Any] = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
FINISHED: dict[str, Any] = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}


def body(*pieces: dict[str, Any] | bytes) -> bytes:
    """An SSE body; what is not an object is the text of one event's data."""
    return b"".join(
        encode_event(each) if isinstance(each, dict) else b"data: " + each + b"\n\n"
        for each in pieces
    )


WRITTEN_ODDLY = {
    "escapes": rb'{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"a: \u003cb"}',
    "a member twice": b'{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"","delta":"a: <b"}',
    "an escaped type": rb'{"type":"TEXT_MESSAGE_CHUN\u004b","messageId":"m","delta":"a: <b"}',
}


@pytest.mark.parametrize("name", WRITTEN_ODDLY)
def test_a_chunk_is_expanded_however_its_json_is_written(name: str) -> None:
    session = inspect_stream(body(STARTED, WRITTEN_ODDLY[name], FINISHED))
    assert [message["content"] for message in session.messages] == ["a: <b"]
    assert "TEXT_MESSAGE_CHUNK" not in [payload["type"] for payload in session.delivered]


def test_a_run_is_judged_by_what_it_declares_however_its_json_is_written() -> None:
    started = rb'{"type":"RUN_STARTED","threadId":"t","runId":"a: \u003c","protocolVersion":"1.0"}'
    assert inspect_stream(body(started)).world.spec == "1.0"


UNREAD = {
    "not JSON": b"{",
    "a list": b"[]",
    "not UTF-8": b'{"type":"RAW","event":"\xff"}',
    "no type": b"{}",
}


@pytest.mark.parametrize("name", UNREAD)
def test_a_client_stops_at_the_event_it_cannot_read(name: str) -> None:
    session = inspect_stream(body(STARTED, {"type": "RAW", "event": 1}, UNREAD[name]))
    assert session.exchanges[0].stopped_at == 2
    assert [run.status for run in session.world_at(1).runs.all] == [RunStatus.RUNNING]


def test_the_run_under_way_is_the_one_rejected_where_another_begins_within_it() -> None:
    other, last = STARTED | {"runId": "q"}, {"type": "RAW", "event": 1}
    session = inspect_stream(body(STARTED, other, last, last))
    wanted = [RunStatus.REJECTED, RunStatus.RUNNING]
    assert [run.status for run in session.world_at(2).runs.all] == wanted


def test_what_was_refused_of_one_exchange_is_no_matter_of_the_next() -> None:
    end = End(Ending.EOF)
    framing, inspection = Framing(), Inspection()
    for traffic in (Read(body(b"{")), end, Read(body(STARTED, FINISHED)), end):
        for arrival in framing.take(traffic):
            inspection.take(arrival)
    assert [run.status for run in inspection.finish().runs] == [RunStatus.SUCCESS]


def test_state_that_was_read_stays_what_it_was() -> None:
    inspection = Inspection()
    read: list[Any] = []
    add = {"type": "STATE_DELTA", "delta": [{"op": "add", "path": "/n/-", "value": 1}]}
    snapshot = {"type": "STATE_SNAPSHOT", "snapshot": {"n": []}}
    for arrival in inspect_stream(body(STARTED, snapshot, add, add, add)).frames[:-1]:
        inspection.feed(arrival)
        read.append(inspection.session.state)
    assert read == [{}, {"n": []}, {"n": [1]}, {"n": [1, 1]}, {"n": [1, 1, 1]}]


ACTIVITY = {"type": "ACTIVITY_SNAPSHOT", "messageId": "p", "activityType": "P", "content": {"n": 1}}


def patched(*operations: dict[str, Any]) -> Session:
    delta = {"type": "ACTIVITY_DELTA", "messageId": "p", "activityType": "P"}
    legal = delta | {"patch": [{"op": "replace", "path": "/n", "value": 2}]}
    return inspect_stream(body(STARTED, ACTIVITY, legal, delta | {"patch": list(operations)}))


@pytest.mark.parametrize(
    "last",
    [
        {"op": "replace", "path": "", "value": []},
        {"op": "move", "path": "", "from": "/n"},
        {"op": "test", "path": "/n", "value": 7},
    ],
)
def test_an_activity_whose_patch_is_refused_stays_as_it_was(last: dict[str, Any]) -> None:
    session = patched({"op": "add", "path": "/m", "value": 3}, last)
    assert session.messages[0]["content"] == {"n": 2}
    assert session.events[1].payload == ACTIVITY
