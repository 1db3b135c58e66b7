"""A server of scripted bytes on loopback: what it sends, and how it ends, is up to the test."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

RESET = "reset"
"""End the connection by a TCP reset instead of a close."""
HANG = "hang"
"""Send nothing more until the client has gone."""
EARLY = "early"
"""As the first step: do not wait for a request."""

Script: TypeAlias = "Sequence[bytes | str]"


@dataclass
class RawServer:
    """url: where it listens. requests: the raw bytes of each request so far.
    gone: set once a client left a server that hangs."""

    url: str
    requests: list[bytes] = field(default_factory=list)
    gone: threading.Event = field(default_factory=threading.Event)


@contextmanager
def raw_server(*scripts: Script) -> Iterator[RawServer]:
    """Plays one script a connection, the last one for all that follow."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = RawServer(f"http://127.0.0.1:{listener.getsockname()[1]}/run")
        thread = threading.Thread(target=_serve, args=(listener, server, scripts), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join(5)


def head(status: str = "200 OK", content_type: str = "text/event-stream", *more: str) -> bytes:
    """A response head for a body that ends with the connection."""
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {content_type}", "Connection: close", *more]
    return "\r\n".join([*lines, "", ""]).encode()


def chunk(data: bytes) -> bytes:
    """One chunk of a body sent with Transfer-Encoding: chunked."""
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


def _serve(listener: socket.socket, server: RawServer, scripts: tuple[Script, ...]) -> None:
    for number in range(1000):
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection:
            connection.settimeout(10)
            script = scripts[min(number, len(scripts) - 1)]
            if EARLY not in script:
                server.requests.append(_request(connection))
            _play(connection, server, script)


def _request(connection: socket.socket) -> bytes:
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return data
        data += piece
    before, _, body = data.partition(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1])
        for line in before.lower().split(b"\r\n")
        if line.startswith(b"content-length:")
    )
    while len(body) < length:
        body += connection.recv(65536)
    return before + b"\r\n\r\n" + body


def _play(connection: socket.socket, server: RawServer, script: Script) -> None:
    for step in script:
        try:
            if isinstance(step, bytes):
                connection.sendall(step)
            elif step == HANG:
                while connection.recv(65536):
                    pass
                server.gone.set()
            elif step == RESET:
                linger = struct.pack("ii", 1, 0)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        except OSError:
            server.gone.set()
            return
