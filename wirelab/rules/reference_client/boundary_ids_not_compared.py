"""The reference client does not see that a run's ids changed.

What it checks
    RUN_STARTED and RUN_FINISHED where run-boundaries-disagree or thread-changed reports an error.
    One finding an exchange.
Why it matters
    The run works with that client and fails with those that compare. It is how adapters get away
    with the ids of their framework.
What to do
    As those rules say: echo the input's ids on both events.
Spec
    basic/run-input: the ids are the input's. @ag-ui/client 1.0.0 compares neither.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.lifecycle.run_boundaries_disagree import run_boundaries_disagree
from wirelab.rules.lifecycle.thread_changed import thread_changed
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.session.event import Event


@on_event(
    "REF004", Severity.NOTE, "RUN_STARTED", "RUN_FINISHED", spec="basic/run-input", opinion=True
)
def boundary_ids_not_compared(world: World, event: Event) -> Faults:
    if world.refused or not _disagrees(world, event):
        return ()
    message = f"{CLIENT}: goes on, it does not compare the ids of {event.type}"
    return (Fault(message, key=world.runs.exchange),)


def _disagrees(world: World, event: Event) -> bool:
    rules = (thread_changed, run_boundaries_disagree)
    return any(
        fault for rule in rules if event.type in rule.events for fault in rule.check(world, event)
    )
