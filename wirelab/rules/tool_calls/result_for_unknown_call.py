"""A result answers a tool call that nobody has seen.

What it checks
    Every TOOL_CALL_RESULT against all calls known: streamed, carried by the input, or restated by
    a snapshot.
Why it matters
    The client appends a tool message that belongs to no call, and the call it was meant for stays
    unanswered on screen. Usually the adapter uses the framework's own call id for the result.
What to do
    Send the toolCallId of the TOOL_CALL_START, unchanged.
Spec
    basic (identifiers): toolCallId ties a result to its call. Only a note where the agent may
    well know the call from elsewhere: when the input resumes an interrupted run, or sends no
    messages at all and so leaves the history to the server.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote, quoted_listing
from wirelab.session.event import Event

_MOST_LOOKED_AT = 100


@on_event("TOL009", Severity.WARNING, "TOOL_CALL_RESULT", spec="basic#identifiers")
def result_for_unknown_call(world: World, event: Event) -> Faults:
    call_id = event.payload["toolCallId"]
    if call_id in world.tool_calls.by_id or world.losses.has_closer("call"):
        return ()  # or call-not-open has told of a call that was never started
    given = world.input
    elsewhere = given is not None and bool(given.resume or not given.messages)
    return (
        Fault(
            f"the result {quote(event.payload['messageId'])} answers tool call {quote(call_id)}, "
            f"which was never started{_unanswered(world)}",
            pointer="/toolCallId",
            severity=Severity.NOTE if elsewhere else None,
        ),
    )


def _unanswered(world: World) -> str:
    """The calls of the run that wait for a result: the likely addressees."""
    run, calls = world.runs.active, world.tool_calls.by_id
    recent = run.call_ids[-_MOST_LOOKED_AT:] if run is not None else []
    waiting = [call_id for call_id in recent if calls[call_id].result is None]
    return f"; still unanswered: {quoted_listing(waiting)}" if waiting else ""
