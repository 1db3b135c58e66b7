"""A message or call that the request already carried is streamed again.

What it checks
    No START names a message or a tool call of the request's ``messages``. All of them in one
    answer are one finding, which counts them.
Why it matters
    The client holds the item, so a START reopens it and everything streamed is appended: the text
    stands there twice, the arguments are two objects in a row and no JSON any more.
What to do
    Restate history with MESSAGES_SNAPSHOT, or do not send it. When a run goes on after a resume,
    begin a new message instead of going on in the old one.
Spec
    events/lifecycle: a replay restates what the input carried as snapshots. Clients do not refuse
    the stream. Our choice: a START alone is enough, for text that is meant to continue such a
    message cannot be told from text that repeats it.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

_ID_MEMBER = {
    "TEXT_MESSAGE_START": ("messageId", "text", "message"),
    "REASONING_MESSAGE_START": ("messageId", "reasoning", "reasoning message"),
    "TOOL_CALL_START": ("toolCallId", "", "tool call"),
}


@on_event("MSG005", Severity.ERROR, *_ID_MEMBER, spec="events/lifecycle#several-runs-on-one-stream")
def history_restreamed(world: World, event: Event) -> Faults:
    member, family, kind = _ID_MEMBER[event.type]
    item_id = event.payload.get(member, "")
    if family:
        message = world.messages.by_key.get((family, item_id))
        carried = message is not None and message.origin == "input" and not message.open
    else:
        call = world.tool_calls.by_id.get(item_id)
        carried = call is not None and call.origin == "input" and not call.open
    if not carried:
        return ()
    text = (
        f"{kind} {quote(item_id)} came with the request and is streamed again: a client appends "
        f"it to the one it holds{likely('replayed-history')}"
    )
    return (Fault(text, pointer=f"/{member}", key=world.runs.exchange),)
