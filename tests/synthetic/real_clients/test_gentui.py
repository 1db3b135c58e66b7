"""gentui, a chat application for the terminal with a reader of its own, talks to the scenarios.

It keeps no messages but shows them: what it shows must be what our judge says a client has. It
leaves out what it does not read, and does not survive what we reject; both stand here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.synthetic.real_clients.conversations import CONVERSATIONS, scenario_of
from tests.synthetic.real_clients.overheard import Overheard
from tests.synthetic.real_clients.python_package import python_package, told_by
from wirelab.session.session import Session
from wirelab.synthetic.agent import Agent
from wirelab.synthetic.app import create_app
from wirelab.synthetic.scenario import Scenario
from wirelab.synthetic.serving import running_app

HERE = Path(__file__).parent / "gentui"
TALKS = {
    name: turns
    for name, turns in CONVERSATIONS.items()
    if not any("answer" in turn for turn in turns)
} | {"frontend-tool, advertised by nobody": [{"say": "Go"}]}
"""It advertises no tools, so there is none to answer."""

DIES = {"invalid-order": "KeyError"}
"""Where we reject, it ends with an exception: it reads a message only by the name of its start."""


class Shown:
    def __init__(self, app: Overheard, told: list[Any]) -> None:
        self._app = app
        self.by_name = dict(zip(TALKS, told, strict=True))

    def ours(self, name: str, runs: int) -> Session:
        return self._app.after(name, runs)

    def inputs(self, name: str) -> list[Any]:
        return self._app.inputs(name)


@pytest.fixture(scope="module")
def shown(
    tmp_path_factory: pytest.TempPathFactory, scenarios: dict[str, Scenario]
) -> Iterator[Shown]:
    into = tmp_path_factory.mktemp("gentui")
    python = python_package("gentui==0.1.9", HERE / "requirements.txt", into, (3, 12))
    app = Overheard(create_app(Agent(scenarios, None, (), None)))
    with running_app(app) as url:  # type: ignore[arg-type]
        asked = [
            {"url": f"{url}/{scenario_of(name)}", "thread": name, "turns": turns}
            for name, turns in TALKS.items()
        ]
        yield Shown(app, told_by(python, HERE / "converse.py", asked))


def sent_in_chunks(session: Session) -> set[Any]:
    """Ids of what only chunk events brought, which it does not read."""
    chunks = [event.payload for event in session.events if event.type.endswith("_CHUNK")]
    return {each[key] for each in chunks for key in ("messageId", "toolCallId") if key in each}


def entries(shown: Shown, name: str) -> list[dict[str, Any]]:
    """What an application shows of our messages.

    It sends back neither reasoning nor chunks, and calls apart from their message, so each run is
    asked for what is new: what the user said, and what the agent sent.
    """
    brought: dict[str, dict[str, Any]] = {}
    for runs, given in enumerate(shown.inputs(name), 1):
        session = shown.ours(name, runs)
        sent = {message["id"] for message in given["messages"] if message["role"] != "user"}
        for message in session.messages:
            if message["id"] not in sent:
                brought.setdefault(message["id"], message)
    unread = sent_in_chunks(session)
    read = [each for each in brought.values() if each["id"] not in unread]
    results = {each.get("toolCallId"): each.get("content") for each in read}
    return [entry for message in read for entry in entries_of(message, results)]


def entries_of(message: dict[str, Any], results: dict[Any, Any]) -> Iterator[dict[str, Any]]:
    if message["role"] in ("user", "assistant", "reasoning") and message.get("content"):
        yield {"kind": message["role"], "text": message["content"]}
    for call in message.get("toolCalls", ()):
        made = {"kind": "tool", "name": call["function"]["name"]}
        yield made | {"args": call["function"]["arguments"], "result": results.get(call["id"])}


@pytest.mark.parametrize("name", [name for name in TALKS if name not in DIES])
def test_it_shows_what_we_say(shown: Shown, name: str) -> None:
    had = shown.by_name[name]
    said = [each for each in had["entries"] if each["kind"] not in ("decision", "error")]
    assert had["died"] is None
    assert said == entries(shown, name)


@pytest.mark.parametrize("name", [name for name in TALKS if name not in DIES])
def test_its_state_is_what_we_say(shown: Shown, name: str) -> None:
    assert shown.by_name[name]["state"] == shown.ours(name, len(TALKS[name])).state


@pytest.mark.parametrize("name", DIES)
def test_it_does_not_survive_what_we_reject(shown: Shown, name: str) -> None:
    assert DIES[name] in shown.by_name[name]["died"]
    assert shown.ours(name, 1).verdict == "rejected"


def test_a_failed_run_is_shown_as_an_error(shown: Shown) -> None:
    errors = [each for each in shown.by_name["step-error"]["entries"] if each["kind"] == "error"]
    assert len(errors) == 2
    assert all("The report service did not answer." in each["text"] for each in errors)
