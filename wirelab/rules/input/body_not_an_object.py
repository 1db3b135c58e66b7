"""The body of a request is not one JSON object.

What it checks
    The body of every request that starts a run: JSON, and an object.
Why it matters
    A RunAgentInput is all an agent gets. Without one there is no thread and no run to answer, so
    it refuses with an HTTP error, and no stream begins.
What to do
    Send the object itself as UTF-8 JSON with Content-Type application/json: not a string that holds
    it (encoded twice), not a list around it, not form data.
Spec
    basic/run-input: an input that cannot be parsed is refused before the run starts. A request
    whose body the source did not keep is not judged.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.protocol.schema_words import found
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_request


@on_request("INP001", Severity.ERROR, spec="basic/run-input#error-handling")
def body_not_an_object(world: World, sent: SentInput) -> Faults:
    if isinstance(sent.payload, dict):
        return ()
    if sent.unread:
        return (Fault(f"the body is not JSON: {sent.unread}"),)
    return (Fault(f"the body is {found(sent.payload)}, it takes one object, a RunAgentInput"),)
