"""A RAW event wraps what looks like an AG-UI event.

What it checks
    The ``event`` of every RAW: whether it is an object whose ``type`` is one of AG-UI's own names,
    current or retired. Events of one type are one finding.
Why it matters
    No client reads anything out of a RAW event. A message, result or run end that travels only
    there has not been sent.
What to do
    Send the event itself. What the provider said may go along as its ``rawEvent``.
Spec
    events/passthrough (RAW): it changes nothing, and comes beside the standard events, never
    instead of them.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.protocol.event_types import DEFINITION_OF, RETIRED_TYPES
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.session.event import Event


@on_event("PAS001", Severity.NOTE, "RAW", spec="events/passthrough#raw")
def raw_wraps_event(world: World, event: Event) -> Faults:
    wrapped = event.payload["event"]
    kind = wrapped.get("type") if isinstance(wrapped, dict) else None
    if not isinstance(kind, str) or (kind not in DEFINITION_OF and kind not in RETIRED_TYPES):
        return ()
    return (
        Fault(
            f"RAW wraps a {kind} event, which changes nothing there: clients read nothing from RAW",
            pointer="/event/type",
            key=kind,
        ),
    )
