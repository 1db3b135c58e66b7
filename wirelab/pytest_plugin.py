"""For pytest: run an endpoint or an app in a test and assert what its stream is worth.

Functions to import (``agui_stream``, ``assert_agui``), the same as fixtures, and the fixture
``synthetic_agent``. Loading the plugin loads nothing else of Wire Lab.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding
    from wirelab.session.session import Session
    from wirelab.stream_inspection import StreamSource

_STOPPING_S = 5.0


def agui_stream(
    url_or_app: str | Callable[..., Any],
    message: str = "Hello!",
    *,
    path: str = "/",
    run_input: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
    timeout: float = 30.0,
    spec: str = "auto",
) -> Session:
    """Run an endpoint once and return the session, whatever came of it.

    url_or_app: a URL, or an ASGI application, which is served on a free loopback port meanwhile
        and asked at ``path``.
    message: the user's, unless ``run_input`` is a whole RunAgentInput.
    timeout: seconds, for the connection and of silence.
    """
    if isinstance(url_or_app, str):
        return _observed(url_or_app, message, run_input, headers, timeout, spec)
    with _served(url_or_app) as base:
        return _observed(base + path, message, run_input, headers, timeout, spec)


def assert_agui(
    source: Session | StreamSource, fail_on: str = "error", ignore: Collection[str] = ()
) -> Session:
    """Assert that a stream has no finding at or above ``fail_on`` (error, warning, note).

    source: a session, a URL, or what ``wirelab.inspect_stream`` takes.
    ignore: codes, or the beginnings of codes, of findings that do not count.
    Fails with the verdict as ``wirelab validate`` words it; returns the session.
    """
    from wirelab.rules.finding import Severity

    session = _session(source)
    reason = _why_not_started(session)
    if reason is not None:
        pytest.fail(f"never started: {reason}", pytrace=False)
    severities = list(Severity)
    counting = severities[: severities.index(Severity(fail_on)) + 1]
    found = [
        finding
        for finding in session.findings
        if finding.severity in counting and not finding.code.startswith(tuple(ignore))
    ]
    if found:
        pytest.fail(_explained(session, found), pytrace=False)
    return session


@pytest.fixture(name="agui_stream")
def _agui_stream() -> Callable[..., Session]:
    """The function ``agui_stream``."""
    return agui_stream


@pytest.fixture(name="assert_agui")
def _assert_agui() -> Callable[..., Session]:
    """The function ``assert_agui``."""
    return assert_agui


@pytest.fixture(scope="session")
def synthetic_agent() -> Iterator[str]:
    """The base URL of a synthetic agent that plays without pauses: POST to ``{url}/tool-call``."""
    from wirelab.synthetic.serving import running_agent

    with running_agent(speed=None) as base:
        yield base


def _session(source: Session | StreamSource) -> Session:
    from wirelab.session.session import Session
    from wirelab.stream_inspection import inspect_stream

    if isinstance(source, Session):
        return source
    if isinstance(source, str) and source.startswith(("http://", "https://")):
        return agui_stream(source)
    return inspect_stream(source)


def _why_not_started(session: Session) -> str | None:
    """Why a live exchange brought no run; None where one began or findings say it."""
    from wirelab.views.exchange_text import never_started

    exchange = session.exchanges[-1] if session.exchanges else None
    live = exchange is not None and exchange.request is not None and not session.runs
    return never_started(exchange) if live and exchange is not None else None


def _explained(session: Session, found: list[Finding]) -> str:
    from wirelab.views.verdict_text import finding_lines, verdict_lines

    headline = next(verdict_lines(session))[0]
    lines = [text for finding in found for text, _ in finding_lines(finding)]
    return "\n".join((headline, *lines))


def _observed(
    url: str,
    message: str,
    run_input: Mapping[str, Any] | None,
    headers: Mapping[str, str] | None,
    timeout: float,
    spec: str,
) -> Session:
    from uuid import uuid4

    from wirelab.protocol.run_input import build_run_input, encode_run_input, user_message
    from wirelab.protocol.versions import NEWEST
    from wirelab.session.inspection import Inspection
    from wirelab.transports.http_post import Target, deliver
    from wirelab.wire.framing import Framing
    from wirelab.wire.traffic import Traffic

    inspection, framing, begun = Inspection(spec=spec), Framing(), time.monotonic()
    sent = run_input or build_run_input(
        f"thread-{uuid4()}",
        f"run-{uuid4()}",
        new_messages=[user_message(f"message-{uuid4()}", message)],
        protocol_version=NEWEST,
    )
    target = Target(url, tuple((headers or {}).items()), timeout)

    def take(traffic: Traffic) -> None:
        for arrival in framing.take(traffic):
            inspection.take(arrival)

    def clock() -> float:
        return (time.monotonic() - begun) * 1000

    # In a thread of its own, since the test may run in an event loop that is not ours to use.
    with ThreadPoolExecutor(1) as pool:
        posting = deliver(target, encode_run_input(sent), clock, take)
        pool.submit(asyncio.run, posting).result()
    return inspection.finish()


@contextmanager
def _served(app: Callable[..., Any]) -> Iterator[str]:
    import socket
    import threading

    import uvicorn

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=0))
        thread = threading.Thread(
            target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True
        )
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(_STOPPING_S)
