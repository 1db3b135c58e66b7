"""The input does not say which version of the protocol the client speaks.

What it checks
    That protocolVersion is there. Reported once a thread.
Why it matters
    Its absence tells the agent that the client is from before versions existed: an agent that
    cares may speak an older dialect to it, and leave out what the client could have shown.
What to do
    Send "protocolVersion": "1.1". Leave it out only towards an agent that is known to be older than
    the member and to refuse it.
Spec
    basic/run-input: a client owes its declaration, but for agents it knows to be older. Nobody sees
    what a client knows, hence a note.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.protocol.versions import NEWEST
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_request


@on_request("INP007", Severity.NOTE, spec="basic/run-input#protocolversion")
def version_not_declared(world: World, sent: SentInput) -> Faults:
    if sent.run_input is None or "protocolVersion" in sent.run_input.payload:
        return ()
    message = f'the input declares no protocolVersion; a client of today sends "{NEWEST}"'
    return (Fault(message, key=sent.run_input.thread_id),)
