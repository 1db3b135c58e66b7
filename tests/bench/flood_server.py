"""An endpoint that sends events at a steady rate over a raw socket, in a process of its own.

    python -m tests.bench.flood_server --rate 20000 --seconds 10

Prints its port, then, when the one exchange is over, a JSON line with what it sent. It never sends
ahead of its schedule and catches up when the reader held it back, so that what a reader does not
take in time shows as a longer exchange, not as a lower rate.
"""

from __future__ import annotations

import argparse
import json
import socket
import time
from itertools import islice

from tests.bench.judging_speed import synthetic_events

_TICK_S = 0.005
_HEAD = (
    b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\n"
    b"x-accel-buffering: no\r\nconnection: close\r\n\r\n"
)


def frames(count: int) -> list[bytes]:
    """The events of a legal run, each as it goes over the wire."""
    events = synthetic_events(count)
    return [f"data: {json.dumps(each, separators=(',', ':'))}\n\n".encode() for each in events]


def read_request(connection: socket.socket) -> None:
    """Read a request with its body; what it asks for does not matter."""
    taken = b""
    while b"\r\n\r\n" not in taken:
        taken += connection.recv(65536)
    head, _, body = taken.partition(b"\r\n\r\n")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")]
    missing = (int(lengths[0].partition(b":")[2]) if lengths else 0) - len(body)
    while missing > 0:
        missing -= len(connection.recv(65536))


def flood(connection: socket.socket, sent: list[bytes], rate: int) -> float:
    """Send all of it at so many events a second; returns the seconds that took."""
    begun = time.perf_counter()
    waiting = iter(sent)
    done = 0
    while done < len(sent):
        due = min(int((time.perf_counter() - begun) * rate), len(sent))
        connection.sendall(b"".join(islice(waiting, due - done)))
        done = due
        time.sleep(_TICK_S)
    return time.perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rate", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    sent = frames(int(options.rate * options.seconds))
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)
        print(server.getsockname()[1], flush=True)
        connection, _ = server.accept()
        with connection:
            read_request(connection)
            connection.sendall(_HEAD)
            seconds = flood(connection, sent, options.rate)
    print(json.dumps({"events": len(sent), "seconds": round(seconds, 2)}), flush=True)


if __name__ == "__main__":
    main()
