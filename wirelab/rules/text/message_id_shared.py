"""One message id stands for two messages.

What it checks
    An id that a message of the thread has is not given to a message of another kind (text, tool
    result, reasoning, activity), nor to the result of another call, nor twice within one snapshot.
    Going on with a message under its own id is legal; a reasoning span may share the id of the
    message inside it; and a message that only exists to hold a tool call may share the call's id.
Why it matters
    No client refuses it, most keep messages by id. The official one glues an answer onto the
    reasoning of the same id without a word, or drops it with a warning.
What to do
    Make an id for each message. Providers often give one id for a whole response: put the kind
    into it (``r-7`` for the reasoning, ``m-7`` for the text).
Spec
    basic: identifiers are unique within their thread. Clients do not refuse the stream. What they
    hold afterwards is left open. Our choice: both messages, told apart by their kind, so that no
    text is lost to the reader.
"""

from __future__ import annotations

from typing import Any

from wirelab.projections.messages import FAMILY_OF_ROLE, Message
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.phrases import FAMILY_NAMES
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

_FAMILY_OF_TYPE = {
    "TEXT_MESSAGE_START": "text",
    "REASONING_MESSAGE_START": "reasoning",
    "TOOL_CALL_RESULT": "tool",
    "ACTIVITY_SNAPSHOT": "activity",
}


@on_event("MSG006", Severity.ERROR, *_FAMILY_OF_TYPE, "MESSAGES_SNAPSHOT", spec="basic#identifiers")
def message_id_shared(world: World, event: Event) -> Faults:
    family = _FAMILY_OF_TYPE.get(event.type)
    if family is None:
        return _in_snapshot(world, event.payload["messages"])
    message_id = event.payload.get("messageId", "")
    held = world.messages.by_key.get((family, message_id))
    if held is None:
        return _against_others(world, message_id, family, "/messageId")
    call_id = event.payload.get("toolCallId")
    if family != "tool" or held.tool_call_id in (None, call_id):
        return ()
    message = (
        f"the result of call {quote(call_id)} has the id {quote(message_id)} of the result of "
        f"call {quote(held.tool_call_id)}, and replaces it"
    )
    return (Fault(message, pointer="/messageId", related=held.opened),)


def _against_others(world: World, message_id: str, family: str, pointer: str) -> Faults:
    """The fault of an id that is new in its family and known in another one."""
    for held in world.messages.of_id(message_id):
        other = held.family
        if other == family or _only_holds_call(world, held):
            continue
        message = (
            f"{FAMILY_NAMES[family]} {quote(message_id)} has the id of a {FAMILY_NAMES[other]}; "
            "clients that keep messages by id merge or lose one of them"
        )
        if {family, other} == {"text", "reasoning"}:
            message += likely("shared-id")
        group = (world.runs.exchange, message_id, family, other)
        return (Fault(message, pointer=pointer, related=held.opened, key=group),)
    return ()


def _only_holds_call(world: World, held: Message) -> bool:
    """Whether a message was minted for a call without a parent, under the call's own id."""
    minted = held.opened is None and held.id in held.call_ids
    return minted and held.id in world.tool_calls.by_id


def _in_snapshot(world: World, given: list[dict[str, Any]]) -> Faults:
    first_at: dict[str, int] = {}
    for index, message in enumerate(given):
        message_id, pointer = message["id"], f"/messages/{index}/id"
        first = first_at.setdefault(message_id, index)
        if first != index:
            yield Fault(
                f"messages {first} and {index} of the snapshot both have the id "
                f"{quote(message_id)}",
                pointer=pointer,
                key=(world.runs.exchange, message_id),
            )
            continue
        family = FAMILY_OF_ROLE.get(message["role"], "text")
        if (family, message_id) not in world.messages.by_key:
            yield from _against_others(world, message_id, family, pointer)
