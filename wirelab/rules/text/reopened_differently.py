"""A closed message was started again with another role, name or owner.

What it checks
    A TEXT_MESSAGE_START (or REASONING_MESSAGE_START) for a message that was streamed and closed
    before agrees with it on role, name and, across runs, on the subagent that owns it. A START
    without a role means "assistant"; one without a name or a tag says nothing about them.
Why it matters
    Reopening appends. The client keeps what the first START said, and the new text turns up under
    that role, that name, that speaker.
What to do
    Take a new messageId when somebody else speaks, and repeat role and name when a message goes
    on.
Spec
    basic/patterns/streaming: who reopens an item agrees with its opener. Our choice: a name or a
    tag that is left out does not contradict one that was given. Another owner inside one run is
    reopened-by-another-owner.
"""

from __future__ import annotations

from wirelab.projections.messages import Message
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import FAMILY_NAMES, owner_name
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event(
    "MSG003",
    Severity.WARNING,
    "TEXT_MESSAGE_START",
    "REASONING_MESSAGE_START",
    spec="events/text-messages#text_message_end",
)
def reopened_differently(world: World, event: Event) -> Faults:
    message = closed_before(world, event)
    if message is None:
        return
    payload = event.payload
    if message.family == "text":
        role, name = payload.get("role", "assistant"), payload.get("name", message.name)
        for member, given, kept in (("role", role, message.role), ("name", name, message.name)):
            if given != kept:
                yield _fault(message, member, quote(given), quote(kept) if kept else "none")
    owner = event.owner
    if changes_owner(message, owner) and message.run != world.run_index:
        yield _fault(message, "subagentRunId", owner_name(owner), owner_name(message.owner))


def closed_before(world: World, event: Event) -> Message | None:
    """The message that a START reopens: streamed in this session, not of the input, not open."""
    family = "text" if event.type == "TEXT_MESSAGE_START" else "reasoning"
    message = world.messages.by_key.get((family, event.payload.get("messageId", "")))
    if message is None or message.open or message.opened is None or message.origin == "input":
        return None
    return message


def changes_owner(message: Message, owner: str | None) -> bool:
    """Whether a START's tag names somebody who neither owns the message nor reopened it last."""
    return owner is not None and owner not in (message.owner, message.opener_owner)


def _fault(message: Message, member: str, given: str, kept: str) -> Fault:
    label = "owner" if member == "subagentRunId" else member
    text = (
        f"{FAMILY_NAMES[message.family]} {quote(message.id)} was reopened with the {label} "
        f"{given}; it was started with {kept}, and a client keeps that"
    )
    return Fault(text, pointer=f"/{member}", related=message.opened)
