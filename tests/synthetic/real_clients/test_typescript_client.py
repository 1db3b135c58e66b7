"""The official TypeScript client holds conversations with all ten scenarios, over a real socket.

After each run it must have the messages and the state that our judge, who heard the same bytes,
says a client has. Where a client is older than what it is sent, the difference stands here with its
reason, and must be there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.synthetic.conversation import graver
from tests.synthetic.real_clients.conversations import (
    CONVERSATIONS,
    STATE,
    TOOL,
    UNCOVERED,
    scenario_of,
)
from tests.synthetic.real_clients.npm_package import told_by
from tests.synthetic.real_clients.overheard import Overheard
from wirelab.session.session import Session
from wirelab.synthetic.agent import Agent
from wirelab.synthetic.app import create_app
from wirelab.synthetic.scenario import Scenario
from wirelab.synthetic.serving import running_app

ALL = CONVERSATIONS | UNCOVERED
NEWEST, BEFORE_1_0 = "@ag-ui/client", "client-before-1.0"

NOT_READ = {
    "reasoning": ("encryptedValueType", "new in 1.1: clients of 1.0 and before strip it"),
}
"""A member of our messages that these clients do not know, sent by an agent that speaks 1.1."""

REJECTED = {
    "frontend-tool": ("pendingToolCallIds", "new in 1.0, and before 1.0 an outcome is closed"),
    "frontend-tool, which fails": ("pendingToolCallIds", "the same"),
    "interrupt, abandoned": ("'success' | 'interrupt'", "the outcome cancelled is new in 1.0"),
    "versioning": ("Invalid discriminator", "before 1.0 an unknown event type fails the run"),
}
"""What the client before 1.0 rejects: words of its error, and why."""

SENT_BACK_WITHOUT = {(BEFORE_1_0, "reasoning"): ["INP016"]}
"""It says no version, so nothing excuses that the encryptedValueType does not come back."""


@dataclass(frozen=True)
class Peers:
    """client: the npm package. speaks: the version of the agent."""

    client: str
    speaks: str

    @property
    def id(self) -> str:
        return f"{self.client} to {self.speaks}"


class Heard:
    """All conversations of one client with one agent."""

    def __init__(self, peers: Peers, app: Overheard, told: list[list[Any]]) -> None:
        self.peers, self._app = peers, app
        self.had = dict(zip(ALL, told, strict=True))

    def ours(self, name: str, runs: int) -> Session:
        return self._app.after(name, runs)

    def requests(self, name: str) -> list[Any]:
        return self._app.inputs(name)


ALL_PEERS = [Peers(NEWEST, "1.1"), Peers(NEWEST, "1.0"), Peers(BEFORE_1_0, "1.1")]


@pytest.fixture(scope="module", params=ALL_PEERS, ids=lambda peers: peers.id)
def heard(
    request: pytest.FixtureRequest, typescript: Path, scenarios: dict[str, Scenario]
) -> Iterator[Heard]:
    peers: Peers = request.param
    app = Overheard(create_app(Agent(scenarios, None, (), None, version=peers.speaks)))
    with running_app(app) as url:  # type: ignore[arg-type]
        asked = [
            {"url": f"{url}/{scenario_of(name)}", "threadId": name, "turns": turns}
            | {"tools": [TOOL], "state": STATE if name == "state-sync" else {}}
            for name, turns in ALL.items()
        ]
        question = {"client": peers.client, "conversations": asked}
        yield Heard(peers, app, told_by(typescript / "converse.mjs", question))


def without(member: str, messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: each[key] for key in each if key != member} for each in messages]


def rejected_for_its_age(heard: Heard, name: str) -> bool:
    return heard.peers.client == BEFORE_1_0 and name in REJECTED


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_it_has_what_we_say_after_each_run(heard: Heard, name: str) -> None:
    if rejected_for_its_age(heard, name):
        words, _ = REJECTED[name]
        assert words in "".join(had["error"] or "" for had in heard.had[name])
        return
    for runs, had in enumerate(heard.had[name], 1):
        session = heard.ours(name, runs)
        expected = session.messages
        if heard.peers.speaks == "1.1" and name in NOT_READ:
            member, _ = NOT_READ[name]
            assert expected != (expected := without(member, expected)), "no longer a difference"
        assert had["messages"] == expected
        assert had["state"] == session.state


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_each_run_ends_for_it_as_for_us(heard: Heard, name: str) -> None:
    if rejected_for_its_age(heard, name):
        return
    for runs, had in enumerate(heard.had[name], 1):
        session = heard.ours(name, runs)
        run = session.runs[-1]
        outcome = run.outcome["type"] if isinstance(run.outcome, dict) else None
        if session.verdict == "rejected":
            assert "No active text message found" in had["error"]
        else:
            assert (had["error"], had["outcome"]) == (None, outcome)
            assert (had["runError"] is None) == (run.status.value != "failed")


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_its_application_sees_the_events_we_say(heard: Heard, name: str) -> None:
    if rejected_for_its_age(heard, name):
        return
    turns = heard.had[name]
    seen = [type_ for had in turns for type_ in had["events"]]
    delivered = heard.ours(name, len(turns)).delivered
    assert seen == [event["type"] for event in delivered]


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_the_judge_finds_what_the_scenario_announces(
    heard: Heard, name: str, scenarios: dict[str, Scenario]
) -> None:
    """Nothing wrong with what the client sends either."""
    if rejected_for_its_age(heard, name):
        return
    turns = CONVERSATIONS[name]
    announced = list(scenarios[scenario_of(name)].findings)
    assert len(heard.requests(name)) == len(turns)
    sent = SENT_BACK_WITHOUT.get((heard.peers.client, name), [])
    assert graver(heard.ours(name, len(turns))) == announced * len(turns) + sent


@pytest.mark.parametrize("name", UNCOVERED)
def test_it_asks_for_nothing_while_an_interrupt_has_no_answer(heard: Heard, name: str) -> None:
    interrupted, refused = heard.had[name]
    assert interrupted["outcome"] == "interrupt"
    assert "pending interrupt" in refused["error"]
    assert len(heard.requests(name)) == 1
