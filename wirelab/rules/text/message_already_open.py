"""TEXT_MESSAGE_START names a message that is already open.

What it checks
    A text message is opened once and stays open until its TEXT_MESSAGE_END. Starting it again
    after that end is legal: the text goes on.
Why it matters
    Clients refuse the stream. Two writers under one id would also mix their text into one bubble.
What to do
    Send one START a message: usual causes are two layers that both announce it, and a START before
    every chunk of text. Parallel messages need ids of their own.
Spec
    basic/patterns/streaming: an item that is open is not opened again.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event(
    "MSG001",
    Severity.ERROR,
    "TEXT_MESSAGE_START",
    fatal=True,
    spec="basic/patterns/streaming#open-content-close",
)
def message_already_open(world: World, event: Event) -> Faults:
    message = world.messages.open.get(("text", event.payload.get("messageId", "")))
    if message is None or world.losses.has_closer("text"):
        return ()
    text = f"text message {quote(message.id)} was already open (since event {message.opened})"
    key = (world.run_index, message.id)
    return (Fault(text, pointer="/messageId", related=message.opened, key=key),)
