"""A restated message or tool call has an encryptedValueType and no encryptedValue.

What it checks
    Every message of a MESSAGES_SNAPSHOT, and every call in it. Only from 1.1 on: before, the
    member does not exist and is stripped as unknown.
Why it matters
    The type says what the value is. Without the value it says nothing, and a snapshot that leaves
    the value out has withdrawn it: the client cannot send it back.
What to do
    Restate the value together with its type, or leave both out.
Spec
    events/reasoning: encryptedValueType is not sent without encryptedValue.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("RSN006", Severity.ERROR, "MESSAGES_SNAPSHOT", spec="events/reasoning", since="1.1")
def encrypted_type_without_value(world: World, event: Event) -> Faults:
    for pointer, kind, item in _holders(event.payload["messages"]):
        if "encryptedValueType" in item and "encryptedValue" not in item:
            yield Fault(
                f"{kind} {quote(item['id'])} has the encryptedValueType "
                f"{quote(item['encryptedValueType'])} but no encryptedValue",
                pointer=f"{pointer}/encryptedValueType",
                key=(world.runs.exchange, kind, item["id"]),
            )


def _holders(messages: list[dict[str, Any]]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for index, message in enumerate(messages):
        yield f"/messages/{index}", "message", message
        for position, call in enumerate(message.get("toolCalls", ())):
            yield f"/messages/{index}/toolCalls/{position}", "tool call", call
