"""What is open in a world: read by the rules about a run's end, in one order and one wording."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wirelab.rules.phrases import FAMILY_NAMES
from wirelab.rules.wording import listing, quote

if TYPE_CHECKING:
    from wirelab.projections.messages import Message
    from wirelab.projections.reasoning import ReasoningSpan
    from wirelab.projections.run_steps import RunStep
    from wirelab.projections.runs import Run
    from wirelab.projections.tool_calls import ToolCall
    from wirelab.projections.world import World
    from wirelab.session.event import Event


@dataclass(slots=True, frozen=True)
class OpenItem:
    """Something a run began and has not ended.

    family: the kind of item, as ``Losses`` counts them; ``kind`` is what it is called.
    opened: the event that opened it.
    """

    family: str
    kind: str
    id: str
    owner: str | None
    opened: int | None

    def __str__(self) -> str:
        owner = f" of subagent {quote(self.owner)}" if self.owner is not None else ""
        since = f" (open since event {self.opened})" if self.opened is not None else ""
        return f"{self.kind} {quote(self.id)}{owner}{since}"


def open_streams(world: World) -> Iterator[OpenItem]:
    """Messages, tool calls and reasoning: what content was still expected for."""
    for message in world.messages.open.values():
        family = message.family
        yield OpenItem(family, FAMILY_NAMES[family], message.id, message.owner, message.opened)
    for call in world.tool_calls.open.values():
        yield OpenItem("call", "tool call", call.id, call.owner, call.opened)
    for span in world.reasoning.open.values():
        yield OpenItem("span", "reasoning span", span.id, span.owner, span.opened)


def open_work(world: World) -> Iterator[OpenItem]:
    """Steps, and subagents that were announced."""
    for step in world.steps.open.values():
        yield OpenItem("step", "step", step.name, step.owner, step.opened)
    for subagent in world.subagents.active.values():
        yield OpenItem("subagent", "subagent", subagent.id, None, subagent.opened)


def open_items(world: World) -> list[OpenItem]:
    """Everything, streams first."""
    return [*open_streams(world), *open_work(world)]


def never_closed(world: World) -> list[OpenItem]:
    """The open items that nothing told before explains: no lost closer can have been theirs."""
    losses = world.losses.copy()
    return [item for item in open_items(world) if not losses.take_closer(item.family)]


def explained(world: World, family: str) -> bool:
    """Whether an item that is not open is no fault of its own: what opened it was lost, or no run
    is under way, which is the fault then."""
    return world.runs.active is None or world.losses.has_opener(family)


def was_left_open(world: World, event: Event, run: Run) -> bool:
    """Whether an event after a run's end goes on with what was open then."""
    item = _item_of(world, event)
    if item is None or not item.cut_off or item.opened is None:
        return False
    return item.opened >= run.started


def _item_of(world: World, event: Event) -> Message | ToolCall | ReasoningSpan | RunStep | None:
    payload = event.payload
    match event.type:
        case "TEXT_MESSAGE_CONTENT" | "TEXT_MESSAGE_END":
            return world.messages.by_key.get(("text", payload["messageId"]))
        case "REASONING_MESSAGE_CONTENT" | "REASONING_MESSAGE_END":
            return world.messages.by_key.get(("reasoning", payload["messageId"]))
        case "TOOL_CALL_ARGS" | "TOOL_CALL_END":
            return world.tool_calls.by_id.get(payload["toolCallId"])
        case "REASONING_END":
            return world.reasoning.last_by_id.get(payload["messageId"])
        case "STEP_FINISHED":
            return world.steps.latest.get((event.owner, payload["stepName"]))
        case _:
            return None


def name_items(items: list[OpenItem]) -> str:
    """Items in a row, bounded."""
    return listing([str(item) for item in items])
