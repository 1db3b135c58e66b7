"""The routes that make no run, and how a run's scenario is chosen."""

from __future__ import annotations

import httpx
import pytest

from tests.synthetic.conversation import answer, hello, send, user
from wirelab.protocol.schema_gate import gate
from wirelab.synthetic.scenario import Scenario
from wirelab.synthetic.serving import running_agent


def test_health(agent_url: str) -> None:
    response = httpx.get(f"{agent_url}/health")
    assert response.json() == {"status": "ok", "protocolVersion": "1.1"}


def test_index_for_a_program(agent_url: str, scenarios: dict[str, Scenario]) -> None:
    response = httpx.get(agent_url)
    assert response.headers["content-type"] == "application/json"
    listed = {each["name"]: each for each in response.json()["scenarios"]}
    assert list(listed) == list(scenarios)
    assert listed["invalid-order"]["findings"] == ["MSG002", "MSG001", "RUN004"]
    assert httpx.get(listed["chat"]["capabilities"]).status_code == 200
    assert send(listed["chat"]["url"], hello()).clean


def test_index_for_a_browser(agent_url: str, scenarios: dict[str, Scenario]) -> None:
    accept = "text/html,application/xhtml+xml,*/*;q=0.8"
    response = httpx.get(agent_url, headers={"accept": accept})
    assert response.headers["content-type"].startswith("text/html")
    for name in scenarios:
        assert f"<code>{name}</code>" in response.text
    assert "<script" not in response.text
    assert "the client&#x27;s state" in response.text


def test_head_is_answered_without_a_body(agent_url: str) -> None:
    response = httpx.head(agent_url)
    assert (response.status_code, response.content) == (200, b"")


def test_capabilities_are_well_formed(agent_url: str, scenarios: dict[str, Scenario]) -> None:
    for name in scenarios:
        found = httpx.get(f"{agent_url}/{name}/capabilities").json()
        assert gate("1.1").accepts("AgentCapabilities", found), name


def test_capabilities_are_true(scenarios: dict[str, Scenario]) -> None:
    said = {name: scenario.capabilities for name, scenario in scenarios.items()}
    assert [name for name in said if said[name]["tools"]["clientProvided"]] == ["frontend-tool"]
    assert [name for name in said if said[name]["state"]["deltas"]] == ["state-sync"]
    assert [name for name in said if said[name]["reasoning"]["encrypted"]] == ["reasoning"]
    assert [name for name in said if said[name]["multiAgent"]["supported"]] == ["subagents"]
    assert [name for name in said if said[name]["humanInTheLoop"]["interrupts"]] == ["interrupt"]
    assert not said["chat"]["tools"]["supported"]
    subagents = [each["name"] for each in said["subagents"]["multiAgent"]["subagents"]]
    assert subagents == ["flight-finder", "hotel-finder", "review-reader"]


@pytest.mark.parametrize(
    ("text", "props", "wanted"),
    [
        ("Hello", {}, "You said: Hello"),
        ("Play versioning for me", {}, "Your client declared"),
        ("VERSIONING, then chat", {}, "Your client declared"),
        ("versionings", {}, "You said: versionings"),
        ("chat", {"wirelab": {"scenario": "versioning"}}, "Your client declared"),
        ("Hello", {"wirelab": {"other": "x"}}, "You said: Hello"),
        ("Hello", ["wirelab"], "You said: Hello"),
    ],
)
def test_the_root_chooses(text: str, props: object, wanted: str, agent_url: str) -> None:
    payload = hello(messages=[user("u-1", text)], forwardedProps=props)
    assert answer(send(agent_url, payload)).startswith(wanted)


def test_a_name_with_a_hyphen_is_named_as_a_whole(agent_url: str) -> None:
    session = send(agent_url, hello(messages=[user("u-1", "a tool-call, please")]))
    assert "TOOL_CALL_START" in [event.type for event in session.events]


@pytest.mark.parametrize(("asked", "status"), [("subagent", 404), (5, 422), ([], 422)])
def test_the_root_asked_for_no_scenario(asked: object, status: int, agent_url: str) -> None:
    payload = hello(forwardedProps={"wirelab": {"scenario": asked}})
    assert httpx.post(agent_url, json=payload).status_code == status


def test_cors_is_off_unless_an_origin_is_given(
    agent_url: str, scenarios: dict[str, Scenario]
) -> None:
    page = "https://page.example"
    asks = {"origin": page, "access-control-request-method": "POST"}
    asks |= {"access-control-request-headers": "content-type"}
    assert httpx.options(f"{agent_url}/chat", headers=asks).status_code == 405
    assert "access-control-allow-origin" not in httpx.get(agent_url, headers=asks).headers
    with running_agent(scenarios=scenarios, cors=[page]) as url:
        allowed = httpx.options(f"{url}/chat", headers=asks)
        assert allowed.headers["access-control-allow-origin"] == page
        assert httpx.options(f"{url}/chat", headers=asks | {"origin": "null"}).status_code == 400
