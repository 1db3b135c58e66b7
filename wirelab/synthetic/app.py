"""The synthetic agent as an ASGI application: its routes, and what it refuses before a stream.

An error is an HTTP status with ``{"error", "pointer", "reason"}`` and no stream; once a stream has
begun there is only what the scenario says. Nothing is kept between requests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import anyio.to_thread
from starlette.applications import Starlette
from starlette.endpoints import HTTPEndpoint
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from wirelab.synthetic.agent import Agent, quoted
from wirelab.synthetic.cross_origin import cross_origin
from wirelab.synthetic.gallery import gallery
from wirelab.synthetic.index_page import index_page
from wirelab.synthetic.intake import Intake, RefusedError, read_input
from wirelab.wire.sse_encoder import canonical_json

if TYPE_CHECKING:
    from starlette.requests import Request

_READ_AT_ONCE = 16 * 1024
"""Bytes of a body that are read sooner than a thread is woken."""


def create_app(agent: Agent, cors: Sequence[str] = ()) -> Starlette:
    """The application. cors: origins whose pages may read answers; none, and it is off."""
    app = Starlette(
        routes=[
            Route("/", _Root),
            Route("/health", _Health),
            Route("/broken/", _Gallery),
            Route("/{scenario:path}/capabilities", _Capabilities),
            Route("/{scenario:path}", _Run),
        ],
        middleware=cross_origin(cors),
        exception_handlers={RefusedError: _refuse, HTTPException: _refuse_http},
    )
    app.state.agent = agent
    return app


class _Root(HTTPEndpoint):
    async def get(self, request: Request) -> Response:
        agent = _agent_of(request)
        base = str(request.base_url)
        if "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(index_page(agent.scenarios.values(), base))
        return _json(_index(agent, base))

    async def post(self, request: Request) -> Response:
        agent = _agent_of(request)
        intake = await _intake(request, agent)
        return agent.play(agent.chosen(intake), intake)


class _Gallery(HTTPEndpoint):
    async def get(self, request: Request) -> Response:
        agent, base = _agent_of(request), str(request.base_url)
        found = await anyio.to_thread.run_sync(gallery)
        listed = [
            {
                "name": each.name,
                "slug": each.slug,
                "about": each.about,
                "client": agent.advice(each.code),
                "url": f"{base}{each.name}",
            }
            for each in found
        ]
        return _json({"broken": listed})


class _Health(HTTPEndpoint):
    async def get(self, request: Request) -> Response:
        return _json({"status": "ok", "protocolVersion": _agent_of(request).version})


class _Capabilities(HTTPEndpoint):
    async def get(self, request: Request) -> Response:
        name = request.path_params["scenario"]
        return _json(_agent_of(request).scenario(name).capabilities)


class _Run(HTTPEndpoint):
    async def post(self, request: Request) -> Response:
        agent = _agent_of(request)
        scenario = agent.scenario(request.path_params["scenario"])
        return agent.play(scenario, await _intake(request, agent))

    async def method_not_allowed(self, request: Request) -> Response:
        _agent_of(request).scenario(request.path_params["scenario"])
        raise HTTPException(405, headers={"Allow": "POST"})


def _agent_of(request: Request) -> Agent:
    agent: Agent = request.app.state.agent
    return agent


async def _intake(request: Request, agent: Agent) -> Intake:
    """The input of a request; a large one is read in a thread, so that streams keep their times."""
    media_type = request.headers.get("content-type", "").split(";", 1)[0].strip().lower()
    if media_type != "application/json":
        sent = quoted(media_type) if media_type else "nothing"
        reason = f"send a RunAgentInput with content-type application/json; this says {sent}"
        raise RefusedError(415, "unsupported-media-type", reason)
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise RefusedError(415, "unsupported-encoding", "send the body without content-encoding")
    body = await _body(request, agent.most_body_bytes)
    if len(body) <= _READ_AT_ONCE:
        return read_input(body, agent.version)
    return await anyio.to_thread.run_sync(read_input, body, agent.version)


async def _body(request: Request, most: int) -> bytes:
    refusal = RefusedError(413, "body-too-large", f"the body may have {most} bytes at most")
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) > most:
        raise refusal
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise refusal
    return bytes(body)


def _index(agent: Agent, base: str) -> dict[str, Any]:
    return {
        "agent": "wirelab synthetic",
        "protocolVersion": agent.version,
        "broken": f"{base}broken/",
        "scenarios": [
            {
                "name": scenario.name,
                "title": scenario.title,
                "about": scenario.about,
                "verdict": scenario.verdict,
                "findings": list(scenario.findings),
                "url": f"{base}{scenario.name}",
                "capabilities": f"{base}{scenario.name}/capabilities",
            }
            for scenario in agent.scenarios.values()
        ],
    }


async def _refuse(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return _json(error.body, error.status)


async def _refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    allowed = (error.headers or {}).get("Allow", "")
    reason = f"{request.method} is not served here, only {allowed}" if allowed else error.detail
    word = error.detail.lower().replace(" ", "-")
    body = {"error": word, "pointer": None, "reason": reason}
    return _json(body, error.status_code, error.headers)


def _json(
    value: dict[str, Any], status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """An answer in JSON; unlike JSONResponse it can hold half of a surrogate pair."""
    return Response(canonical_json(value).encode(), status, headers, "application/json")
