"""A conversation with an agent, as a client holds it, and what a judge says of it."""

from __future__ import annotations

import json
from typing import Any

import httpx

from wirelab.rules.finding import Severity
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

JSON = {"content-type": "application/json"}


def user(message_id: str, text: str) -> dict[str, Any]:
    return {"id": message_id, "role": "user", "content": text}


def hello(**members: Any) -> dict[str, Any]:
    """A small RunAgentInput, with other members where they are given."""
    said = {"threadId": "t-1", "runId": "r-1", "protocolVersion": "1.1"}
    return said | {"messages": [user("u-1", "Hello")]} | members


class Conversation:
    """Posts to one URL and keeps one inspection of all that comes back."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._framing = Framing()
        self._inspection = Inspection()

    @property
    def session(self) -> Session:
        return self._inspection.session

    def send(self, payload: dict[str, Any]) -> Session:
        """One run, to its end."""
        body = json.dumps(payload).encode()
        self._take(Request("POST", self._url, tuple(JSON.items()), body))
        with httpx.stream("POST", self._url, content=body, headers=JSON) as response:
            self._take(Response(response.status_code, tuple(response.headers.items())))
            for data in response.iter_raw():
                self._take(Read(data))
        self._take(End(Ending.EOF))
        return self.session

    def next_input(self, number: int, *messages: dict[str, Any], **members: Any) -> dict[str, Any]:
        """The input of the next run: conversation and state as they stand, and more messages."""
        held = [message for message in self.session.messages if message["role"] != "activity"]
        state = {"state": self.session.state} if self.session.state else {}
        return hello(runId=f"r-{number}", messages=[*held, *messages], **state | members)

    def _take(self, traffic: Traffic) -> None:
        for arrival in self._framing.take(traffic):
            self._inspection.take(arrival)


def send(url: str, payload: dict[str, Any]) -> Session:
    """A conversation of one run."""
    return Conversation(url).send(payload)


def graver(session: Session) -> list[str]:
    """Codes of the errors and warnings, in order."""
    return [finding.code for finding in session.findings if finding.severity is not Severity.NOTE]


def answer(session: Session) -> str:
    """The text of the last message."""
    text = session.messages[-1]["content"]
    assert isinstance(text, str)
    return text
