"""The scene: what one run may know, all of it from its RunAgentInput.

The agent remembers nothing between runs, so the same input gives the same scene: also the ids it
makes, which differ between the turns of a thread.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

from wirelab.wire.sse_encoder import canonical_json

if TYPE_CHECKING:
    from wirelab.protocol.run_input import RunInput

Payload = dict[str, Any]


@dataclass
class Scene:
    """One run's input, read for a scenario.

    interrupts: the names under which the scenario makes interrupt ids.
    waits: the names under which it makes ids of tool calls that an interrupt holds up.
    version: the protocol version the agent speaks. seed: decides what a scenario leaves to chance.
    """

    run_input: RunInput
    version: str
    interrupts: frozenset[str] = field(default_factory=frozenset)
    waits: frozenset[str] = field(default_factory=frozenset)
    seed: int = 0

    @cached_property
    def random(self) -> Random:
        """Chance, the same for the same seed."""
        return Random(self.seed)

    @cached_property
    def encoded(self) -> dict[str, bytes]:
        """Values a run has written already, encoded."""
        return {}

    @cached_property
    def tag(self) -> str:
        """Eight characters that belong to this run on this thread, at this point of it."""
        given = [self.run_input.thread_id, self.run_input.run_id, len(self.run_input.messages)]
        return sha256(canonical_json(given).encode()).hexdigest()[:8]

    def new_id(self, name: str) -> str:
        """The id this run gives to what the scenario calls ``name``."""
        return f"{name}-{self.tag}"

    @cached_property
    def user_texts(self) -> list[str]:
        """What the user said, oldest first; messages without text are left out."""
        texts = [
            text_of(message.get("content"))
            for message in self.run_input.messages
            if message.get("role") == "user"
        ]
        return [text for text in texts if text]

    @cached_property
    def turn(self) -> int:
        """Which turn of the conversation this is, from 1."""
        said = [message for message in self.run_input.messages if message.get("role") == "user"]
        return max(1, len(said))

    @cached_property
    def tool_message(self) -> Payload | None:
        """The tool message the input ends with: the answer to a call of the run before."""
        messages = self.run_input.messages
        last = messages[-1] if messages else {}
        return last if last.get("role") == "tool" else None

    @cached_property
    def unanswered_calls(self) -> list[str]:
        """Ids of the tool calls in the conversation that no tool message answers, oldest first."""
        answered = {message.get("toolCallId") for message in self.run_input.messages}
        return [
            call["id"]
            for message in self.run_input.messages
            if message.get("role") == "assistant"
            for call in message.get("toolCalls") or ()
            if call["id"] not in answered
        ]

    def unanswered(self, name: str) -> str | None:
        """The newest unanswered call whose id a run of ours made under ``name``."""
        made = [call for call in self.unanswered_calls if call.startswith(f"{name}-")]
        return made[-1] if made else None

    @cached_property
    def advertised_tool(self) -> Payload | None:
        """The client's tool to call: one the user named, else the first advertised."""
        said = self.user_texts[-1] if self.user_texts else ""
        tools = list(self.run_input.tools.values())
        named = (tool for tool in tools if tool["name"] and tool["name"] in said)
        return next(named, tools[0] if tools else None)

    def backend_tool(self, name: str) -> str:
        """A name for a tool of the agent's own that the client does not advertise."""
        while name in self.run_input.tools:
            name += "_"
        return name

    @cached_property
    def answers(self) -> dict[str, Payload]:
        """The entries of ``resume`` by the name of the interrupt they answer."""
        return {
            name: entry
            for entry in self.run_input.resume
            for name in self.interrupts
            if str(entry.get("interruptId")).startswith(f"{name}-")
        }

    @cached_property
    def strange_entries(self) -> list[str]:
        """Interrupt ids in ``resume`` that no run of this scenario can have made."""
        known = {id(entry) for entry in self.answers.values()}
        return [
            str(entry.get("interruptId"))
            for entry in self.run_input.resume
            if id(entry) not in known
        ]


def text_of(content: Any) -> str:
    """The text of a message's content, a string or a list of parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return " ".join(part["text"] for part in parts if part.get("type") == "text")
