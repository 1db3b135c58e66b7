"""Running an endpoint once: a URL, or an ASGI application served on a free port meanwhile."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from wirelab.pytest_plugin import current_test

if TYPE_CHECKING:
    from wirelab.session.session import Session
    from wirelab.wire.traffic import Traffic

_STARTING_S = 30.0
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


def _observed(
    url: str,
    message: str,
    run_input: Mapping[str, Any] | None,
    headers: Mapping[str, str] | None,
    timeout: float,
    spec: str,
) -> Session:
    from wirelab.protocol.run_input import encode_run_input
    from wirelab.session.inspection import Inspection
    from wirelab.transports.http_post import Target, deliver
    from wirelab.wire.framing import Framing

    inspection, framing, begun = Inspection(spec=spec), Framing(), time.monotonic()
    seen: list[Traffic] = []
    sent = run_input if run_input is not None else _fresh_input(message)
    target = Target(url, tuple((headers or {}).items()), timeout)

    def take(traffic: Traffic) -> None:
        seen.append(traffic)
        for arrival in framing.take(traffic):
            inspection.take(arrival)

    def clock() -> float:
        return (time.monotonic() - begun) * 1000

    # In a thread of its own, since the test may run in an event loop that is not ours to use.
    with ThreadPoolExecutor(1) as pool:
        posting = deliver(target, encode_run_input(sent), clock, take)
        pool.submit(asyncio.run, posting).result()
    session = inspection.finish()
    current_test.keep(session, seen)
    return session


def _fresh_input(message: str) -> dict[str, Any]:
    from uuid import uuid4

    from wirelab.protocol.run_input import build_run_input, user_message
    from wirelab.protocol.versions import NEWEST

    return build_run_input(
        f"thread-{uuid4()}",
        f"run-{uuid4()}",
        new_messages=[user_message(f"message-{uuid4()}", message)],
        protocol_version=NEWEST,
    )


@contextmanager
def _served(app: Callable[..., Any]) -> Iterator[str]:
    """The app's base URL; over a socket, since what runs apps in process hands a body on only when
    it is complete. Raises WirelabError for an app that does not start."""
    import socket

    import uvicorn

    from wirelab.errors import WirelabError

    begun = threading.Event()

    class Server(uvicorn.Server):
        async def startup(self, *args: Any, **more: Any) -> None:
            await super().startup(*args, **more)
            begun.set()

    def serve() -> None:
        with suppress(SystemExit):  # how some releases of uvicorn end when the app does not start
            asyncio.run(server.serve(sockets=[listener]))
        begun.set()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=0))
        thread = threading.Thread(target=serve, name="wirelab-app", daemon=True)
        thread.start()
        begun.wait(_STARTING_S)
        try:
            if not server.started:
                raise WirelabError("the app did not start; its log says why")
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(_STOPPING_S)
