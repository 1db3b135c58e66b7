"""The reference client accepts two interrupts with one id.

What it checks
    RUN_FINISHED where interrupt-id-repeated reports an error. One finding an exchange.
Why it matters
    The application gets both questions and can answer only one: the answers go by id.
What to do
    Give every interrupt an id of its own.
Spec
    basic/patterns/interrupt-resume: ids are unique in the run. @ag-ui/client 1.0.0 does not look.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.lifecycle.interrupt_id_repeated import interrupt_id_repeated
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.session.event import Event


@on_event(
    "REF010",
    Severity.NOTE,
    "RUN_FINISHED",
    spec="basic/patterns/interrupt-resume",
    opinion=True,
)
def repeated_interrupt_accepted(world: World, event: Event) -> Faults:
    if world.refused or not any(True for _ in interrupt_id_repeated.check(world, event)):
        return ()
    message = f"{CLIENT}: hands on both interrupts, it does not compare their ids"
    return (Fault(message, pointer="/outcome/interrupts", key=world.runs.exchange),)
