"""The open connections of the agent, by their client's address, so that one can be reset.

ASGI has no word for it: an application can only stop writing.
"""

from __future__ import annotations

import socket
import struct
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from asyncio import Transport

Client: TypeAlias = tuple[str, int]

_open: dict[Client, Transport] = {}
_AT_ONCE = struct.pack("ii", 1, 0)


def note_opened(client: Client, transport: Transport) -> None:
    _open[client] = transport


def note_closed(client: Client) -> None:
    _open.pop(client, None)


def reset(client: Client) -> None:
    """Drop a connection without a farewell: its client gets a TCP reset."""
    transport = _open.get(client)
    if transport is None:
        return
    connection = transport.get_extra_info("socket")
    if connection is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    transport.abort()


def open_count() -> int:
    """How many connections are open."""
    return len(_open)
