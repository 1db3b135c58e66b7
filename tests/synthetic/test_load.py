"""Many clients, slow ones, ones that leave, and an end: each run stands for itself."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from queue import Queue
from typing import Any

import httpx
import pytest

from tests.synthetic.conversation import hello
from tests.synthetic.test_streaming import HEADER, scenario_of
from wirelab.synthetic import connections
from wirelab.synthetic.agent import Agent
from wirelab.synthetic.app import create_app
from wirelab.synthetic.scenario import Scenario
from wirelab.synthetic.scenario_reader import read_scenario
from wirelab.synthetic.serving import running_agent, server_of

LIMIT_S = 30.0
MUCH = b'{"comment":"%b","repeat":2000}\n' % (b"x" * 4000)


def request(name: str, **members: Any) -> bytes:
    body = json.dumps(hello(**members)).encode()
    head = f"POST /{name} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    return f"{head}connection: close\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body


async def run_of(port: int, name: str, thread: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request(name, threadId=thread))
    answer = await reader.read(-1)
    writer.close()
    return answer


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(LIMIT_S):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def serving_beside(scenarios: dict[str, Scenario], use: Callable[[int], Awaitable[None]]) -> None:
    """An agent and its clients in one event loop, whose tasks can be counted."""

    async def both() -> None:
        server = server_of(create_app(Agent(scenarios, None)))
        with socket.create_server(("127.0.0.1", 0), backlog=512) as listener:
            served = asyncio.create_task(server.serve(sockets=[listener]))
            await until(lambda: server.started)
            try:
                await use(listener.getsockname()[1])
            finally:
                server.should_exit = True
                await served

    asyncio.run(both())


def test_two_hundred_clients_at_once_are_all_served_right(scenarios: dict[str, Scenario]) -> None:
    async def use(port: int) -> None:
        threads = [f"thread-{number}" for number in range(200)]
        answers = await asyncio.gather(*(run_of(port, "subagents", each) for each in threads))
        plain = set()
        for thread, answer in zip(threads, answers, strict=True):
            (tag,) = set(re.findall(rb'"messageId":"[a-z_-]+-([0-9a-f]{8})"', answer))
            body = answer.partition(b"\r\n\r\n")[2].replace(tag, b"tag")
            assert body.count(f'"threadId":"{thread}"'.encode()) == 2
            assert body.endswith(b"\r\n0\r\n\r\n")
            plain.add(re.sub(rb"\r\n[0-9a-f]+\r\n", b"", body.replace(thread.encode(), b"t")))
        assert len({re.sub(rb"^[0-9a-f]+\r\n", b"", each) for each in plain}) == 1

    serving_beside(scenarios, use)


def test_three_hundred_runs_leave_no_task_behind(scenarios: dict[str, Scenario]) -> None:
    async def use(port: int) -> None:
        before = len(asyncio.all_tasks())
        for _ in range(6):
            await asyncio.gather(*(run_of(port, "chat", "t") for _ in range(50)))
        await until(lambda: len(asyncio.all_tasks()) <= before)
        await until(lambda: not connections.open_count())

    serving_beside(scenarios, use)


@contextmanager
def unread(port: int, name: str) -> Iterator[socket.socket]:
    """A client that asks and does not read."""
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port))
        client.sendall(request(name))
        yield client


def much() -> dict[str, Scenario]:
    return scenario_of(0, 0) | {"much": read_scenario("much", HEADER + MUCH, "much.jsonl")}


def test_a_slow_reader_slows_only_itself() -> None:
    with running_agent(scenarios=much(), speed=None) as url:
        port = int(url.rsplit(":", 1)[1])
        with unread(port, "much") as slow:
            assert slow.recv(100)
            for _ in range(20):
                quick = httpx.post(f"{url}/slow", json=hello(), timeout=LIMIT_S)
                assert quick.text == ": 0\n\n: 1\n\n"
            slow.setblocking(True)
            slow.settimeout(LIMIT_S)
            read = 0
            while data := slow.recv(1 << 20):
                read += len(data)
        assert read > 2000 * 4000, "it is served to its end as well"


def test_a_client_that_leaves_while_it_does_not_read_frees_its_run() -> None:
    told: Queue[str] = Queue()
    with running_agent(scenarios=much(), speed=None, note=told.put) as url:
        with unread(int(url.rsplit(":", 1)[1]), "much") as slow:
            assert slow.recv(100)
            assert told.empty()
        assert "the client went away" in told.get(timeout=LIMIT_S)


SERVE = """
import sys
from wirelab.synthetic.serving import serve
from tests.synthetic.test_streaming import scenario_of
try:
    serve(port=0, scenarios=scenario_of(0, 1500, 0), grace_s=int(sys.argv[1]),
          bound=lambda url: print(url, flush=True), note=lambda said: print(said, flush=True))
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("grace_s", [0, 60])
def test_a_signal_cuts_runs_or_lets_them_finish_as_told(stop: signal.Signals, grace_s: int) -> None:
    command = [sys.executable, "-c", SERVE, str(grace_s)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    url = server.stdout.readline().strip()
    begun, read, ends = threading.Event(), [], []

    def listen() -> None:
        try:
            with httpx.stream("POST", f"{url}/slow", json=hello(), timeout=LIMIT_S) as response:
                for data in response.iter_raw():
                    read.append(data)
                    begun.set()
            ends.append("complete")
        except httpx.HTTPError:
            ends.append("cut")

    listener = threading.Thread(target=listen)
    listener.start()
    try:
        assert begun.wait(LIMIT_S)
        server.send_signal(stop)
        out, errors = server.communicate(timeout=LIMIT_S)
        listener.join(LIMIT_S)
    finally:
        server.kill()
    assert errors == ""
    assert server.returncode == (130 if stop is signal.SIGINT else -signal.SIGTERM)
    if grace_s:
        assert (ends, b"".join(read)) == (["complete"], b": 0\n\n: 1\n\n: 2\n\n")
    else:
        assert ends == ["cut"]
        assert "the agent is stopping" in out
