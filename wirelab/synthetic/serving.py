"""Running the synthetic agent: in the foreground for a command, or beside the caller.

The socket is bound before a server exists, so a port that is taken is one sentence and a client
that comes early waits instead of being refused. Stopping cuts the runs under way, at once or when
they had their time.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wirelab.errors import WirelabError
from wirelab.protocol.versions import NEWEST
from wirelab.synthetic.agent import MOST_BODY_BYTES, Agent, Note
from wirelab.synthetic.app import create_app
from wirelab.synthetic.connections import note_closed, note_opened
from wirelab.synthetic.head_start import FROM_THE_BEGINNING, HeadStart
from wirelab.synthetic.scenario_reader import load_bundled

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp

    from wirelab.synthetic.faults.fault import AskedFault
    from wirelab.synthetic.scenario import Scenario

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8787
_LONGEST_STOP_S = 5.0
_LONGEST_END_S = 1.0
_NO_SUCH_HOST = {socket.EAI_NONAME, socket.EAI_AGAIN, socket.EAI_FAIL}


def serve(
    host: str = DEFAULT_HOST,
    port: int = DEFAULT_PORT,
    *,
    bound: Callable[[str], None],
    scenarios: Mapping[str, Scenario] | None = None,
    version: str = NEWEST,
    speed: float | None = 1.0,
    cors: Sequence[str] = (),
    faults: Sequence[AskedFault] = (),
    seed: int | None = None,
    advice: Callable[[str], str] = lambda _: "",
    note: Note = lambda _: None,
    start: HeadStart = FROM_THE_BEGINNING,
    most_body_bytes: int = MOST_BODY_BYTES,
    grace_s: int = 0,
) -> None:
    """Serve until a signal; call it in the main thread.

    port: 0 picks a free one. bound: told the base URL once connections are taken.
    start: where each run begins to take its time. most_body_bytes: a larger request is refused.
    grace_s: for how long runs may go on behind the signal; a second signal cuts them.
    advice: what a client should do about a broken rule, by its code.
    The rest as for ``running_agent``. Raises WirelabError where it cannot listen, and
    KeyboardInterrupt, when everything has stopped, after Ctrl-C.
    """
    played = load_bundled() if scenarios is None else scenarios
    struck = tuple(faults)
    agent = Agent(
        played,
        speed,
        struck,
        seed,
        most_body_bytes,
        version,
        advice=advice,
        note=note,
        start=start,
    )
    serve_app(create_app(agent, cors), host, port, bound=bound, grace_s=grace_s)


def serve_app(
    app: ASGIApp, host: str, port: int, *, bound: Callable[[str], None], grace_s: int = 0
) -> None:
    """Serve an application until a signal, as ``serve`` does."""
    with _listening(host, port) as listener:
        server = server_of(app, grace_s)
        _collect_little_and_often()
        bound(base_url(listener))
        asyncio.run(server.serve(sockets=[listener]))


@contextmanager
def running_app(
    app: ASGIApp, port: int = 0, host: str = DEFAULT_HOST, *, date: bool = True
) -> Iterator[str]:
    """An application in a thread of its own, for as long as the block lasts.

    Gives its base URL, without a slash at the end. date: answers get a Date header.
    Raises WirelabError where it cannot listen.
    """
    with _listening(host, port) as listener:
        server = server_of(app, date=date)
        thread = threading.Thread(
            target=lambda: asyncio.run(server.serve(sockets=[listener])),
            name="wirelab-synthetic",
            daemon=True,
        )
        thread.start()
        try:
            yield base_url(listener)
        finally:
            server.should_exit = True
            thread.join(_LONGEST_STOP_S)


@contextmanager
def running_agent(
    *,
    port: int = 0,
    scenarios: Mapping[str, Scenario] | None = None,
    version: str = NEWEST,
    speed: float | None = 1.0,
    cors: Sequence[str] = (),
    faults: Sequence[AskedFault] = (),
    seed: int | None = None,
    note: Note = lambda _: None,
) -> Iterator[str]:
    """The agent on a loopback port, in a thread of its own, for as long as the block lasts.

    Gives its base URL, without a slash at the end. Raises WirelabError where it cannot listen.
    port: 0 picks a free one. scenarios: by name; the bundled ones where not given.
    version: the protocol version it answers with.
    speed: 2 is twice as fast, None leaves out pauses. cors: origins whose pages may read answers.
    faults: strike every run. seed: decides where; None is another place each time.
    note: told what is worth telling, in a line of plain text, from the agent's thread.
    """
    played = load_bundled() if scenarios is None else scenarios
    agent = Agent(played, speed, tuple(faults), seed, version=version, note=note)
    with running_app(create_app(agent, cors), port) as base:
        yield base


def base_url(listener: socket.socket) -> str:
    """``http://host:port`` of a listening socket."""
    host, port, *_ = listener.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=512)
    except (OSError, OverflowError) as error:
        raise WirelabError(f"cannot listen on {host} port {port}: {_why(error)}") from None
    with listener:
        yield listener


def _why(error: Exception) -> str:
    number = getattr(error, "errno", None)
    if isinstance(error, OverflowError):
        return "a port is a number from 0 to 65535"
    if number == errno.EADDRINUSE:
        return "the port is taken; choose another with --port, or 0 for any that is free"
    # Name resolution has numbers of its own, which the system's texts do not cover.
    if number is None or isinstance(error, socket.gaierror) or number in _NO_SUCH_HOST:
        return "there is no such host"
    return os.strerror(number)


def _collect_little_and_often() -> None:
    """A connection leaves some objects in a cycle: they go soon; what stays is not looked at."""
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def _is_no_lost_write(record: logging.LogRecord) -> bool:
    """asyncio warns of writes to a client that has just gone; the run is told of it anyway."""
    return record.msg != "socket.send() raised exception."


def server_of(app: ASGIApp, grace_s: int = 0, *, date: bool = True) -> uvicorn.Server:
    """A server for an application, still to be started on a socket."""
    import uvicorn
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Protocol(H11Protocol):
        """HTTP whose connections can be reset."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if self.client is not None:
                note_opened(self.client, transport)

        def connection_lost(self, exc: Exception | None) -> None:
            if self.client is not None:
                note_closed(self.client)
            super().connection_lost(exc)

    class Server(uvicorn.Server):
        """A server whose runs, once cut, come to their end before the process does."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await super().shutdown(sockets)
            if left := set(self.server_state.tasks):
                await asyncio.wait(left, timeout=_LONGEST_END_S)

    logging.getLogger("asyncio").addFilter(_is_no_lost_write)
    config = uvicorn.Config(
        app,
        http=Protocol,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=date,
        timeout_graceful_shutdown=grace_s,
    )
    return Server(config)
