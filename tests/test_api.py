from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import wirelab
from wirelab import Frame, FrameKind, Inspection, WirelabError, inspect_stream

STARTED = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
CHUNK = {"type": "TEXT_MESSAGE_CHUNK", "messageId": "m", "delta": "hi"}
STATE = {"type": "STATE_SNAPSHOT", "snapshot": {"n": 1}}
FINISHED = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
EVENTS: list[dict[str, Any]] = [STARTED, CHUNK, STATE, FINISHED]
SSE = b"".join(b"data: " + json.dumps(event).encode() + b"\n\n" for event in EVENTS)


def test_a_stream_may_come_in_any_form(tmp_path: Path) -> None:
    path = tmp_path / "x.sse"
    path.write_bytes(SSE)
    forms = [EVENTS, map(json.dumps, EVENTS), iter(EVENTS), SSE, bytearray(SSE), path, str(path)]
    pieces = [SSE[at : at + 7] for at in range(0, len(SSE), 7)]
    for form in [*forms, pieces]:
        session = inspect_stream(form)
        assert (session.verdict, session.clean) == ("accepted", True)
        assert [message["content"] for message in session.messages] == ["hi"]
        assert session.state == {"n": 1}
        assert [event["type"] for event in session.delivered][1] == "TEXT_MESSAGE_START"
        assert [run.status for run in session.runs] == ["success"]
        assert [event.type for event in session.events] == [each["type"] for each in EVENTS]
        assert len(session.frames) == 5
        assert session.world_at(1).state.document == {}
        assert session.report()["counts"]["events"] == 4


def test_text_that_is_no_json_is_a_finding_and_no_exception() -> None:
    session = inspect_stream([json.dumps(STARTED), "{oops", json.dumps(FINISHED)])
    assert [finding.slug for finding in session.findings] == ["not-json"]


def test_an_sse_body_cut_in_a_frame_is_not_read_to_its_end() -> None:
    session = inspect_stream(SSE[:-2])
    assert session.runs[0].status == "truncated"
    assert [frame.kind for frame in session.frames][-2:] == [FrameKind.CUT_OFF, FrameKind.CLOSED]


def test_an_input_and_a_version_can_be_given() -> None:
    run_input = {"threadId": "t", "runId": "r", "messages": [{"id": "u", "role": "user"}]}
    session = inspect_stream(EVENTS, run_input=run_input | {"state": {"n": 0}}, spec="1.0")
    assert [message["id"] for message in session.messages] == ["u", "m"]
    assert session.report()["spec"] == "1.0"


def test_what_arrives_asynchronously_can_be_awaited() -> None:
    async def arriving() -> AsyncIterator[dict[str, Any]]:
        for event in EVENTS:
            yield event

    session = asyncio.run(wirelab.inspect_stream_async(arriving()))
    assert session.clean
    assert session.state == {"n": 1}


def test_an_inspection_can_be_fed_frame_by_frame() -> None:
    inspection = Inspection()
    for number, event in enumerate(EVENTS):
        inspection.feed(Frame(number, None, FrameKind.EVENT, b"", json.dumps(event)))
        assert inspection.session.event_count == number + 1
    assert inspection.finish().clean


def test_a_path_that_is_not_there_raises_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(WirelabError, match="no such file"):
        inspect_stream(tmp_path / "no.jsonl")


def test_public_names_are_there_and_cost_nothing_to_import() -> None:
    for name in wirelab.__all__:
        assert getattr(wirelab, name) is not None
    assert set(wirelab.__all__) <= set(dir(wirelab))
    code = "import sys, wirelab; print([m for m in sys.modules if m.startswith('wirelab.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert done.stdout == "[]\n"
    with pytest.raises(AttributeError):
        _ = wirelab.nothing_of_that_name
