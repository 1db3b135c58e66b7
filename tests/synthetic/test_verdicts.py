"""Each of the ten scenarios gets exactly the verdict it announces, over HTTP and from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.synthetic.conversation import Conversation, graver, hello, send
from wirelab.projections.runs import RunStatus
from wirelab.protocol.event_types import EVENT_TYPES
from wirelab.protocol.versions import KNOWN, NEWEST
from wirelab.rules.catalog import all_rules
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.steps.bundled import recording_names, recording_path, scenario_names
from wirelab.synthetic.intake import read_input
from wirelab.synthetic.scenario import Scenario
from wirelab.synthetic.scene import Scene
from wirelab.synthetic.serving import running_agent
from wirelab.transports.step_file import open_source
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import Read, Request

THE_TEN = {
    "chat": "clean",
    "frontend-tool": "clean",
    "interrupt": "clean",
    "reasoning": "clean",
    "state-sync": "clean",
    "subagents": "clean",
    "tool-call": "clean",
    "step-error": "accepted",
    "versioning": "accepted",
    "invalid-order": "rejected",
}
TOOL = {
    "name": "get_location",
    "description": "Where the user is.",
    "parameters": {"type": "object", "properties": {"precise": {"type": "boolean"}}},
}


def verdict(session: Session) -> str:
    return "clean" if session.clean else session.verdict


def recorded(path: Path) -> Session:
    framing, inspection = Framing(), Inspection()
    for traffic in open_source(path).traffic():
        for arrival in framing.take(traffic):
            inspection.take(arrival)
    return inspection.finish()


def test_the_ten_are_there_with_the_verdicts_they_owe(scenarios: dict[str, Scenario]) -> None:
    announced = {name: scenario.verdict for name, scenario in scenarios.items()}
    assert announced == THE_TEN


@pytest.mark.parametrize("name", scenario_names())
def test_over_http(name: str, agent_url: str, scenarios: dict[str, Scenario]) -> None:
    session = send(f"{agent_url}/{name}", hello(tools=[TOOL]))
    assert verdict(session) == scenarios[name].verdict
    assert graver(session) == list(scenarios[name].findings)


@pytest.mark.parametrize("name", scenario_names())
def test_nothing_is_even_noted(name: str, agent_url: str, scenarios: dict[str, Scenario]) -> None:
    session = send(f"{agent_url}/{name}", hello(tools=[TOOL]))
    assert len(session.findings) == len(scenarios[name].findings)


@pytest.mark.parametrize("name", scenario_names())
def test_an_older_version_is_spoken_without_what_is_new_since(
    name: str, scenarios: dict[str, Scenario]
) -> None:
    with running_agent(version=KNOWN[0], speed=None) as url:
        session = send(f"{url}/{name}", hello(tools=[TOOL]))
    assert session.runs[0].version == KNOWN[0]
    assert graver(session) == list(scenarios[name].findings)


@pytest.mark.parametrize("name", scenario_names())
def test_from_its_recording(name: str, scenarios: dict[str, Scenario]) -> None:
    session = recorded(recording_path(name))
    assert verdict(session) == scenarios[name].verdict
    assert graver(session) == list(scenarios[name].findings)
    assert all(frame.at_ms is not None for frame in session.frames)


def test_a_client_that_answers_half_is_told_so_and_is_asked_again() -> None:
    session = recorded(recording_path("interrupt-incomplete"))
    assert [finding.code for finding in session.findings] == ["INT001"]
    ended = [run.status.value for run in session.runs]
    assert ended == ["interrupted", "interrupted", "success"]


def test_errors_of_invalid_order_are_all_of_ordering(agent_url: str) -> None:
    pages = {rule.code: rule.slug for rule in all_rules()}
    session = send(f"{agent_url}/invalid-order", hello())
    assert [pages[finding.code] for finding in session.findings] == [
        "message-not-open",
        "message-already-open",
        "event-after-run-finished",
    ]


def test_every_event_type_is_in_a_clean_recording() -> None:
    sessions = [recorded(recording_path(name)) for name in recording_names()]
    shown = {event.type for session in sessions if session.clean for event in session.events}
    assert set(EVENT_TYPES) <= shown


@pytest.mark.parametrize("name", scenario_names())
def test_again_on_the_same_thread(
    name: str, agent_url: str, scenarios: dict[str, Scenario]
) -> None:
    """Ids must not clash with those of the turn before, whatever the client sends back."""
    conversation = Conversation(f"{agent_url}/{name}")
    waits = conversation.send(hello()).status is RunStatus.INTERRUPTED
    session = conversation.send(conversation.next_input(2, {**hello()["messages"][0], "id": "u-2"}))
    expected, owed = list(scenarios[name].findings), ["INT001"] if waits else []
    assert graver(session) == [*expected, *owed, *expected]


@pytest.mark.parametrize("name", recording_names())
def test_a_recording_is_what_its_scenario_still_plays(
    name: str, scenarios: dict[str, Scenario]
) -> None:
    """If not, ``python -m tests.make_recordings`` makes it anew."""
    traffic = list(open_source(recording_path(name)).traffic())
    requests = [each for each in traffic if isinstance(each, Request)]
    came = b"".join(each.data for each in traffic if isinstance(each, Read))
    scenario = scenarios[requests[0].url.rsplit("/", 1)[1]]
    played = b""
    for request in requests:
        run_input = read_input(request.body, NEWEST).run_input
        scene = Scene(run_input, NEWEST, scenario.interrupts, scenario.waits)
        played += b"".join(beat.data for beat in scenario.beats(scene))
    assert came == played
