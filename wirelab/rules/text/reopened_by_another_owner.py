"""A message or reasoning span of this run was started again by another owner.

What it checks
    Within one run, a START that is tagged with a ``subagentRunId`` reopens only what that same
    subagent had opened. Text messages, reasoning messages and reasoning spans are asked; tool
    calls have a rule of their own.
Why it matters
    Clients refuse the stream: one item cannot be the work of two speakers. Usual cause is a
    counter for message ids that every subagent starts at one.
What to do
    Make ids unique over the whole thread, for instance by putting the subagentRunId into them.
Spec
    basic/patterns/streaming, events/subagents: who reopens an item in a run is its owner. The
    specification does not say what an untagged START means for a subagent's item. Our choice: it
    says nothing about the owner, as on content and end, so the item stays the subagent's.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import FAMILY_NAMES, owner_name
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.text.reopened_differently import changes_owner, closed_before
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event(
    "MSG004",
    Severity.ERROR,
    "TEXT_MESSAGE_START",
    "REASONING_MESSAGE_START",
    "REASONING_START",
    fatal=True,
    spec="events/subagents",
)
def reopened_by_another_owner(world: World, event: Event) -> Faults:
    owner = event.owner
    if owner is None:
        return ()
    if event.type == "REASONING_START":
        return _span(world, event, owner)
    message = closed_before(world, event)
    if message is None or message.run != world.run_index or not changes_owner(message, owner):
        return ()
    name = f"{FAMILY_NAMES[message.family]} {quote(message.id)}"
    return (_fault(name, owner, message.owner, message.opened),)


def _span(world: World, event: Event, owner: str) -> Faults:
    span, run = world.reasoning.last_by_id.get(event.payload["messageId"]), world.runs.active
    if span is None or span.closed is None or span.owner == owner:
        return ()
    if run is None or span.opened < run.started:
        return ()
    return (_fault(f"reasoning span {quote(span.id)}", owner, span.owner, span.opened),)


def _fault(name: str, owner: str, first: str | None, opened: int | None) -> Fault:
    message = (
        f"{name} was reopened by {owner_name(owner)}; "
        f"{owner_name(first)} had opened it (event {opened})"
    )
    return Fault(message, pointer="/subagentRunId", related=opened)
