"""The input lacks a member that is required.

What it checks
    threadId, runId and messages, and whatever the objects inside require: the id of a message, the
    toolCallId of a tool message, the content of a user message. The same member missing in many
    messages is one finding.
Why it matters
    A client refuses to send such an input, and an agent refuses to run it: an HTTP error, no
    stream.
What to do
    Send the member. Names are camelCase: threadId, not thread_id. ``messages`` may be an empty
    list; everything else beside the two ids may be left out.
Spec
    basic/run-input: what is required. basic/processing, outgoing material: fatal before anything is
    sent.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.places import general
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.schema.missing_member import is_missing
from wirelab.session.event import DepartureKind


@on_request("INP003", Severity.ERROR, spec="basic/run-input")
def input_member_missing(world: World, sent: SentInput) -> Faults:
    for departure in sent.departures:
        if departure.kind is not DepartureKind.MALFORMED or not is_missing(departure):
            continue
        detail = departure.detail
        slip = f"; {detail['slip']}" if detail["slip"] else ""
        yield Fault(
            f"{departure.pointer} of the input is missing, it takes {detail['allowed']}{slip}",
            pointer=departure.pointer,
            key=(world.runs.exchange, general(departure.pointer)),
        )
