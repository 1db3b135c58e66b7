"""The numbers of a usage entry contradict each other.

What it checks
    In every entry of ``usage``: input and output tokens add up to the total; reasoning tokens are
    no more than the output, cached and cache-write tokens each no more than the input. Numbers
    that are absent are not compared: absent is not zero.
Why it matters
    Bills and limits are computed from these. A total that leaves the reasoning out, or cached
    tokens counted beside the input instead of within it, is wrong by a factor.
What to do
    Map the provider's numbers to the protocol's meaning: parts are contained in their whole. Leave
    out what the provider does not tell.
Spec
    events/lifecycle: reasoning, cached and cache-write counts are parts of the totals. Clients do
    not refuse the stream. Our choice: cached and cache-write tokens are each compared with the
    input, not their sum, because providers differ in whether they overlap.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import listing
from wirelab.session.event import Event

_PARTS = (
    ("reasoningTokens", "outputTokens"),
    ("cachedInputTokens", "inputTokens"),
    ("cacheWriteInputTokens", "inputTokens"),
)


@on_event("USG001", Severity.ERROR, "RUN_FINISHED", "RUN_ERROR", spec="events/lifecycle")
def usage_contradicts_itself(world: World, event: Event) -> Faults:
    for index, entry in enumerate(event.payload.get("usage") or ()):
        contradictions = list(_contradictions(entry))
        if contradictions:
            yield Fault(listing(contradictions), pointer=f"/usage/{index}")


def _contradictions(entry: dict[str, Any]) -> Iterator[str]:
    if entry.keys() >= {"inputTokens", "outputTokens", "totalTokens"}:
        given, produced, total = entry["inputTokens"], entry["outputTokens"], entry["totalTokens"]
        if given + produced != total:
            yield f"totalTokens is {total}, but input and output are {given} + {produced}"
    for part, whole in _PARTS:
        if part in entry and whole in entry and entry[part] > entry[whole]:
            yield f"{part} is {entry[part]}, more than the {entry[whole]} {whole} it is part of"
