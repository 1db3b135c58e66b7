"""A proxy on loopback in front of any agent, and what it told so far."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from wirelab.synthetic.connections import reset
from wirelab.synthetic.serving import running_app
from wirelab.transports.proxy.relay import Proxy
from wirelab.transports.proxy.seen import News, Seen
from wirelab.transports.proxy.upstream import Upstream
from wirelab.wire.traffic import End, Read, Request, Response, Traffic

LONG_S = 20.0
INPUT = b'{"threadId":"t-1","runId":"r-1","state":{},"messages":[],"tools":[],"context":[]}'
RUN = {"content-type": "application/json", "accept": "text/event-stream"}


@dataclass
class Told:
    """base: where the proxy listens. news: what it told, in order."""

    base: str = ""
    news: list[News] = field(default_factory=list)

    @property
    def seen(self) -> list[Seen]:
        return [each for each in self.news if isinstance(each, Seen)]

    def of(self, exchange: int) -> list[Traffic]:
        return [each.traffic for each in self.seen if each.exchange == exchange]

    def end_of(self, exchange: int) -> End:
        """The end of an exchange; waits for it."""
        until(lambda: any(isinstance(each, End) for each in self.of(exchange)))
        return next(each for each in self.of(exchange) if isinstance(each, End))

    def request_of(self, exchange: int) -> Request:
        return next(each for each in self.of(exchange) if isinstance(each, Request))

    def response_of(self, exchange: int) -> Response:
        return next(each for each in self.of(exchange) if isinstance(each, Response))

    def body_of(self, exchange: int) -> bytes:
        return b"".join(each.data for each in self.of(exchange) if isinstance(each, Read))


def until(holds: Callable[[], bool]) -> None:
    """Wait for what another thread brings about."""
    deadline = time.monotonic() + LONG_S
    while not holds():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.005)


@contextmanager
def proxied(upstream: str, **options: Any) -> Iterator[Told]:
    told = Told()
    proxy = Proxy(Upstream(upstream), told.news.append, reset=reset, **options)
    with running_app(proxy, date=False) as told.base:
        yield told


def connected(url: str) -> socket.socket:
    """A connection to the server of a URL."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    connection = socket.create_connection((parts.hostname, parts.port or 80), timeout=LONG_S)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def post_bytes(path: str = "/run", *headers: str, body: bytes = INPUT) -> bytes:
    """A POST as it goes over the wire."""
    lines = [f"POST {path} HTTP/1.1", "Host: client", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


def read_to_end(connection: socket.socket) -> bytes:
    data = b""
    while piece := connection.recv(65536):
        data += piece
    return data


def chunks_of(response: bytes) -> list[bytes]:
    """The chunks of a chunked response, the last, empty one included."""
    rest = response.partition(b"\r\n\r\n")[2]
    chunks = []
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        length = int(size, 16)
        chunks.append(rest[:length])
        rest = rest[length + 2 :]
    return chunks
