"""The run declares a protocol version that cannot be read.

What it checks
    protocolVersion of every RUN_STARTED: two numbers with a dot, MAJOR.MINOR. "1", "1.0.3", "v1.0"
    and "one" are not. Leaving it out is fine: it means a peer from before versions.
Why it matters
    Nobody can tell what the stream speaks. It is judged by the newest version known.
What to do
    Send the version of the protocol that the agent speaks, such as "1.1": not that of a library,
    and not an echo of the input's.
Spec
    basic/versioning: what a client cannot interpret is treated like a newer version.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.protocol.versions import NEWEST, read_version
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("VER002", Severity.WARNING, "RUN_STARTED", spec="basic/versioning")
def version_unreadable(world: World, event: Event) -> Faults:
    declared = event.payload.get("protocolVersion")
    if declared is None or read_version(declared) is not None:
        return ()
    return (
        Fault(
            f"clients cannot interpret the protocolVersion {quote(declared)}: it is "
            f'MAJOR.MINOR, such as "{NEWEST}"',
            pointer="/protocolVersion",
            key=declared,
        ),
    )
