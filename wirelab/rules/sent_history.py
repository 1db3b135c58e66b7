"""The conversation that an input carries, with places: read by the rules about what a client sends.

Only what has usable ids is given: the schema says elsewhere what has not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wirelab.projections.message_json import readable_calls
from wirelab.session.event import DepartureKind

if TYPE_CHECKING:
    from wirelab.projections.sent_input import SentInput
    from wirelab.projections.world import World


@dataclass(slots=True, frozen=True)
class SentMessage:
    """A message of an input. index: among its messages; pointer: its place in the input."""

    index: int
    pointer: str
    id: str
    payload: dict[str, Any]

    @property
    def role(self) -> str:
        role = self.payload.get("role")
        return role if isinstance(role, str) else ""


@dataclass(slots=True, frozen=True)
class SentCall:
    """A tool call of an input, and the message that holds it."""

    pointer: str
    id: str
    name: str
    arguments: str
    payload: dict[str, Any]
    holder: SentMessage


def sent_messages(sent: SentInput) -> Iterator[SentMessage]:
    """The messages of an input, in order."""
    given = sent.payload.get("messages") if isinstance(sent.payload, dict) else None
    for index, payload in enumerate(given if isinstance(given, list) else ()):
        if isinstance(payload, dict) and isinstance(payload.get("id"), str):
            yield SentMessage(index, f"/messages/{index}", payload["id"], payload)


def sent_calls(sent: SentInput) -> Iterator[SentCall]:
    """The tool calls of an input, in order."""
    for message in sent_messages(sent):
        readable = {id(call) for call in readable_calls(message.payload)}
        for position, payload in enumerate(message.payload["toolCalls"] if readable else ()):
            if id(payload) not in readable:
                continue
            pointer, function = f"{message.pointer}/toolCalls/{position}", payload["function"]
            name, arguments = _text(function, "name"), _text(function, "arguments")
            yield SentCall(pointer, payload["id"], name, arguments, payload, message)


def answered_calls(sent: SentInput) -> set[str]:
    """The calls that the input's tool messages answer, by id."""
    tools = (message for message in sent_messages(sent) if message.role == "tool")
    return {_text(message.payload, "toolCallId") for message in tools}


def is_malformed(sent: SentInput, below: str = "") -> bool:
    """Whether the schema refuses something of the input, at a place or below it."""
    return any(
        departure.kind is DepartureKind.MALFORMED
        and f"{departure.pointer}/".startswith(f"{below}/")
        for departure in sent.departures
    )


def follows_on(world: World, sent: SentInput) -> bool:
    """Whether the world holds what this client held before it sent the input.

    Not where the exchange before was of another thread, was refused by a conforming client (which
    then holds less), could not be read, or where the input is malformed.
    """
    before = world.input.thread_id if world.input is not None else None
    if world.input is None and world.runs.current is not None:
        before = world.runs.current.thread_id
    thread_id = sent.run_input.thread_id if sent.run_input is not None else None
    unknown = thread_id is None or world.refused or world.unread_frames
    return not unknown and before == thread_id and not is_malformed(sent)


def _text(payload: dict[str, Any], name: str) -> str:
    value = payload.get(name)
    return value if isinstance(value, str) else ""
