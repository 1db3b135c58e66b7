"""Runs of one thread: what a scenario does depends on what the input carries, nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.synthetic.conversation import Conversation, answer, graver, hello, send, user
from wirelab.projections.runs import RunStatus
from wirelab.session.session import Session

TOOL: dict[str, Any] = {
    "name": "pick_color",
    "description": "Lets the user pick a colour.",
    "parameters": {
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "palette": {"type": "array", "items": {"enum": ["warm", "cold"]}},
            "most": {"type": "integer", "minimum": 2},
        },
        "required": ["title", "palette", "most"],
    },
}


def types(session: Session, run: int) -> list[str]:
    runs = session.runs
    first = runs[run].started
    last = runs[run + 1].started if run + 1 < len(runs) else session.event_count
    return [event.type for event in session.events[first:last]]


def test_chat_goes_on_with_the_conversation_it_is_sent(agent_url: str) -> None:
    chat = Conversation(f"{agent_url}/chat")
    chat.send(hello())
    chat.send(chat.next_input(2, user("u-2", "And now?")))
    session = chat.send(chat.next_input(3, user("u-3", "Still there?")))
    assert session.clean
    assert answer(session).startswith("This is turn 3 of thread t-1.")
    assert "all 5 messages" in answer(session)
    assert "Hello, to the last, Still there?" in answer(session)
    assert types(session, 2)[:2] == ["RUN_STARTED", "MESSAGES_SNAPSHOT"]
    assert len({message["id"] for message in session.messages}) == 6


def test_the_same_input_gets_the_same_run(agent_url: str) -> None:
    first, second = (send(f"{agent_url}/chat", hello()) for _ in range(2))
    assert [event.payload for event in first.events] == [event.payload for event in second.events]


def test_ids_differ_between_threads_and_runs(agent_url: str) -> None:
    inputs = [hello(), hello(runId="r-2"), hello(threadId="t-2")]
    made = {send(f"{agent_url}/chat", each).messages[-1]["id"] for each in inputs}
    assert len(made) == 3


def test_a_run_echoes_ids_but_never_the_version(agent_url: str) -> None:
    session = send(f"{agent_url}/chat", hello(threadId="t-9", runId="r-9", protocolVersion="1.0"))
    started = session.events[0].payload
    assert (started["threadId"], started["runId"]) == ("t-9", "r-9")
    assert started["protocolVersion"] == "1.1"


def test_chat_without_a_user_message(agent_url: str) -> None:
    session = send(f"{agent_url}/chat", hello(messages=[]))
    assert session.clean
    assert answer(session).startswith("You said: nothing yet")


def test_text_of_content_parts_is_read(agent_url: str) -> None:
    image = {"type": "image", "source": {"type": "url", "value": "https://example.org/a.png"}}
    parts = [{"type": "text", "text": "Look"}, image, {"type": "text", "text": "here"}]
    session = send(f"{agent_url}/chat", hello(messages=[{**user("u-1", ""), "content": parts}]))
    assert answer(session).startswith("You said: Look here")


def test_long_and_odd_user_text_is_bounded_and_escaped(agent_url: str) -> None:
    odd = "\ud800 \x1b[31m \u2028 {{version}} " + "x" * 5000
    session = send(f"{agent_url}/chat", hello(messages=[user("u-1", odd)]))
    assert session.clean
    assert len(answer(session)) < 700
    assert "{{version}}" in answer(session)


def test_frontend_tool_round_trip(agent_url: str) -> None:
    tools = [{"name": "other", "description": "Not this one."}, TOOL]
    client = Conversation(f"{agent_url}/frontend-tool")
    session = client.send(hello(messages=[user("u-1", "pick_color please")], tools=tools))
    call = session.world.tool_calls.by_id[session.runs[0].call_ids[0]]
    assert call.name == "pick_color"
    assert session.runs[0].outcome == {"type": "success", "pendingToolCallIds": [call.id]}
    assert call.held_arguments == ('{"title":"pick_color please","palette":["warm"],"most":2}')
    assert types(session, 0).count("TOOL_CALL_ARGS") > 3

    result = {"id": "a-1", "role": "tool", "toolCallId": call.id, "content": "teal"}
    session = client.send(client.next_input(2, result, tools=tools))
    assert answer(session).startswith("Your application answered: teal")
    assert session.status is RunStatus.SUCCESS
    assert not session.findings


def test_frontend_tool_that_failed_fails_the_run(agent_url: str) -> None:
    client = Conversation(f"{agent_url}/frontend-tool")
    session = client.send(hello(tools=[TOOL]))
    call_id = session.runs[0].call_ids[0]
    declined = {"id": "a-1", "role": "tool", "toolCallId": call_id, "content": ""}
    session = client.send(client.next_input(2, declined | {"error": "declined"}, tools=[TOOL]))
    assert session.status is RunStatus.FAILED
    assert session.clean


def test_frontend_tool_without_any_tool_says_so(agent_url: str) -> None:
    session = send(f"{agent_url}/frontend-tool", hello())
    assert "You advertised no tool" in answer(session)
    assert session.runs[0].call_ids == []


@pytest.mark.parametrize("name", ["get_weather", "delegate", "refund_order"])
def test_a_backend_tool_never_has_the_name_of_an_advertised_one(name: str, agent_url: str) -> None:
    """Answering a tool the client advertised would be an error of the agent."""
    tools = [{"name": name, "description": "The client's own."}]
    for scenario in ("tool-call", "subagents", "interrupt"):
        session = send(f"{agent_url}/{scenario}", hello(tools=tools))
        assert not session.findings


def test_state_sync_keeps_what_the_client_had(agent_url: str) -> None:
    session = send(f"{agent_url}/state-sync", hello(state={"mine": [1], "board": "old"}))
    assert session.clean
    assert session.state["mine"] == [1]
    assert [task["id"] for task in session.state["board"]["tasks"]] == [1, 4, 2, 3]
    assert session.state["board"]["tasks"][0]["tags"] == ["press", "café"]
    assert session.state["board"]["slots"] == {"9am/10am": "Ana"}


@pytest.mark.parametrize("state", [5, "text", [], [1], {"board": None}, {"...": 1}])
def test_state_sync_takes_any_state(state: Any, agent_url: str) -> None:
    session = send(f"{agent_url}/state-sync", hello(state=state))
    assert not session.findings
    assert session.state["board"]["open"] == 3


def test_state_sync_shows_every_operation(agent_url: str) -> None:
    session = send(f"{agent_url}/state-sync", hello())
    deltas = [event.payload["delta"] for event in session.events if event.type == "STATE_DELTA"]
    operations = {operation["op"] for delta in deltas for operation in delta}
    assert operations == {"add", "remove", "replace", "move", "copy", "test"}


class Approval:
    """The interrupt scenario, up to its questions."""

    def __init__(self, url: str) -> None:
        self.client = Conversation(f"{url}/interrupt")
        session = self.client.send(hello())
        self.ids = [interrupt["id"] for interrupt in session.runs[-1].interrupts]
        assert session.status is RunStatus.INTERRUPTED

    def resume(self, *entries: dict[str, Any]) -> Session:
        number = len(self.client.session.runs) + 1
        return self.client.send(self.client.next_input(number, resume=list(entries)))

    def resolved(self, index: int, **payload: Any) -> dict[str, Any]:
        return {"interruptId": self.ids[index], "status": "resolved", "payload": payload}

    def abandoned(self, index: int) -> dict[str, Any]:
        return {"interruptId": self.ids[index], "status": "cancelled"}


def test_interrupt_approved(agent_url: str) -> None:
    approval = Approval(agent_url)
    session = approval.resume(
        approval.resolved(0, approved=True, note="fine"), approval.resolved(1, channel="letter")
    )
    assert session.status is RunStatus.SUCCESS
    assert "Told by: letter. Note: fine." in answer(session)
    assert session.runs[-1].result == {"refunded": True}
    assert not session.findings


def test_interrupt_declined(agent_url: str) -> None:
    approval = Approval(agent_url)
    session = approval.resume(
        approval.resolved(0, approved=False), approval.resolved(1, channel="none")
    )
    assert session.status is RunStatus.SUCCESS
    assert "declined" in answer(session)
    assert not session.findings


def test_interrupt_abandoned(agent_url: str) -> None:
    approval = Approval(agent_url)
    session = approval.resume(approval.abandoned(0), approval.resolved(1, channel="email"))
    assert session.status is RunStatus.CANCELLED
    assert not session.findings


def test_an_incomplete_resume_asks_again_and_acts_on_nothing(agent_url: str) -> None:
    approval = Approval(agent_url)
    session = approval.resume(approval.resolved(0, approved=True))
    assert session.status is RunStatus.INTERRUPTED
    assert "TOOL_CALL_RESULT" not in types(session, 1)
    again = session.runs[-1].interrupts
    assert [interrupt["toolCallId"] for interrupt in again[:1]] == session.runs[0].call_ids
    assert {interrupt["id"] for interrupt in again}.isdisjoint(approval.ids)

    approval.ids = [interrupt["id"] for interrupt in again]
    session = approval.resume(
        approval.resolved(0, approved=True), approval.resolved(1, channel="email")
    )
    assert session.status is RunStatus.SUCCESS
    assert graver(session) == ["INT001"]  # the client's fault, not the agent's


@pytest.mark.parametrize(
    ("expires", "how"),
    [("2020-01-01T00:00:00Z", "expired"), ("2199-01-01T00:00:00Z", "done"), ("soon", "done")],
)
def test_an_answer_that_comes_too_late_acts_on_nothing_and_is_asked_again(
    agent_url: str, expires: str, how: str
) -> None:
    asked = {"forwardedProps": {"wirelab": {"expiresAt": expires}}}
    client = Conversation(f"{agent_url}/interrupt")
    first = client.send(hello(**asked)).runs[0].interrupts
    assert first[0]["expiresAt"] == expires
    entries = [
        {"interruptId": first[0]["id"], "status": "resolved", "payload": {"approved": True}},
        {"interruptId": first[1]["id"], "status": "resolved", "payload": {"channel": "none"}},
    ]
    session = client.send(client.next_input(2, resume=entries, **asked))
    if how == "done":
        assert session.status is RunStatus.SUCCESS
        return
    assert session.status is RunStatus.INTERRUPTED
    assert "That offer has expired" in answer(session)
    assert "TOOL_CALL_RESULT" not in types(session, 1)
    abandoned = [
        {"interruptId": each["id"], "status": "cancelled"} for each in session.runs[1].interrupts
    ]
    session = client.send(client.next_input(3, resume=abandoned, **asked))
    assert session.status is RunStatus.CANCELLED


def test_a_new_question_while_an_answer_is_owed_asks_again(agent_url: str) -> None:
    client = Approval(agent_url).client
    session = client.send(client.next_input(2, user("u-2", "What about order B-2?")))
    assert session.status is RunStatus.INTERRUPTED
    assert "TOOL_CALL_START" not in types(session, 1)


def test_a_resume_of_a_client_that_sends_no_history(agent_url: str) -> None:
    approval = Approval(agent_url)
    entries = [approval.resolved(0, approved=True), approval.resolved(1, channel="none")]
    session = approval.client.send(hello(runId="r-2", messages=[], resume=entries))
    assert session.status is RunStatus.SUCCESS
    assert session.clean
