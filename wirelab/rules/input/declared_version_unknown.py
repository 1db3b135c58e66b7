"""The input declares a protocol version that nobody here knows.

What it checks
    protocolVersion of the input: two numbers with a dot, MAJOR.MINOR, and none newer than the
    newest known. "1", "1.0.3" and "one" cannot be read.
Why it matters
    An agent takes what it cannot read for a newer client and serves it all the same, or, if the
    major number is not its own, may refuse. The input is judged here by the newest version known.
What to do
    Send the version of the protocol that the client speaks, such as "1.1": not that of a library.
    To ask how an agent takes a newer client, this is how.
Spec
    basic/versioning: proceed and warn; a newer minor must be served.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.protocol.versions import NEWEST, read_version
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.wording import quote


@on_request("INP008", Severity.WARNING, spec="basic/versioning#version-negotiation")
def declared_version_unknown(world: World, sent: SentInput) -> Faults:
    declared = sent.run_input.protocol_version if sent.run_input is not None else None
    version = read_version(declared) if declared is not None else None
    if declared is None or (version is not None and version <= (read_version(NEWEST) or version)):
        return ()
    if version is None:
        fault = f'cannot be read: it is MAJOR.MINOR, such as "{NEWEST}"'
    else:
        fault = f"is newer than {NEWEST}, the newest known here"
    message = f"the protocolVersion {quote(declared)} of the input {fault}"
    return (Fault(message, pointer="/protocolVersion", key=declared),)
