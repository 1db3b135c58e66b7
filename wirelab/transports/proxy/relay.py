"""The proxy as an ASGI application: each request to the agent, the agent's answer to the client.

Bodies pass in both directions as they come, a read of one side being a write to the other, and no
more is read than the other side takes. A client that goes away ends the connection to the agent at
once; an agent that breaks off ends the client's connection without the end that HTTP wants.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import anyio
import httpx

from wirelab.transports.http_failures import no_answer, no_more
from wirelab.transports.proxy.account import Account, as_texts
from wirelab.transports.proxy.answers import Answer, refusal
from wirelab.transports.proxy.passed_headers import (
    RawHeaders,
    has_body,
    to_agent,
    to_client,
    without,
)
from wirelab.transports.proxy.seen import Forgotten, Tell
from wirelab.transports.proxy.talks import Talks
from wirelab.transports.proxy.tampering import PROPER, RESET, Tampering
from wirelab.transports.proxy.upstream import CONNECT_S, Upstream, hang_up
from wirelab.wire.traffic import Ending, Request

if TYPE_CHECKING:
    from collections.abc import Awaitable, MutableMapping

    Message: TypeAlias = "MutableMapping[str, Any]"
    Receive: TypeAlias = Callable[[], Awaitable[Message]]
    Send: TypeAlias = Callable[[Message], Awaitable[None]]

_CLIENT_GONE = "the client closed the connection"
_STOPPED = "the proxy was stopped"
_NO_PATH = "this is a reverse proxy: ask for a path of the agent, such as /"


def clock() -> float:
    """Milliseconds, from any start."""
    return perf_counter() * 1000


class Proxy:
    """The application.

    tell: told all that is seen, in the loop that serves; it must not block. room: waits while who
    is told lags far behind. tampering: alters the answers. reset: ends a client's connection, known
    by its address, by a TCP reset.
    """

    def __init__(
        self,
        upstream: Upstream,
        tell: Tell,
        *,
        room: Callable[[], Awaitable[None]] | None = None,
        tampering: Tampering | None = None,
        reset: Callable[[tuple[str, int]], None] = lambda _: None,
    ) -> None:
        self.upstream = upstream
        self.tampering = tampering
        self.reset = reset
        self.room = room
        self._tell = tell
        self._talks = Talks(lambda talk: tell(Forgotten(talk)))
        self._numbers = count(1)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        path = scope["raw_path"]
        if not path.startswith(b"/"):
            await refusal(400, "no-path", _NO_PATH).write(send)
            return
        target = self.upstream.target(path, scope["query_string"])
        headers: RawHeaders = list(scope["headers"])
        head = Request(
            scope["method"], self.upstream.url_of(target), as_texts(to_agent(headers)), b""
        )
        account = Account(self._numbers.__next__, self._talks, self._tell, clock, head)
        await _Exchange(self, account, scope, receive, send).run(target, headers)


class _Exchange:
    """One request on its way, and its answer."""

    def __init__(
        self, proxy: Proxy, account: Account, scope: Message, receive: Receive, send: Send
    ) -> None:
        self._proxy = proxy
        self._account = account
        self._scope = scope
        self._receive = receive
        self._send = send
        self._ended = (Ending.CANCELLED, _STOPPED)
        self._over = False
        self._to_agent, self._from_client = anyio.create_memory_object_stream[bytes](0)

    async def run(self, target: bytes, headers: RawHeaders) -> None:
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(self._listen, group.cancel_scope)
                await self._relay(target, headers)
                group.cancel_scope.cancel()
        finally:
            self._to_agent.close()
            self._from_client.close()
            self._account.ended(*self._ended)

    async def _listen(self, scope: anyio.CancelScope) -> None:
        """Take what the client sends until it leaves."""
        more = True
        while True:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                break
            data = message.get("body", b"")
            self._account.sent(data)
            try:
                if data and more:
                    await self._to_agent.send(data)
            except anyio.BrokenResourceError:
                pass  # the agent wants no more of it
            if not message.get("more_body", False) and more:
                more = False
                self._to_agent.close()
                self._account.asked()
        # A server says the same once a response is complete.
        if not self._over:
            self._ended = (Ending.CANCELLED, _CLIENT_GONE)
            scope.cancel()

    async def _relay(self, target: bytes, headers: RawHeaders) -> None:
        upstream = self._proxy.upstream
        body = self._from_client if has_body(headers) else None
        if self._proxy.tampering is not None:
            # Faults change what is written, which nobody could in a compressed body.
            headers = [*without(headers, b"accept-encoding"), (b"accept-encoding", b"identity")]
        request = upstream.request(self._scope["method"], target, headers, body)
        try:
            response = await upstream.send(request)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            await self._fail(no_answer(error, upstream.url, CONNECT_S))
            return
        try:
            await self._answer(response)
        finally:
            if not self._over:
                hang_up(response)  # now: a loop that is ending may not get to the rest
            with anyio.CancelScope(shield=True):
                await response.aclose()

    async def _fail(self, sentence: str) -> None:
        """The agent cannot be asked: say so to the client, and in the account."""
        answer = refusal(502, "upstream-unreachable", sentence)
        await self._write(answer)
        self._end(Ending.UNREACHED, sentence)

    async def _answer(self, response: httpx.Response) -> None:
        headers = to_client(response.headers.raw)
        if not 100 <= response.status_code < 600:
            await self._fail(f"the agent answered with the status {response.status_code}")
            return
        answer = Answer(response.status_code, headers, self._reads(response))
        tampering = self._proxy.tampering
        self._account.asked()
        if tampering is not None and self._account.is_run and answer.is_stream:
            answer = answer.altered(tampering)
        await self._write(answer)

    async def _write(self, answer: Answer) -> None:
        """Write an answer to the client; what was written is what is told."""
        if answer.pause_s:
            await anyio.sleep(answer.pause_s)
        await self._send(answer.start)
        self._account.answered(answer.status, as_texts(answer.headers))
        try:
            async with aclosing(answer.body) as reads:
                async for data in reads:
                    at_ms = clock()
                    await self._send(
                        {"type": "http.response.body", "body": data, "more_body": True}
                    )
                    self._account.got(data, at_ms)
                    if self._proxy.room is not None:
                        await self._proxy.room()
        except (httpx.HTTPError, httpx.StreamError, OSError) as error:
            self._end(Ending.RESET, no_more(error))
            self._break_off()
            return
        await self._take_leave(answer)

    async def _take_leave(self, answer: Answer) -> None:
        farewell, words = answer.farewell
        if farewell is PROPER:
            self._end(Ending.EOF)
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        self._end(Ending.RESET, f"broken off by the fault {words}")
        if farewell is RESET:
            self._proxy.reset(tuple(self._scope["client"]))
        else:
            self._break_off()

    def _end(self, how: Ending, detail: str = "") -> None:
        """It is over, whoever closes connections from now on."""
        self._ended, self._over = (how, detail), True

    def _break_off(self) -> None:
        """A response that is left incomplete has its connection closed by the server. HTTP/1.0
        takes that for a proper end, unless it is a reset."""
        if self._scope["http_version"] == "1.0":
            self._proxy.reset(tuple(self._scope["client"]))

    async def _reads(self, response: httpx.Response) -> AsyncGenerator[bytes, None]:
        reads: AsyncIterator[bytes] = response.aiter_raw()
        async for data in reads:
            yield data
