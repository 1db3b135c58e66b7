"""A REASONING_START names a reasoning span that is still open.

What it checks
    Every REASONING_START against the spans that are open. Spans and reasoning messages are told
    apart: a span may have the id of a message.
Why it matters
    A client cannot tell two stretches of thinking with one id apart and rejects the stream.
What to do
    Send REASONING_END first, or give each span an id of its own.
Spec
    events/reasoning: a span whose id is open is not opened again.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("RSN001", Severity.ERROR, "REASONING_START", fatal=True, spec="events/reasoning")
def span_already_open(world: World, event: Event) -> Faults:
    span = world.reasoning.open.get(event.payload["messageId"])
    if span is None or world.losses.has_closer("span"):
        return ()
    return (
        Fault(
            f"reasoning span {quote(span.id)} is already open since event {span.opened}; "
            "REASONING_END has to come first",
            pointer="/messageId",
            related=span.opened,
        ),
    )
