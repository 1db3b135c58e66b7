"""A REASONING_END names a reasoning span that is not open.

What it checks
    Every REASONING_END against the spans that are open. A reasoning message of that id does not
    count: spans and messages are two namespaces.
Why it matters
    A client rejects the stream. Usually the span was closed twice, or the id of the message was
    sent where the span's belongs.
What to do
    Close each span once, with the messageId of its REASONING_START.
Spec
    events/reasoning: a span that nothing opened is not closed.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.open_items import explained
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote, quoted_listing
from wirelab.session.event import Event


@on_event("RSN002", Severity.ERROR, "REASONING_END", fatal=True, spec="events/reasoning")
def span_not_open(world: World, event: Event) -> Faults:
    span_id = event.payload["messageId"]
    span = world.reasoning.last_by_id.get(span_id)
    if span_id in world.reasoning.open or explained(world, "span"):
        return ()
    related = None
    if span is None:
        why = "no REASONING_START opened it"
        if ("reasoning", span_id) in world.messages.by_key:
            why += "; a reasoning message has that id, which opens no span"
        elif world.reasoning.open:
            why += f"; open: {quoted_listing(world.reasoning.open)}"
    elif span.closed is None:
        why, related = "the end of its run cut it off", span.opened
    else:
        why, related = f"REASONING_END closed it at event {span.closed}", span.closed
    return (
        Fault(
            f"REASONING_END for span {quote(span_id)}, which is not open: {why}",
            pointer="/messageId",
            related=related,
            key=(world.run_index, span_id),
        ),
    )
