"""In what the conversation that is sent differs from the one the client held.

New messages are no difference, wherever they stand; activity messages stay with the client, and
what a failed run streamed may be left out. Metadata and attribution are not compared.
"""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wirelab.projections.messages import FAMILY_OF_ROLE
from wirelab.protocol.json_equality import json_equal
from wirelab.rules.sent_history import SentMessage, sent_calls, sent_messages
from wirelab.rules.wording import quote

if TYPE_CHECKING:
    from wirelab.projections.messages import Message
    from wirelab.projections.sent_input import SentInput
    from wirelab.projections.tool_calls import ToolCall
    from wirelab.projections.world import World


@dataclass(slots=True, frozen=True)
class Change:
    """One difference. missing: something held is not there; else it is there, but not as it was."""

    words: str
    pointer: str
    related: int | None
    missing: bool = False


def is_expected_back(world: World, item: Message | ToolCall) -> bool:
    """Whether a conforming client would send an item back: complete, and of no failed run."""
    run = world.runs.all[item.run] if item.run is not None else None
    return not (item.open or item.cut_off or (run is not None and run.cut_short))


def changes(world: World, sent: SentInput) -> Iterator[Change]:
    """Every difference, in the order the client held things, and then the first one out of order.

    Reasoning that is left out is none: a client need not return it.
    """
    found = _Matching(world, sent)
    for message in found.held:
        yield from found.change_of(message)
    yield from found.changes_of_calls()
    yield from found.disorder()


class _Matching:
    """The messages held, and what became of each in the input."""

    def __init__(self, world: World, sent: SentInput) -> None:
        self._world = world
        self.held = [
            message
            for message in world.messages.order
            if message.family != "activity" and is_expected_back(world, message)
        ]
        keys = {(message.family, message.id) for message in world.messages.order}
        self._given: dict[tuple[str, str], SentMessage] = {}
        for given in sent_messages(sent):
            self._given.setdefault((_family(given), given.id), given)
        self._calls = {call.id: call for call in sent_calls(sent)}
        self._fresh: dict[str, deque[SentMessage]] = defaultdict(deque)
        for key, given in self._given.items():
            if key not in keys:
                content = given.payload.get("content")
                self._fresh[_likeness(given.role, content, given.payload)].append(given)
        self._gone: set[str] = set()

    def change_of(self, message: Message) -> Iterator[Change]:
        """What became of one message; of one that only holds calls, its calls tell."""
        given = self._given.get((message.family, message.id))
        if given is not None:
            yield from _altered(message, given)
            return
        if message.family == "reasoning" or (message.call_ids and not message.content):
            return
        twin = self._twin(message)
        name = f"{message.role} message {quote(message.id)}"
        if twin is None:
            self._gone.add(message.id)
            yield Change(f"{name} is missing", "/messages", message.opened, missing=True)
        else:
            words = f"{name} is now {quote(twin.id)}"
            yield Change(words, f"{twin.pointer}/id", message.opened)

    def _twin(self, message: Message) -> SentMessage | None:
        """The new message that is a held one under another id: it holds its call, or says it."""
        for call_id in message.call_ids:
            if call_id in self._calls and message.family == "text":
                return self._calls[call_id].holder
        members = {"toolCallId": message.tool_call_id}
        twins = self._fresh.get(_likeness(message.role, message.content, members))
        return twins.popleft() if twins else None

    def changes_of_calls(self) -> Iterator[Change]:
        calls = self._world.tool_calls.by_id
        for message in self.held:
            ids = () if message.id in self._gone else message.call_ids
            for call in (calls[call_id] for call_id in ids if call_id in calls):
                if is_expected_back(self._world, call):
                    yield from self._change_of_call(call)

    def _change_of_call(self, call: ToolCall) -> Iterator[Change]:
        given, name = self._calls.get(call.id), f"tool call {quote(call.id)}"
        if given is None:
            yield Change(f"{name} is missing", "/messages", call.opened, missing=True)
        elif given.name != call.name:
            words = f"{name} is one of {quote(given.name)} instead of {quote(call.name)}"
            yield Change(words, f"{given.pointer}/function/name", call.opened)
        elif not _same_arguments(call.held_arguments, given.arguments):
            words = (
                f"{name} has the arguments {quote(given.arguments, 40)} instead of "
                f"{quote(call.held_arguments, 40)}"
            )
            yield Change(words, f"{given.pointer}/function/arguments", call.opened)

    def disorder(self) -> Iterator[Change]:
        """The first message that stands before one it came after."""
        last: tuple[SentMessage, Message] | None = None
        for message in self.held:
            given = self._given.get((message.family, message.id))
            if given is None:
                continue
            if last is not None and given.index < last[0].index:
                words = f"{quote(message.id)} stands before {quote(last[1].id)}"
                yield Change(words, given.pointer, message.opened)
                return
            last = given, message


def _altered(message: Message, given: SentMessage) -> Iterator[Change]:
    held: dict[str, Any] = {
        "role": message.role,
        "content": message.content,
        "name": message.name,
        "error": message.error,
    }
    for member, before in held.items():
        after = given.payload.get(member)
        if before == after or json_equal(before or "", after or ""):
            continue
        words = (
            f"{message.role} message {quote(message.id)} has the {member} {_brief(after)} "
            f"instead of {_brief(before)}"
        )
        yield Change(words, f"{given.pointer}/{member}", message.opened)
        return


def _brief(value: Any) -> str:
    return "none" if value is None else quote(value, 40)


def _family(message: SentMessage) -> str:
    return FAMILY_OF_ROLE.get(message.role, "text")


def _likeness(role: str, content: Any, members: dict[str, Any]) -> str:
    """What makes two messages with different ids the same one."""
    if role == "tool":
        return f"tool {members.get('toolCallId')}"
    return f"{role} {json.dumps(content, sort_keys=True)}"


def _same_arguments(before: str, after: str) -> bool:
    """Whether two argument texts say the same: white space is free, and no text is ``{}``."""
    if before == after:
        return True
    try:
        return json_equal(json.loads(before or "{}"), json.loads(after or "{}"))
    except (ValueError, RecursionError):
        return False
