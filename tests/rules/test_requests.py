"""Whatever a client sends, in whatever order: the rules about requests say something or nothing."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.protocol.schema_documents import Documents
from wirelab.protocol.versions import NEWEST, schema
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.wire.framing import Framing
from wirelab.wire.sse_encoder import encode_event
from wirelab.wire.traffic import End, Ending, Read, Request

DOCUMENTS = Documents(schema(NEWEST))
INPUTS = DOCUMENTS.near("RunAgentInput") | st.sampled_from([None, [], "x", 7, {}])
EVENTS = st.lists(DOCUMENTS.near("Event"), max_size=3)
CALL = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{"}}


def inspect(*exchanges: tuple[Any, list[Any]]) -> Session:
    framing, inspection = Framing(), Inspection()
    for body, events in exchanges:
        asked = Request("POST", "/", (), json.dumps(body).encode(), 0.0)
        reads = [Read(encode_event(event)) for event in events]
        for traffic in (asked, *reads, End(Ending.EOF)):
            for arrival in framing.take(traffic):
                inspection.take(arrival)
    return inspection.finish()


def on_one_thread(body: Any, run_id: str) -> Any:
    return body | {"threadId": "t", "runId": run_id} if isinstance(body, dict) else body


@settings(max_examples=80, deadline=None, database=None)
@given(st.lists(st.tuples(INPUTS, EVENTS), min_size=1, max_size=2))
def test_no_rule_fails_on_what_it_meets(exchanges: list[tuple[Any, list[Any]]]) -> None:
    told = []
    for number, (body, events) in enumerate(exchanges):
        ids = {"threadId": "t", "runId": f"r-{number}"}
        asks = {"type": "interrupt", "interrupts": [{"id": "i", "reason": "x"}]}
        started, ended = {"type": "RUN_STARTED"} | ids, {"type": "RUN_FINISHED"} | ids
        told.append((on_one_thread(body, f"r-{number}"), [started, *events]))
        told.append((on_one_thread(body, f"s-{number}"), [started, ended | {"outcome": asks}]))
    session = inspect(*told)
    assert not [each.message for each in session.findings if each.code == "INTERNAL"]


def test_members_of_any_kind_where_ids_belong_are_no_ids() -> None:
    strange: list[Any] = [None, 7, [], {}, True, [["x"]]]
    messages = [
        member
        for odd in strange
        for member in (
            odd,
            {"id": odd, "role": odd, "content": odd, "toolCalls": odd, "toolCallId": odd},
            {"id": "m", "role": "tool", "toolCallId": odd, "content": "x"},
            {"id": "m", "role": "assistant", "toolCalls": [odd, CALL | {"id": odd}, CALL]},
            {"id": "m", "role": "assistant", "toolCalls": [CALL | {"function": odd}]},
        )
    ]
    body = {
        "threadId": "t",
        "runId": "r",
        "messages": messages,
        "tools": [*strange, {"name": []}],
        "resume": [*strange, *({"interruptId": odd, "status": odd} for odd in strange)],
        "protocolVersion": [],
    }
    started = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
    session = inspect((body, [started]), (body | {"runId": "r-2"}, []), (body, []))
    assert not [each.message for each in session.findings if each.code == "INTERNAL"]
    assert not session.clean


def test_a_long_history_is_judged_in_proportion_to_its_length() -> None:
    messages = [{"id": f"u-{n}", "role": "user", "content": "same"} for n in range(20_000)]
    renamed = [message | {"id": f"x-{message['id']}"} for message in messages]
    body = {"threadId": "t", "runId": "r-1", "protocolVersion": "1.1", "messages": messages}
    session = inspect((body, []), (body | {"runId": "r-2", "messages": renamed}, []))
    (finding,) = [each for each in session.findings if each.code == "INP018"]
    assert "19997 more" in finding.message
