"""What goes over the wire between a real client and the synthetic agent, heard inside the server.

The client talks to a socket as it always does and knows nothing of it. For each thread the
exchanges are kept in order, so that a judge can say what the client should have after each run.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from threading import Condition
from typing import Any

from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

LONGEST_WAIT_S = 60.0


class Overheard:
    """An application, and every POST it answered."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._exchanges: list[list[Traffic]] = []
        self._under_way = 0
        self._changed = Condition()

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        heard = _Exchange(scope, receive, send)
        with self._changed:
            self._under_way += 1
        try:
            await self._app(scope, heard.receive, heard.send)
        finally:
            with self._changed:
                self._exchanges.append(heard.traffic())
                self._under_way -= 1
                self._changed.notify_all()

    def threads(self, path: str) -> list[str]:
        """The threads that asked for a path, in their order."""
        asked = [each for each in self._complete() if _request(each).url == path]
        return list(dict.fromkeys(_body(each)["threadId"] for each in asked))

    def inputs(self, thread_id: str) -> list[Any]:
        """The bodies of a thread's requests."""
        return [_body(each) for each in self._of(thread_id)]

    def after(self, thread_id: str, runs: int) -> Session:
        """What the judge makes of the first so many exchanges of a thread."""
        framing, inspection = Framing(), Inspection()
        for exchange in self._of(thread_id)[:runs]:
            for traffic in exchange:
                inspection.take_all(framing.take(traffic))
        return inspection.finish()

    def _of(self, thread_id: str) -> list[list[Traffic]]:
        return [each for each in self._complete() if _body(each).get("threadId") == thread_id]

    def _complete(self) -> list[list[Traffic]]:
        with self._changed:
            quiet = self._changed.wait_for(lambda: self._under_way == 0, LONGEST_WAIT_S)
            assert quiet, "an exchange is still under way"
            return list(self._exchanges)


class _Exchange:
    """One exchange as the application saw it, said in the terms of a transport."""

    def __init__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._body = b""
        self._answer: list[Traffic] = []

    async def receive(self) -> Message:
        message = await self._receive()
        self._body += message.get("body", b"")
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._answer.append(Response(message["status"], _text(message["headers"])))
        elif body := message.get("body"):
            self._answer.append(Read(bytes(body)))
        await self._send(message)

    def traffic(self) -> list[Traffic]:
        asked = Request("POST", self._scope["path"], _text(self._scope["headers"]), self._body)
        return [asked, *self._answer, End(Ending.EOF)]


def _text(headers: Any) -> tuple[tuple[str, str], ...]:
    return tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers)


def _request(exchange: list[Traffic]) -> Request:
    request = exchange[0]
    assert isinstance(request, Request)
    return request


def _body(exchange: list[Traffic]) -> Any:
    return json.loads(_request(exchange).body)
