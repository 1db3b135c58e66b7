"""Reasoning spans, reasoning messages and encrypted values [events/reasoning].

Spans and messages are two namespaces: a span and the message inside it may share an id.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wirelab.projections.streamed_messages import closer, extender, open_message
from wirelab.projections.tool_calls import ToolCall

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.projections.messages import Message
    from wirelab.projections.world import World
    from wirelab.session.event import Departure, Event


@dataclass(slots=True)
class ReasoningSpan:
    """One span; ``closed`` is None while it is open."""

    id: str
    owner: str | None
    opened: int
    opened_ms: float | None
    closed: int | None = None
    closed_ms: float | None = None
    cut_off: bool = False


@dataclass(slots=True)
class Reasoning:
    """All spans in order, and the open ones by id."""

    spans: list[ReasoningSpan] = field(default_factory=list)
    open: dict[str, ReasoningSpan] = field(default_factory=dict)
    last_by_id: dict[str, ReasoningSpan] = field(default_factory=dict)


def _span_start(world: World, event: Event) -> Iterable[Departure]:
    span_id = event.payload.get("messageId")
    if span_id is not None:
        owner, earlier = event.owner, world.reasoning.last_by_id.get(span_id)
        if owner is None and earlier is not None:
            owner = earlier.owner  # a START without a tag leaves the owner as it was
        if span_id in world.reasoning.open:
            world.losses.note_opener("span")
        span = ReasoningSpan(span_id, owner, event.seq, event.at_ms)
        world.reasoning.spans.append(span)
        world.reasoning.open[span_id] = world.reasoning.last_by_id[span_id] = span
    return ()


def _span_end(world: World, event: Event) -> Iterable[Departure]:
    span_id = event.payload.get("messageId")
    span = world.reasoning.open.pop(span_id or "", None)
    if span is None and span_id is not None:
        world.losses.note_closer("span")
    elif span is not None:
        span.closed, span.closed_ms = event.seq, event.at_ms
    return ()


def _start(world: World, event: Event) -> Iterable[Departure]:
    open_message(world, event, "reasoning", "reasoning")
    return ()


def _encrypted(world: World, event: Event) -> Iterable[Departure]:
    payload = event.payload
    entity_id = payload.get("entityId", "")
    entity: ToolCall | Message | None
    if payload.get("subtype") == "tool-call":
        entity = world.tool_calls.by_id.get(entity_id)
    else:
        entity = world.messages.find(entity_id)
        if entity is not None and entity.family == "activity":
            entity = None  # an activity message cannot hold one [events/reasoning]
    if isinstance(entity, ToolCall):
        entity = world.tool_calls.own(entity)
    elif entity is not None:
        entity = world.messages.own(entity)
    if entity is not None:
        entity.encrypted_value = payload.get("encryptedValue")
        entity.encrypted_value_type = payload.get("encryptedValueType")
    return ()


FOLDS = {
    "REASONING_START": _span_start,
    "REASONING_END": _span_end,
    "REASONING_MESSAGE_START": _start,
    "REASONING_MESSAGE_CONTENT": extender("reasoning"),
    "REASONING_MESSAGE_END": closer("reasoning"),
    "REASONING_ENCRYPTED_VALUE": _encrypted,
}
