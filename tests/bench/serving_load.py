"""How the synthetic agent bears load, beside a bare Starlette StreamingResponse in the same run.

    python -m tests.bench.serving_load [throughput] [leaks] [--scenario NAME] [--clients N]

Run by hand; it fails nothing. Each server is a process of its own and sends the same bytes in the
same writes. Rounds alternate, and a ratio above 1 says that the agent is the faster one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

BODY = json.dumps(
    {
        "threadId": "t-1",
        "runId": "r-1",
        "protocolVersion": "1.1",
        "messages": [{"id": "u-1", "role": "user", "content": "Hello"}],
    }
).encode()
_AGENT = ["-m", "wirelab", "serve-synthetic", "--port", "0", "--speed", "max"]
_BARE = ["-m", "tests.bench.serving_load", "bare", "--scenario"]


class Load(NamedTuple):
    """What a round came to: bytes a second as clients saw it, and the server's own seconds."""

    bytes_a_second: float
    cpu_s: float


class Server(NamedTuple):
    """A server process, and where it listens."""

    pid: int
    url: str

    @property
    def cpu_s(self) -> float:
        stat = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """Bytes of it in memory now."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


def serve_bare(name: str) -> None:
    """The same bytes from a StreamingResponse, on the same HTTP server with the same settings."""
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response, StreamingResponse
    from starlette.routing import Route

    from wirelab.cli.main import calm_collection
    from wirelab.synthetic.performance import EVENT_STREAM_HEADERS
    from wirelab.synthetic.serving import serve_app

    calm_collection()
    writes = writes_of(name)

    async def stream() -> AsyncIterator[bytes]:
        for data in writes:
            yield data

    async def run(request: Request) -> Response:
        await request.body()
        return StreamingResponse(stream(), headers=EVENT_STREAM_HEADERS)

    app = Starlette(routes=[Route("/{scenario:path}", run, methods=["POST"])])
    serve_app(app, "127.0.0.1", 0, bound=lambda url: print(url, flush=True))


def writes_of(name: str) -> list[bytes]:
    """What a scenario writes for ``BODY``."""
    from wirelab.synthetic.intake import read_input
    from wirelab.synthetic.scenario_reader import load_bundled
    from wirelab.synthetic.scene import Scene

    scenario = load_bundled()[name]
    scene = Scene(read_input(BODY, "1.1").run_input, "1.1", scenario.interrupts, scenario.waits)
    return [beat.data for beat in scenario.beats(scene)]


@contextmanager
def serving(*words: str) -> Iterator[Server]:
    process = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        yield Server(process.pid, process.stdout.readline().strip())
    finally:
        process.terminate()
        process.wait()


async def one_run(url: str, name: str) -> int:
    """A run on a connection of its own; returns the bytes that came."""
    where = urlsplit(url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    head = f"POST /{name} HTTP/1.1\r\nhost: {where.netloc}\r\ncontent-type: application/json\r\n"
    writer.write(f"{head}connection: close\r\ncontent-length: {len(BODY)}\r\n\r\n".encode() + BODY)
    count = 0
    while data := await reader.read(1 << 16):
        count += len(data)
    writer.close()
    return count


async def runs(url: str, name: str, clients: int, each: int) -> int:
    """So many clients at once, each with so many runs one after the other."""

    async def client() -> int:
        return sum([await one_run(url, name) for _ in range(each)])

    return sum(await asyncio.gather(*(client() for _ in range(clients))))


def loaded(server: Server, name: str, clients: int, each: int) -> Load:
    began, cpu_s = time.perf_counter(), server.cpu_s
    count = asyncio.run(runs(server.url, name, clients, each))
    return Load(count / (time.perf_counter() - began), server.cpu_s - cpu_s)


def throughput(name: str, clients: int, each: int, rounds: int) -> None:
    with serving(*_AGENT) as agent, serving(*_BARE, name) as bare:
        for server in (agent, bare):
            loaded(server, name, clients, 1)
        pairs = [
            (loaded(agent, name, clients, each), loaded(bare, name, clients, each))
            for _ in range(rounds)
        ]
    seen = [ours.bytes_a_second / theirs.bytes_a_second for ours, theirs in pairs]
    spent = [theirs.cpu_s / ours.cpu_s for ours, theirs in pairs]
    print(
        f"{name}, {clients} clients at once: throughput {statistics.median(seen):.2f} of a bare "
        f"StreamingResponse ({min(seen):.2f} to {max(seen):.2f}); by processor time "
        f"{statistics.median(spent):.2f} ({min(spent):.2f} to {max(spent):.2f})"
    )


def leaks(name: str, clients: int, total: int) -> None:
    """Memory after a warm-up and after each fifth of the runs."""
    with serving(*_AGENT) as agent:
        loaded(agent, name, clients, 5)
        sizes = [agent.memory]
        for _ in range(5):
            loaded(agent, name, clients, max(total // 5 // clients, 1))
            sizes.append(agent.memory)
    shown = ", ".join(f"{size / sizes[0]:.3f}" for size in sizes)
    print(f"{name}: memory over {total} runs, of what it was after the warm-up: {shown}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("parts", nargs="*", default=["throughput", "leaks"])
    parser.add_argument("--scenario", default="subagents")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--each", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--runs", type=int, default=5000)
    options = parser.parse_args()
    if "bare" in options.parts:
        serve_bare(options.scenario)
    if "throughput" in options.parts:
        throughput(options.scenario, options.clients, options.each, options.rounds)
    if "leaks" in options.parts:
        leaks(options.scenario, min(options.clients, 50), options.runs)


if __name__ == "__main__":
    main()
