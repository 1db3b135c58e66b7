"""Makes recordings/: each scenario, observed over HTTP at its own pace, as a client would meet it.

Run ``python -m tests.make_recordings [NAME...]`` after a scenario changed; it takes half a minute.
Ids are fixed, so that only times, dates and what really changed differ from the recording before.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from wirelab.protocol.versions import NEWEST
from wirelab.session.inspection import Inspection
from wirelab.session.next_input import next_input
from wirelab.session.session import Session
from wirelab.synthetic.scenario import Scenario
from wirelab.synthetic.scenario_reader import load_bundled
from wirelab.synthetic.serving import DEFAULT_PORT, running_agent
from wirelab.transports.http_post import Target, deliver
from wirelab.transports.recorder import Recorder
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import Traffic

Input: TypeAlias = dict[str, Any]
Turn: TypeAlias = Callable[[Session, int], Input]

FOLDER = Path(__file__).parents[1] / "recordings"
BETWEEN_TURNS_S = 0.7

LOCATION_TOOL: dict[str, Any] = {
    "name": "get_location",
    "description": "Where the user is now.",
    "parameters": {
        "type": "object",
        "properties": {
            "precision": {"type": "string", "enum": ["city", "street"]},
            "reason": {"type": "string"},
        },
        "required": ["precision", "reason"],
    },
}


def says(text: str) -> Turn:
    """The user says something."""
    return lambda session, turn: next_input(
        session, text, run_id=f"run-{turn}", message_id=f"user-{turn}"
    )


def _goes_on(session: Session, turn: int) -> Input:
    """The next input without a new message of the user."""
    following = says("")(session, turn)
    return following | {"messages": following["messages"][:-1]}


def answers_call(content: str, **members: Any) -> Turn:
    """The application answers the call that the last run left open."""

    def turn_of(session: Session, turn: int) -> Input:
        call_id = session.runs[-1].call_ids[-1]
        result = {"id": f"tool-{turn}", "role": "tool", "toolCallId": call_id, "content": content}
        following = _goes_on(session, turn)
        return following | {"messages": [*following["messages"], result | members]}

    return turn_of


def resumes(*payloads: Input) -> Turn:
    """The user answers the first interrupts of the last run, one with each payload."""

    def turn_of(session: Session, turn: int) -> Input:
        entries = [
            {"interruptId": interrupt["id"], "status": "resolved", "payload": payload}
            for interrupt, payload in zip(session.runs[-1].interrupts, payloads, strict=False)
        ]
        return _goes_on(session, turn) | {"resume": entries}

    return turn_of


def abandons(session: Session, turn: int) -> Input:
    """The user abandons every interrupt of the last run."""
    ids = [interrupt["id"] for interrupt in session.runs[-1].interrupts]
    entries = [{"interruptId": each, "status": "cancelled"} for each in ids]
    return _goes_on(session, turn) | {"resume": entries}


TURNS: dict[str, list[Turn]] = {
    "chat": [
        says("Who are you?"),
        says("Do you remember what I asked?"),
        says("Thank you, that was all."),
    ],
    "tool-call": [says("What will the weather be like in Lisbon?")],
    "frontend-tool": [says("Where am I?"), answers_call('{"city":"Coimbra"}')],
    "frontend-tool-declined": [
        says("Where am I?"),
        answers_call("", error="The user did not share the location."),
    ],
    "state-sync": [says("Show me the launch board.")],
    "reasoning": [says("When does the 9:40 train arrive?")],
    "interrupt": [
        says("Please refund order A-1007."),
        resumes({"approved": True, "note": "Parcel lost"}, {"channel": "email"}),
    ],
    "interrupt-incomplete": [
        says("Please refund order A-1007."),
        resumes({"approved": True}),
        resumes({"approved": True, "note": "Parcel lost"}, {"channel": "email"}),
    ],
    "interrupt-abandoned": [says("Please refund order A-1007."), abandons],
    "subagents": [says("Plan a trip to Berlin.")],
    "step-error": [says("Publish the monthly report.")],
    "versioning": [says("Which version do you speak?")],
    "invalid-order": [says("Hello?")],
}
"""The recordings: what is said in each. One is named after its scenario, further ones begin so."""

BEFORE: dict[str, Input] = {
    "frontend-tool": {"tools": [LOCATION_TOOL]},
    "frontend-tool-declined": {"tools": [LOCATION_TOOL]},
    "state-sync": {"state": {"user": {"name": "Ana", "locale": "pt-PT"}}},
}


def first_input(name: str) -> Input:
    """What every input of a conversation holds unless a turn says otherwise."""
    always: Input = {"threadId": f"thread-{name}", "runId": "run-1", "protocolVersion": NEWEST}
    return always | {"messages": [], "tools": [], "context": []} | BEFORE.get(name, {})


async def record(name: str, scenario: Scenario, base: str, path: Path) -> Session:
    """Hold a conversation with a scenario and write it down."""
    inspection, framing = Inspection(), Framing()
    target = Target(f"{base}/{scenario.name}")
    clock = _clock()
    with Recorder(path, title=scenario.title, overwrite=True) as recorder:

        def take(traffic: Traffic) -> None:
            recorder.take(traffic)
            for arrival in framing.take(traffic):
                inspection.take(arrival)

        for body in _bodies(name, inspection.session):
            await deliver(target, body, clock, take)
            await asyncio.sleep(BETWEEN_TURNS_S)
    return inspection.session


def _bodies(name: str, session: Session) -> Iterator[bytes]:
    for turn, input_of in enumerate(TURNS[name], start=1):
        payload = input_of(session, turn)
        if turn == 1:
            payload = first_input(name) | {"messages": payload["messages"]}
        yield json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


def _played(name: str, scenarios: dict[str, Scenario]) -> Scenario:
    return max(
        (scenario for scenario in scenarios.values() if name.startswith(scenario.name)),
        key=lambda scenario: len(scenario.name),
    )


def _clock() -> Callable[[], float]:
    """Milliseconds since it was first asked, which is when the first request goes out."""
    began: list[float] = []

    def now_ms() -> float:
        now = time.monotonic()
        began[:] = began or [now]
        return (now - began[0]) * 1000

    return now_ms


async def main(names: list[str]) -> None:
    scenarios = load_bundled()
    with running_agent(port=DEFAULT_PORT, scenarios=scenarios) as base:
        for name in names or TURNS:
            path = FOLDER / f"{name}.jsonl"
            session = await record(name, _played(name, scenarios), base, path)
            path.chmod(0o644)
            codes = [finding.code for finding in session.findings]
            print(f"{name}: {session.event_count} events, {session.verdict}", *codes)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
