"""``pendingToolCallIds`` is not the list of calls the run left unanswered.

What it checks
    When a success carries ``pendingToolCallIds``, it holds exactly the tool calls that the run
    started and nobody answered, in the order they were started. Calls that came only inside a
    snapshot may be listed or not.
Why it matters
    The client runs the tools listed there and sends their results. A call that is missing is
    never run; one too many is run twice, or cannot be found.
What to do
    Build the list from the calls that were streamed, less those with a TOOL_CALL_RESULT; or leave
    it out, for then the client finds them itself.
Spec
    events/lifecycle: what pendingToolCallIds holds. Clients do not refuse the stream. Our choice:
    a call known only from a snapshot was not started on this stream, and is not held against a
    producer that lists it.
"""

from __future__ import annotations

from wirelab.projections.runs import Run
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("RUN015", Severity.ERROR, "RUN_FINISHED", spec="events/lifecycle")
def pending_calls_disagree(world: World, event: Event) -> Faults:
    run, listed = world.runs.active, (event.payload.get("outcome") or {}).get("pendingToolCallIds")
    if run is None or listed is None:
        return ()
    sent = [call_id for call_id in listed if not _only_restated(world, call_id)]
    pending = unanswered(world, run)
    if sent == pending or _explained(world):
        return ()
    if sorted(sent) == sorted(pending):
        fault = f"the calls were started in the order {quote(pending)}"
    else:
        fault = f"the calls this run started and nobody answered are {quote(pending)}"
    message = f"pendingToolCallIds is {quote(listed)}, but {fault}"
    return (Fault(message, pointer="/outcome/pendingToolCallIds"),)


def _explained(world: World) -> bool:
    """Whether a call or a result was lost, or one was ended that never began: told there."""
    losses = world.losses
    lost = losses.has_opener("call") or losses.has_closer("call")
    return lost or "TOOL_CALL_RESULT" in losses.spoilt


def unanswered(world: World, run: Run) -> list[str]:
    """The calls that a run started and that have no result, in order."""
    calls = world.tool_calls.by_id
    return [call_id for call_id in run.call_ids if calls[call_id].result is None]


def _only_restated(world: World, call_id: str) -> bool:
    call = world.tool_calls.by_id.get(call_id)
    return call is not None and call.origin == "snapshot"
