"""What a client gets through the proxy is what it gets directly, and so it is with the agent."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.transports.proxy.proxied import (
    INPUT,
    LONG_S,
    RUN,
    chunks_of,
    connected,
    post_bytes,
    proxied,
    read_to_end,
    until,
)
from tests.transports.raw_server import HANG, RESET, chunk, head, raw_server
from wirelab.synthetic.serving import running_agent, running_app
from wirelab.wire.traffic import Ending, Read, Request

CHUNKED = head("200 OK", "text/event-stream", "Transfer-Encoding: chunked")
EVENTS = [b'data: {"type":"A"}\n\n', b"data: {\xc3", b"\xa9}\n\n: x\n\ndata: 1\n\ndata: 2\n\n"]
STREAM = [CHUNKED, *(chunk(each) for each in EVENTS), b"0\r\n\r\n"]


def asked(url: str, *headers: str) -> bytes:
    with connected(url) as connection:
        connection.sendall(post_bytes("/run", *headers))
        return read_to_end(connection)


def test_the_bytes_are_those_of_a_direct_run_read_for_read() -> None:
    with raw_server(STREAM) as agent, proxied(agent.url.removesuffix("/run")) as told:
        direct = asked(agent.url, "Connection: close")
        through = asked(told.base, "Connection: close")
        told.end_of(1)
    assert chunks_of(through) == chunks_of(direct) == [*EVENTS, b""]
    assert [each.data for each in told.of(1) if isinstance(each, Read)] == EVENTS
    assert told.end_of(1).how is Ending.EOF


def test_the_synthetic_agent_says_the_same_through_the_proxy() -> None:
    with running_agent(speed=None, seed=1) as agent, proxied(agent) as told:
        bodies = [
            httpx.post(f"{base}/tool-call", content=INPUT, headers=RUN).content
            for base in (agent, told.base)
        ]
        told.end_of(1)
    assert bodies[0] == bodies[1] == told.body_of(1)


@contextmanager
def stepping(*pieces: bytes) -> Iterator[tuple[str, threading.Semaphore]]:
    """An agent that sends a chunk only when it is let, by the semaphore."""
    gate = threading.Semaphore(0)

    def serve() -> None:
        with listener, listener.accept()[0] as connection:
            connection.recv(65536)
            connection.sendall(CHUNKED)
            for piece in pieces:
                assert gate.acquire(timeout=LONG_S)
                connection.sendall(chunk(piece))
            connection.sendall(b"0\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", gate
        thread.join(LONG_S)


def test_every_read_is_passed_on_before_the_next_one_comes() -> None:
    pieces = [b"data: 1\n", b"\ndata: 2\n\n", b"d"]
    with (
        stepping(*pieces) as (agent, gate),
        proxied(agent) as told,
        httpx.stream("POST", f"{told.base}/", content=INPUT, headers=RUN) as response,
    ):
        reads = response.iter_raw()
        for piece in pieces:
            gate.release()
            assert next(reads) == piece
        assert list(reads) == []


def test_headers_pass_but_for_those_of_the_connection() -> None:
    lines = (
        "HTTP/1.1 200 Fine",
        "Content-Type: text/event-stream",
        "X-Once: 1",
        "x-once: 2",
        "Set-Cookie: a=1",
        "Set-Cookie: b=2; Domain=agent.test",
        "Connection: close, X-Hop",
        "X-Hop: gone",
        "Keep-Alive: timeout=5",
        "Server: agent/1",
        "Date: Mon, 01 Jan 2024 00:00:00 GMT",
        "Content-Encoding: identity",
    )
    answer = "\r\n".join([*lines, "Content-Length: 3", "", ""]).encode() + b": \n"
    with raw_server([answer]) as agent, proxied(agent.url.removesuffix("/run")) as told:
        extra = ("Accept-Encoding: gzip;q=0.5", "X-Two: a", "X-Two: b", "Te: trailers")
        raw = asked(told.base, *extra, "Connection: close, X-Mine", "X-Mine: 1", "Via: x")
        sent = agent.requests[0].partition(b"\r\n\r\n")[0].decode().lower().split("\r\n")
    got = raw.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    assert got[1:] == [*lines[1:6], *lines[9:], "Content-Length: 3", "Connection: close"]
    assert sent[0] == "post /run http/1.1"
    assert sent[1:] == [
        f"host: {agent.url.removeprefix('http://').removesuffix('/run')}",
        f"content-length: {len(INPUT)}",
        "accept-encoding: gzip;q=0.5",
        "x-two: a",
        "x-two: b",
        "via: x",
    ]


@pytest.mark.parametrize(
    ("upstream", "path", "target"),
    [
        ("", "/a%2Fb//c/../d?x=%20&y", b"/a%2Fb//c/../d?x=%20&y"),
        ("/agents/", "/chat", b"/agents/chat"),
        ("/agents/one", "/", b"/agents/one"),
        ("/a?key=1", "/b?c=2", b"/a/b?key=1&c=2"),
    ],
)
def test_any_path_leads_below_the_upstream(upstream: str, path: str, target: bytes) -> None:
    with raw_server(STREAM) as agent:
        with proxied(agent.url.removesuffix("/run") + upstream) as told, connected(told.base) as to:
            to.sendall(post_bytes(path, "Connection: close"))
            read_to_end(to)
        assert agent.requests[0].split(b" ")[1] == target


async def mirror(scope: Any, receive: Any, send: Any) -> None:
    """Answers with what it was asked: method, length of the body, whether it has a length."""
    length, more = 0, True
    while more:
        message = await receive()
        length += len(message.get("body", b""))
        more = message.get("more_body", False)
    said = f"{scope['method']} {length} {dict(scope['headers']).get(b'content-length')}"
    head: dict[str, Any] = {"type": "http.response.start", "status": 207, "headers": []}
    await send(head)
    await send({"type": "http.response.body", "body": said.encode()})


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "BREW"])
def test_any_method_passes_and_is_no_run(method: str) -> None:
    with running_app(mirror) as agent, proxied(agent) as told:
        answer = httpx.request(method, told.base)
        told.end_of(1)
    assert answer.status_code == 207
    assert answer.text.startswith("" if method == "HEAD" else f"{method} 0")
    assert [each.talk for each in told.seen] == [None] * 3


def test_request_bodies_are_streamed_with_and_without_a_length() -> None:
    pieces = [b"x" * 100_000] * 30
    with running_app(mirror) as agent, proxied(agent) as told:
        chunked = httpx.post(told.base, content=iter(pieces), timeout=LONG_S)
        whole = httpx.post(told.base, content=b"".join(pieces), timeout=LONG_S)
    assert chunked.text == "POST 3000000 None"
    assert whole.text == "POST 3000000 b'3000000'"


def test_every_piece_of_a_request_is_passed_on_before_the_next_one_comes() -> None:
    got: list[bytes] = []

    async def agent(scope: Any, receive: Any, send: Any) -> None:
        more = True
        while more:
            message = await receive()
            got.append(message.get("body", b""))
            more = message.get("more_body", False)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    with running_app(agent) as base, proxied(base) as told, connected(told.base) as connection:
        head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        connection.sendall(head)
        for piece in (b"one", b"two", b"three"):
            connection.sendall(chunk(piece))
            until(lambda piece=piece: piece in got)  # type: ignore[misc]
        connection.sendall(b"0\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 204")


def test_a_redirect_is_passed_on_and_not_followed() -> None:
    moved = b"HTTP/1.1 307 Moved\r\nLocation: /else\r\nContent-Length: 0\r\n\r\n"
    with raw_server([moved]) as agent, proxied(agent.url.removesuffix("/run")) as told:
        answer = httpx.post(f"{told.base}/run", content=INPUT, headers=RUN)
        assert (answer.status_code, answer.headers["location"]) == (307, "/else")
        assert len(agent.requests) == 1
        told.end_of(1)
        assert told.response_of(1).status == 307


def test_a_preflight_reaches_the_agent() -> None:
    with running_agent(cors=["http://page.test"]) as agent, proxied(agent) as told:
        asks = {"origin": "http://page.test", "access-control-request-method": "POST"}
        answer = httpx.options(f"{told.base}/chat", headers=asks)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "http://page.test"


def test_an_agent_that_is_not_there_is_one_sentence_to_client_and_account() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        free = listener.getsockname()[1]
    with proxied(f"http://127.0.0.1:{free}") as told:
        answer = httpx.post(f"{told.base}/run", content=INPUT, headers=RUN)
        end = told.end_of(1)
    assert answer.status_code == 502
    assert answer.json()["error"] == "upstream-unreachable"
    assert f"nothing listens at 127.0.0.1:{free}" in answer.json()["reason"]
    assert (end.how, end.detail) == (Ending.UNREACHED, answer.json()["reason"])
    assert told.body_of(1) == answer.content


@pytest.mark.parametrize("last", [[], [RESET]], ids=["closed", "reset"])
def test_an_agent_that_dies_leaves_the_client_without_a_proper_end(last: list[str]) -> None:
    with raw_server([*STREAM[:2], *last]) as agent, proxied(agent.url[:-4]) as told:
        with pytest.raises(httpx.RemoteProtocolError):
            httpx.post(f"{told.base}/run", content=INPUT, headers=RUN)
        end = told.end_of(1)
    assert end.how is Ending.RESET
    assert "in the middle of the body" in end.detail
    assert told.body_of(1) == EVENTS[0]


def test_an_old_client_is_reset_where_a_close_would_look_proper() -> None:
    with (
        raw_server(STREAM[:2]) as agent,
        proxied(agent.url[:-4]) as told,
        connected(told.base) as connection,
    ):
        connection.sendall(post_bytes().replace(b"HTTP/1.1", b"HTTP/1.0"))
        with pytest.raises(ConnectionResetError):
            read_to_end(connection)


@pytest.mark.parametrize("script", [[*STREAM[:2], HANG], [HANG]], ids=["in body", "before head"])
def test_a_client_that_leaves_ends_the_connection_to_the_agent(script: list[Any]) -> None:
    with raw_server(script) as agent, proxied(agent.url[:-4]) as told:
        with connected(told.base) as connection:
            connection.sendall(post_bytes("/run", "Accept: text/event-stream"))
            if len(script) > 1:
                until(lambda: told.body_of(1) == EVENTS[0])
            else:
                until(lambda: bool(told.seen))
        assert agent.gone.wait(LONG_S), "the connection to the agent was left open"
        end = told.end_of(1)
    assert (end.how, end.detail) == (Ending.CANCELLED, "the client closed the connection")


def test_stopping_the_proxy_ends_what_is_under_way() -> None:
    with raw_server([*STREAM[:2], HANG]) as agent:
        with proxied(agent.url[:-4]) as told:
            connection = connected(told.base)
            connection.sendall(post_bytes("/run", "Accept: text/event-stream"))
            until(lambda: told.body_of(1) == EVENTS[0])
        connection.close()
        assert told.end_of(1).detail == "the proxy was stopped"
        assert agent.gone.wait(LONG_S)


class Flood:
    """Streams at ``/flood``, a gigabyte at most; mirrors anywhere else. sent: bytes so far."""

    def __init__(self) -> None:
        self.sent = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] != "/flood":
            await mirror(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while self.sent < 1 << 30:
            await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
            self.sent += 65536
            await asyncio.sleep(0)


def test_a_slow_client_holds_back_its_agent_and_nobody_else() -> None:
    flood = Flood()
    with running_app(flood) as base, proxied(base) as told, connected(told.base) as slow:
        slow.sendall(b"GET /flood HTTP/1.1\r\nHost: x\r\n\r\n")
        slow.recv(10)
        before = -1
        while before != flood.sent:
            before = flood.sent
            assert httpx.get(f"{told.base}/other").status_code == 207
        assert flood.sent < 64 << 20


def test_what_lags_behind_holds_back_the_stream() -> None:
    gate = threading.Event()

    async def room() -> None:
        while not gate.is_set():  # noqa: ASYNC110 - another thread sets it
            await asyncio.sleep(0.005)

    with (
        raw_server(STREAM) as agent,
        proxied(agent.url[:-4], room=room) as told,
        connected(told.base) as connection,
    ):
        connection.sendall(post_bytes("/run", "Connection: close"))
        until(lambda: told.body_of(1) == EVENTS[0])
        gate.set()
        assert chunks_of(read_to_end(connection)) == [*EVENTS, b""]


def test_exchanges_at_once_are_told_apart() -> None:
    with running_agent(speed=None) as agent, proxied(agent) as told:

        async def both() -> list[bytes]:
            async with httpx.AsyncClient(timeout=LONG_S) as client:
                asking = [
                    client.post(f"{told.base}/{name}", content=INPUT, headers=RUN)
                    for name in ("chat", "tool-call", "chat")
                ]
                return [answer.content for answer in await asyncio.gather(*asking)]

        bodies = asyncio.run(both())
        for number in (1, 2, 3):
            told.end_of(number)
    assert sorted(told.body_of(number) for number in (1, 2, 3)) == sorted(bodies)


def test_a_proxy_is_not_asked_for_other_hosts() -> None:
    with (
        raw_server(STREAM) as agent,
        proxied(agent.url[:-4]) as told,
        connected(told.base) as connection,
    ):
        connection.sendall(b"GET http://else.test/ HTTP/1.1\r\nHost: x\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 400 ")
    assert not agent.requests


def test_credentials_of_the_url_are_sent_where_the_client_has_none_and_never_told() -> None:
    with raw_server(STREAM) as agent:
        upstream = agent.url[:-4].replace("http://", "http://me:secret@")
        with proxied(upstream) as told:
            asked(told.base, "Connection: close")
            asked(told.base, "Connection: close", "Authorization: Bearer mine")
            told.end_of(2)
        assert b"authorization: Basic bWU6c2VjcmV0" in agent.requests[0]
        assert b"Basic" not in agent.requests[1]
        requests = [each.traffic for each in told.seen if isinstance(each.traffic, Request)]
        assert "secret" not in "".join(each.url for each in requests)
