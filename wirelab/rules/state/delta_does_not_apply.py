"""A STATE_DELTA could not be applied to the state as the client holds it.

What it checks
    Every patch against the state so far: paths that do not exist, indexes out of range, a failed
    ``test``. The first refusal since the last snapshot is the finding; later ones are counted in
    it, because from here on both sides hold different states.
Why it matters
    A patch applies whole or not at all. The client keeps its old state, carries on, and every
    later delta builds on something else than the agent thinks.
What to do
    Send a STATE_SNAPSHOT before the first delta, and another one to get back together. A member
    that may be missing is set with "add", which replaces one that is there; "replace" needs one.
    Without a ``state`` in the input the start is {}.
Spec
    basic/patterns/snapshots (when a patch does not apply): keep the prior value and warn.
"""

from __future__ import annotations

from typing import Any

from wirelab.projections.world import World
from wirelab.protocol.schema_words import found
from wirelab.rules.finding import Severity
from wirelab.rules.patch_words import why_refused
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quoted_listing
from wirelab.session.event import Departure, DepartureKind, Event


@on_departure(
    "STA001",
    Severity.WARNING,
    DepartureKind.PATCH_REFUSED,
    spec="basic/patterns/snapshots#when-a-patch-does-not-apply",
)
def delta_does_not_apply(world: World, event: Event, departure: Departure) -> Faults:
    state = world.state
    return (
        Fault(
            f"the state stays as it was: {why_refused(departure)} ({_document(state.document)})",
            pointer=departure.pointer,
            related=state.snapshot,
            key=("diverged", state.diverged),
        ),
    )


def _document(document: Any) -> str:
    """What the patch met: the document's shape, never all of it."""
    if isinstance(document, dict) and document:
        return f"the state has {quoted_listing(document)}"
    return "the state is {}" if document == {} else f"the state is {found(document)}"
