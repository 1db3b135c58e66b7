"""A TOOL_CALL_ARGS or TOOL_CALL_END names a tool call that is not open.

What it checks
    Arguments and ends against the calls that are open at that moment. Many fragments for one such
    call are one finding that counts them.
Why it matters
    A client has nowhere to put the fragment and rejects the stream. It commonly happens when a
    model streams parallel calls and their fragments are sent for the wrong call, or when the start
    was lost.
What to do
    Send TOOL_CALL_START first. A call that was closed may be started again under its id; what
    follows is then appended to its arguments.
Spec
    events/tool-calls, basic/patterns/streaming: content and end only for an item that is open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote, quoted_listing
from wirelab.session.event import Departure, DepartureKind, Event

if TYPE_CHECKING:
    from wirelab.projections.tool_calls import ToolCall


@on_departure(
    "TOL002",
    Severity.ERROR,
    DepartureKind.ITEM_NOT_OPEN,
    fatal=True,
    spec="events/tool-calls",
)
def call_not_open(world: World, event: Event, departure: Departure) -> Faults:
    if departure.subject != "call":
        return ()
    call_id = event.payload["toolCallId"]
    call = world.tool_calls.by_id.get(call_id)
    related = None
    if call is None:
        why = f"no TOOL_CALL_START opened it{_others_open(world)}"
    elif call.opened is None:
        why = "it is known from the messages given, but nothing opened it in this stream"
    elif call.cut_off:
        why, related = "the end of its run cut it off; a new run has to start it again", call.opened
    else:
        why, related = f"TOOL_CALL_END closed it at event {call.closed}", call.closed
        if event.type == "TOOL_CALL_ARGS" and _another_began_behind(world, call):
            why += likely("parallel-calls")
    return (
        Fault(
            f"{event.type} for tool call {quote(call_id)}, which is not open: {why}",
            pointer="/toolCallId",
            related=related,
            key=(world.run_index, call_id),
        ),
    )


def _another_began_behind(world: World, call: ToolCall) -> bool:
    """Whether the event behind a call's end began the call that is the latest."""
    latest = world.tool_calls.latest
    if latest is None or latest.id == call.id or call.closed is None:
        return False
    return latest.opened == call.closed + 1


def _others_open(world: World) -> str:
    calls = world.tool_calls.open
    return f" (open are {quoted_listing(calls)})" if calls else ""
