"""What is open in a world: read by the rules about a run's end, in one order and one wording."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wirelab.rules.phrases import FAMILY_NAMES
from wirelab.rules.wording import listing, quote

if TYPE_CHECKING:
    from wirelab.projections.world import World


@dataclass(slots=True, frozen=True)
class OpenItem:
    """Something a run began and has not ended. opened: the event that opened it."""

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
        kind = FAMILY_NAMES[message.family]
        yield OpenItem(kind, message.id, message.owner, message.opened)
    for call in world.tool_calls.open.values():
        yield OpenItem("tool call", call.id, call.owner, call.opened)
    for span in world.reasoning.open.values():
        yield OpenItem("reasoning span", span.id, span.owner, span.opened)


def open_work(world: World) -> Iterator[OpenItem]:
    """Steps, and subagents that were announced."""
    for step in world.steps.open.values():
        yield OpenItem("step", step.name, step.owner, step.opened)
    for subagent in world.subagents.active.values():
        yield OpenItem("subagent", subagent.id, None, subagent.opened)


def open_items(world: World) -> list[OpenItem]:
    """Everything, streams first."""
    return [*open_streams(world), *open_work(world)]


def name_items(items: list[OpenItem]) -> str:
    """Items in a row, bounded."""
    return listing([str(item) for item in items])
