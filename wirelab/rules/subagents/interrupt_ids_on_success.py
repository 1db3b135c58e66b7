"""A SUBAGENT_FINISHED reports success and carries interruptIds.

What it checks
    interruptIds beside an outcome of type "success".
Why it matters
    Only a suspended subagent waits for answers. Clients strip the member, so nobody asks the user
    and the invocation never goes on.
What to do
    Send {"type":"suspended","interruptIds":[...]} when the subagent waits; leave the ids out when
    it succeeded.
Spec
    events/subagents: no interrupt ids on a success outcome. Clients strip the member and go on.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure("SUB007", Severity.ERROR, DepartureKind.UNKNOWN_PROPERTY, spec="events/subagents")
def interrupt_ids_on_success(world: World, event: Event, departure: Departure) -> Faults:
    if departure.pointer != "/outcome/interruptIds" or event.type != "SUBAGENT_FINISHED":
        return ()
    payload = event.payload
    ids = payload["outcome"]["interruptIds"]
    return (
        Fault(
            f"subagent {quote(payload.get('subagentRunId'))} finished as success and names the "
            f"interrupts {quote(ids)}; one that waits for answers is suspended",
            pointer=departure.pointer,
        ),
    )
