"""A cancelled run carries a result.

What it checks
    RUN_FINISHED with the outcome "cancelled" has no ``result``.
Why it matters
    A run that was called off has come to no result. Readers that look at ``result`` first take it
    for a finished run.
What to do
    Leave ``result`` out of a cancelled run. What was delivered before stays delivered.
Spec
    events/lifecycle: the outcomes of a run.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("RUN018", Severity.WARNING, "RUN_FINISHED", spec="events/lifecycle")
def cancelled_with_result(world: World, event: Event) -> Faults:
    if (event.payload.get("outcome") or {}).get("type") != "cancelled":
        return ()
    if "result" not in event.payload:
        return ()
    message = f"the run was cancelled and has a result, {quote(event.payload['result'])}"
    return (Fault(message, pointer="/result"),)
