"""An encrypted value comes back changed, or not at all.

What it checks
    What the client held at the end of the exchange before: every encryptedValue of a message or a
    tool call is on the same item of the next input, the same to the character, and its
    encryptedValueType with it. Where the item itself is missing, only reasoning messages count
    here (messages-sent-differ has the others). All changed ones of an input are one finding, and
    all missing ones.
Why it matters
    The value is the model's reasoning, sealed by its provider. Changed, the provider refuses the
    whole request; missing, the model has forgotten why it did what it did, and some providers
    refuse a tool result without it.
What to do
    Store the value with its message or call and send it as it came: not trimmed, not decoded, not
    parsed, not stripped by a serializer that does not know the member.
Spec
    events/reasoning: stored, and returned unmodified. A changed value is an error; one that was
    lost a warning, for a client may have no place for it. The type alone may go when the input
    declares 1.0, which does not know it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wirelab.projections.messages import Message
from wirelab.projections.sent_input import SentInput
from wirelab.projections.tool_calls import ToolCall
from wirelab.projections.world import World
from wirelab.protocol.versions import judged_by
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.sent_differences import is_expected_back
from wirelab.rules.sent_history import SentCall, SentMessage, follows_on, sent_calls, sent_messages
from wirelab.rules.wording import quote


class _Returned(NamedTuple):
    """An item that held a value, and what became of it."""

    name: str
    held: Message | ToolCall
    given: SentMessage | SentCall | None


@on_request("INP016", Severity.WARNING, spec="events/reasoning#reasoning_encrypted_value")
def encrypted_value_not_returned(world: World, sent: SentInput) -> Faults:
    if sent.run_input is None or not follows_on(world, sent):
        return
    types_count = judged_by(sent.run_input.protocol_version) != "1.0"
    for item in _holders(world, sent):
        given = item.given.payload if item.given is not None else {}
        value, kind = given.get("encryptedValue"), given.get("encryptedValueType")
        if value is None:
            yield _fault(world, item, "comes back without its encryptedValue", "")
        elif value != item.held.encrypted_value:
            words = f"comes back with another encryptedValue{_change(item.held, value)}"
            yield _fault(world, item, words, "/encryptedValue", Severity.ERROR)
        elif kind != item.held.encrypted_value_type and types_count:
            before = item.held.encrypted_value_type
            words = (
                f"comes back with the encryptedValueType {quote(kind)} instead of {quote(before)}"
            )
            severity = Severity.WARNING if kind is None else Severity.ERROR
            yield _fault(world, item, words, "/encryptedValueType", severity)


def _fault(
    world: World, item: _Returned, words: str, member: str, severity: Severity = Severity.WARNING
) -> Fault:
    place = f"{item.given.pointer}{member}" if item.given is not None else "/messages"
    return Fault(
        f"{item.name} {words}",
        pointer=place,
        related=item.held.opened,
        severity=severity,
        key=(world.runs.exchange, severity),
    )


def _change(held: Message | ToolCall, value: str) -> str:
    """What changed, told without the value itself."""
    before = held.encrypted_value or ""
    if len(value) != len(before):
        return f", of {len(value)} characters instead of {len(before)}"
    pairs = enumerate(zip(before, value, strict=True))
    place = next(index for index, (one, other) in pairs if one != other)
    return f", different from character {place} on"


def _holders(world: World, sent: SentInput) -> Iterator[_Returned]:
    """The items held with a value that an input has to return."""
    messages = {(message.role, message.id): message for message in sent_messages(sent)}
    calls = {call.id: call for call in sent_calls(sent)}
    for message in world.messages.order:
        given = messages.get((message.role, message.id))
        if message.encrypted_value is not None and (given is not None or _is_due(world, message)):
            yield _Returned(f"{message.role} message {quote(message.id)}", message, given)
        for call_id in message.call_ids:
            call = world.tool_calls.by_id.get(call_id)
            if call is not None and call.encrypted_value is not None and call_id in calls:
                yield _Returned(f"tool call {quote(call_id)}", call, calls[call_id])


def _is_due(world: World, message: Message) -> bool:
    """Whether a message that is not sent had to be, for the value it holds."""
    return message.family == "reasoning" and is_expected_back(world, message)
