"""The run declares a protocol version newer than Wire Lab knows.

What it checks
    protocolVersion of every RUN_STARTED, compared as numbers: 1.10 is newer than 1.9.
Why it matters
    The run is judged by the newest version known. What a later one added shows up as unknown, and
    what it changed is not seen.
What to do
    Update Wire Lab, or take findings about unknown material on this run for what they are.
Spec
    basic/versioning: a client carries on with a newer peer and warns.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.protocol.versions import NEWEST, read_version
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("VER001", Severity.WARNING, "RUN_STARTED", spec="basic/versioning")
def version_newer(world: World, event: Event) -> Faults:
    declared = event.payload.get("protocolVersion")
    version, newest = read_version(declared) if declared is not None else None, read_version(NEWEST)
    if version is None or newest is None or version <= newest:
        return ()
    return (
        Fault(
            f"the agent speaks AG-UI {quote(declared)}, newer than {NEWEST}, the newest known here",
            pointer="/protocolVersion",
            key=declared,
        ),
    )
