"""Metadata uses the key ``ag-ui``, which is the protocol's own.

What it checks
    The ``metadata`` of every event. One finding a run.
Why it matters
    A later version may give the key a meaning, and clients will then read this value by it.
What to do
    Use a key with a prefix of your own, such as "acme.trace".
Spec
    basic/metadata: the key ag-ui is reserved.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import ANY, Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

_KEY = "ag-ui"


@on_event("SCH009", Severity.NOTE, ANY, member="metadata", spec="basic/metadata")
def reserved_metadata_key(world: World, event: Event) -> Faults:
    metadata = event.payload.get("metadata")
    if metadata is None or _KEY not in metadata:
        return ()
    return (
        Fault(
            f"metadata has the reserved key {quote(_KEY)}: {quote(metadata[_KEY])}",
            pointer=f"/metadata/{_KEY}",
            key=(world.run_index, _KEY),
        ),
    )
