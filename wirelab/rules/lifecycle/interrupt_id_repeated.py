"""Two interrupts of one run have the same id.

What it checks
    The ids in ``outcome.interrupts`` of RUN_FINISHED differ.
Why it matters
    A resume answers an interrupt by its id. With one id for two questions, a single answer counts
    for both, and the second question is never asked.
What to do
    Give every interrupt an id of its own; do not reuse the id of a node, a tool or a message that
    can interrupt twice.
Spec
    basic/patterns/interrupt-resume: interrupt ids are unique within the run.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event(
    "RUN014", Severity.ERROR, "RUN_FINISHED", fatal=True, spec="basic/patterns/interrupt-resume"
)
def interrupt_id_repeated(world: World, event: Event) -> Faults:
    seen: dict[str, int] = {}
    for index, interrupt in enumerate((event.payload.get("outcome") or {}).get("interrupts") or ()):
        first = seen.setdefault(interrupt["id"], index)
        if first != index:
            yield Fault(
                f"interrupts {first} and {index} both have the id {quote(interrupt['id'])}",
                pointer=f"/outcome/interrupts/{index}/id",
            )
