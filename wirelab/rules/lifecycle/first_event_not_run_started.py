"""The stream began with something other than RUN_STARTED.

What it checks
    The first event of a stream is RUN_STARTED. The one exception is RUN_ERROR: an agent that
    cannot even begin may send that alone. Events of types the protocol does not know are dropped
    before this is asked.
Why it matters
    Nothing belongs to a run that has not begun: a client has no thread and no run to file the
    event under, and refuses the stream.
What to do
    Send RUN_STARTED, with the threadId and runId of the request, before anything else; also
    before state or message snapshots. Judging goes on as if a run were open, so that this is one
    finding; a RUN_STARTED that comes late is taken as that run's own.
Spec
    events/lifecycle: a stream opens with RUN_STARTED, or consists of a RUN_ERROR.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import ANY, Fault, Faults, on_event
from wirelab.session.event import Event

_MAY_BEGIN = ("RUN_STARTED", "RUN_ERROR")


@on_event(
    "RUN001",
    Severity.ERROR,
    ANY,
    fatal=True,
    preempts=True,
    outside_run=True,
    spec="events/lifecycle#the-run",
)
def first_event_not_run_started(world: World, event: Event) -> Faults:
    if world.runs.active is not None or world.runs.current is not None:
        return ()
    if event.type in _MAY_BEGIN or world.losses.unread:
        return ()
    message = f"the stream began with {event.type}; a run has to begin with RUN_STARTED"
    return (Fault(message),)
