"""Two messages of the input have the same id.

What it checks
    The ids in ``messages`` differ. Silent where the agent's own stream or snapshot gave two
    messages one id (message-id-shared): the client returns what it was given.
Why it matters
    Agents that keep messages by id replace the first by the second, so a turn of the conversation
    is gone before the model sees it; a snapshot cannot name either of them.
What to do
    Make a new id for every message a client adds, also for a text that is sent again.
Spec
    basic: a messageId is unique within its thread. Our choice: a warning, for clients send it and
    agents take it, each in its own way; on the agent's side the same is an error.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import FAMILY_NAMES
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.sent_history import SentMessage, sent_messages
from wirelab.rules.wording import quote


@on_request("INP010", Severity.WARNING, spec="basic#identifiers")
def message_id_repeated(world: World, sent: SentInput) -> Faults:
    first: dict[str, SentMessage] = {}
    for message in sent_messages(sent):
        earlier = first.setdefault(message.id, message)
        if earlier is message or _held_twice(world, message.id):
            continue
        yield Fault(
            f"messages {earlier.index} and {message.index} of the input both have the id "
            f"{quote(message.id)}",
            pointer=f"{message.pointer}/id",
            key=(world.runs.exchange, message.id),
        )


def _held_twice(world: World, message_id: str) -> bool:
    return sum((family, message_id) in world.messages.by_key for family in FAMILY_NAMES) > 1
