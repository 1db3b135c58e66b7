"""A message or tool call of the input has an encryptedValueType and no encryptedValue.

What it checks
    Every message in ``messages`` and every call in it. Silent where the agent's own snapshot left
    it so (encrypted-type-without-value): the client returns what it holds. An input that declares
    1.0 does not know the member: there it is unknown.
Why it matters
    The type says what the value is. Without the value it says nothing, and the reasoning it stood
    for is lost: the client has thrown the value away.
What to do
    Store and return both, or neither.
Spec
    events/reasoning: encryptedValueType is not sent without encryptedValue. New in 1.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.sent_history import sent_calls, sent_messages
from wirelab.rules.wording import quote
from wirelab.session.event import DepartureKind

_TYPE, _VALUE = "encryptedValueType", "encryptedValue"


@on_request("INP015", Severity.ERROR, spec="events/reasoning#encryptedvaluetype")
def encrypted_type_alone(world: World, sent: SentInput) -> Faults:
    unknown = {
        departure.pointer
        for departure in sent.departures
        if departure.kind is DepartureKind.UNKNOWN_PROPERTY
    }
    for kind, pointer, item, held in _holders(world, sent):
        pointer = f"{pointer}/{_TYPE}"
        if _TYPE not in item or _VALUE in item or pointer in unknown or _is_so(held):
            continue
        yield Fault(
            f"{kind} {quote(item['id'])} has the {_TYPE} {quote(item[_TYPE])} but no {_VALUE}",
            pointer=pointer,
            key=(world.runs.exchange, kind),
        )


def _holders(world: World, sent: SentInput) -> Iterator[tuple[str, str, dict[str, Any], Any]]:
    for message in sent_messages(sent):
        yield "message", message.pointer, message.payload, world.messages.find(message.id)
    for call in sent_calls(sent):
        yield "tool call", call.pointer, call.payload, world.tool_calls.by_id.get(call.id)


def _is_so(held: Any) -> bool:
    """Whether the client was given a type without a value."""
    return held is not None and held.encrypted_value is None and bool(held.encrypted_value_type)
