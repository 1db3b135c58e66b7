"""A chunk that has to open an item lacks what opening needs.

What it checks
    The first chunk of a text or reasoning message carries ``messageId``, the first of a tool call
    ``toolCallId`` and ``toolCallName``. A chunk is a first one when its lane (the parent run, or
    its subagent) has no open stream of its kind. Further incomplete ones of that kind, lane and
    run are counted in one finding.
Why it matters
    A client must not invent an id, so it refuses the stream.
What to do
    Put the id on every chunk; that is legal and safe. Note what ends a chunk stream without a
    word: any message, tool call, step, state, CUSTOM or reasoning event in the same lane. The
    chunk after it is a first one again.
Spec
    basic/patterns/streaming: what a first chunk carries and what ends a chunk stream. Whose stream
    an event without a tag ends, where the item it names is a subagent's, is left open. Our choice:
    the parent run's, which every reader can tell from the event alone.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import owner_name
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import listing
from wirelab.session.event import Departure, DepartureKind, Event

_STREAMS = {
    "TEXT_MESSAGE_CHUNK": "text message",
    "TOOL_CALL_CHUNK": "tool call",
    "REASONING_MESSAGE_CHUNK": "reasoning message",
}

_KINDS = {
    "TEXT_MESSAGE_CHUNK": "text",
    "TOOL_CALL_CHUNK": "call",
    "REASONING_MESSAGE_CHUNK": "reasoning",
}


@on_departure(
    "CHK001",
    Severity.ERROR,
    DepartureKind.FIRST_CHUNK_INCOMPLETE,
    fatal=True,
    spec="basic/patterns/streaming",
)
def first_chunk_incomplete(world: World, event: Event, departure: Departure) -> Faults:
    if world.losses.has_opener(_KINDS[event.type]):
        return ()
    missing = listing(departure.detail["missing"])
    stream = _STREAMS[event.type]
    message = (
        f"no {stream} is open from chunks of {owner_name(event.owner)}, "
        f"so this {event.type} has to open one, and it has no {missing}"
    )
    return (Fault(message, key=(world.run_index, event.type, event.owner)),)
