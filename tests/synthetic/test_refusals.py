"""What starts no run: an HTTP error with a reason in JSON, before any stream."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.synthetic.conversation import JSON, hello, send
from wirelab.synthetic.scenario import Scenario
from wirelab.synthetic.serving import running_agent

MESSAGE = {"id": "u-1", "role": "user", "content": "Hello"}


def refusal(response: httpx.Response, status: int, error: str) -> dict[str, Any]:
    assert response.status_code == status
    assert response.headers["content-type"] == "application/json"
    body: dict[str, Any] = response.json()
    assert body["error"] == error
    assert body["reason"]
    assert "pointer" in body
    return body


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/chat", "POST"),
        ("DELETE", "/chat", "POST"),
        ("POST", "/health", "GET, HEAD"),
        ("POST", "/chat/capabilities", ""),
        ("PUT", "/", "GET, HEAD, POST"),
    ],
)
def test_wrong_method(method: str, path: str, allowed: str, agent_url: str) -> None:
    response = httpx.request(method, agent_url + path, json=hello())
    if allowed:
        refusal(response, 405, "method-not-allowed")
        assert response.headers["allow"] == allowed
    else:
        assert response.status_code == 405


@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
def test_unknown_scenario_names_near_ones(method: str, agent_url: str) -> None:
    body = refusal(httpx.request(method, f"{agent_url}/tool-cal"), 404, "unknown-scenario")
    assert body["near"] == ["tool-call"]
    assert "chat" in body["all"]


@pytest.mark.parametrize("path", ["/chat%1b[31m", "/%ff", "/" + "x" * 3000, "//", "/chat/"])
def test_odd_paths_are_unknown_scenarios(path: str, agent_url: str) -> None:
    body = refusal(httpx.post(agent_url + path), 404, "unknown-scenario")
    assert len(body["reason"]) < 300
    assert "\x1b" not in body["reason"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
        {**JSON, "content-encoding": "gzip"},
    ],
)
def test_what_is_no_plain_json(headers: dict[str, str], agent_url: str) -> None:
    response = httpx.post(f"{agent_url}/chat", content=b"{}", headers=headers)
    assert response.status_code == 415


@pytest.mark.parametrize("type_", ["application/json; charset=utf-8", "Application/JSON"])
def test_content_type_with_parameters_or_in_capitals(type_: str, agent_url: str) -> None:
    content = json.dumps(hello()).encode()
    response = httpx.post(f"{agent_url}/chat", content=content, headers={"content-type": type_})
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (b"", "empty-body"),
        (b"  \n", "empty-body"),
        (b'{"threadId":', "not-json"),
        (b'{"threadId": NaN}', "not-json"),
        (b"\xff\xfe{}", "not-json"),
        (b"[" * 100_000 + b"]" * 100_000, "nested-too-deep"),
        (b'{"threadId":"t","runId":"r","messages":[],"state":1e999}', "number-too-large"),
    ],
)
def test_what_is_no_json(body: bytes, error: str, agent_url: str) -> None:
    refusal(httpx.post(f"{agent_url}/chat", content=body, headers=JSON), 400, error)


@pytest.mark.parametrize(
    ("payload", "pointer", "says"),
    [
        ([], "", "an array"),
        ("text", "", "a string"),
        ({"threadId": "t", "messages": []}, "/runId", "missing"),
        ({"threadId": "t", "run_id": "r", "messages": []}, "/runId", '"run_id"'),
        (hello(threadId=5), "/threadId", "a string"),
        (hello(state=None), "/state", "null"),
        (hello(messages=[MESSAGE, {"id": "u", "role": "user"}]), "/messages/1/content", "missing"),
        (hello(tools=[{"name": "x"}]), "/tools/0/description", "missing"),
        (hello(resume=[{"interruptId": "i", "status": "maybe"}]), "/resume/0/status", "maybe"),
    ],
)
def test_malformed_input(payload: Any, pointer: str, says: str, agent_url: str) -> None:
    body = refusal(httpx.post(f"{agent_url}/chat", json=payload), 422, "malformed-input")
    assert body["pointer"] == pointer
    assert says in body["reason"]


def test_a_reason_may_quote_half_a_surrogate_pair(agent_url: str) -> None:
    content = rb'{"threadId":{"\ud800":"\udc00\ud800"},"runId":"r","messages":[]}'
    response = httpx.post(f"{agent_url}/chat", content=content, headers=JSON)
    assert response.status_code == 422


@pytest.mark.parametrize("declared", ["2.0", "0.9"])
def test_another_major_version(declared: str, agent_url: str) -> None:
    response = httpx.post(f"{agent_url}/chat", json=hello(protocolVersion=declared))
    body = refusal(response, 400, "unsupported-version")
    assert body["pointer"] == "/protocolVersion"


@pytest.mark.parametrize("declared", ["1.0", "1.1", "1.99", "1", "one", "", None])
def test_other_versions_are_served(declared: str | None, agent_url: str) -> None:
    payload = hello()
    del payload["protocolVersion"]
    session = send(
        f"{agent_url}/chat", payload | ({"protocolVersion": declared} if declared else {})
    )
    assert session.events[0].payload["protocolVersion"] == "1.1"


def test_unknown_members_are_stripped_and_told(scenarios: dict[str, Scenario]) -> None:
    told: list[str] = []
    payload = hello(
        newer=1,
        messages=[
            {**MESSAGE, "mood\x1b[31m": "good"},
            {"id": "c-1", "role": "critic", "content": "no"},
            {"id": "u-2", "role": "user", "content": [{"type": "hologram"}]},
        ],
        tools=[{"name": "t", "description": "d", "strict": True}],
    )
    with running_agent(scenarios=scenarios, speed=None, note=told.append) as url:
        session = send(f"{url}/chat", payload)
        assert session.events[-1].type == "RUN_FINISHED"
    assert len(told) == 1, told
    (line,) = told
    assert '"/newer"' in line
    assert '"/tools/0/strict"' in line
    assert "\x1b" not in line


def test_a_resume_of_an_unknown_interrupt_is_told_and_served(
    scenarios: dict[str, Scenario],
) -> None:
    told: list[str] = []
    resume = [{"interruptId": "i-of-yesterday", "status": "resolved", "payload": 1}]
    with running_agent(scenarios=scenarios, speed=None, note=told.append) as url:
        assert send(f"{url}/chat", hello(resume=resume)).clean
    assert '"i-of-yesterday"' in told[0]


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_too_large(chunked: bool, agent_url: str) -> None:
    size = 8 * 1024 * 1024 + 1

    def pieces() -> Iterator[bytes]:
        yield b" " * (size // 2)
        yield b" " * (size - size // 2)

    content = pieces() if chunked else b" " * size
    response = httpx.post(f"{agent_url}/chat", content=content, headers=JSON)
    body = refusal(response, 413, "body-too-large")
    assert "8388608" in body["reason"]


def test_a_length_that_is_too_large_is_refused_before_the_body_comes(agent_url: str) -> None:
    host, port = agent_url.removeprefix("http://").split(":")
    head = "POST /chat HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    with socket.create_connection((host, int(port)), timeout=5) as client:
        client.sendall(f"{head}content-length: {10**10}\r\n\r\n".encode())
        assert client.recv(4096).startswith(b"HTTP/1.1 413 ")


def test_a_body_of_the_largest_size_is_served(agent_url: str) -> None:
    content = json.dumps(hello()).encode().ljust(8 * 1024 * 1024)
    assert httpx.post(f"{agent_url}/chat", content=content, headers=JSON).status_code == 200
