"""An outcome that is no interrupt carries ``interrupts``.

What it checks
    ``interrupts`` stands only in an outcome of type "interrupt". On a success it is an error, on
    a cancelled run a warning like any property that does not belong there.
Why it matters
    Clients strip the member: the run counts as done, nobody is asked, and the approval the agent
    waits for never comes.
What to do
    If the run waits for an answer, say ``{"type": "interrupt", "interrupts": [...]}``. If it does
    not, leave the list out.
Spec
    basic/patterns/interrupt-resume: a success has no interrupts. Clients do not refuse the stream.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "RUN016",
    Severity.ERROR,
    DepartureKind.UNKNOWN_PROPERTY,
    spec="basic/patterns/interrupt-resume",
)
def interrupts_on_success(world: World, event: Event, departure: Departure) -> Faults:
    if event.type != "RUN_FINISHED" or departure.pointer != "/outcome/interrupts":
        return ()
    kind = event.payload["outcome"].get("type")
    severity = Severity.ERROR if kind == "success" else Severity.WARNING
    message = f"an outcome of type {quote(kind)} carried interrupts; a client strips them"
    return (Fault(message, pointer=departure.pointer, severity=severity),)
