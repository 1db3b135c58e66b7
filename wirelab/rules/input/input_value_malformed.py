"""A member of the input has a value that the schema does not allow.

What it checks
    Every member of RunAgentInput that AG-UI describes, at any depth: its type, its fixed value, its
    range. Missing members and nulls have rules of their own. The same mistake at the same place of
    many messages is one finding.
Why it matters
    A client refuses to send such an input, and an agent refuses to run it: an HTTP error, no
    stream. An agent that takes it all the same guesses what was meant.
What to do
    Send what the message says is allowed: content as text or as a list of parts, arguments of a
    call as text, not as an object.
Spec
    basic/processing, outgoing material: a malformed value of a known member is fatal before
    anything is sent. Inside something that is stripped because its kind is not known, it is none.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.places import general
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.schema.missing_member import is_missing
from wirelab.rules.schema.null_for_absent import is_null
from wirelab.session.event import DepartureKind


@on_request("INP002", Severity.ERROR, spec="basic/processing#outgoing-material")
def input_value_malformed(world: World, sent: SentInput) -> Faults:
    for departure in sent.departures:
        if departure.kind is not DepartureKind.MALFORMED:
            continue
        if is_missing(departure) or is_null(departure):
            continue
        detail = departure.detail
        slip = f"; {detail['slip']}" if detail["slip"] else ""
        yield Fault(
            f"{departure.pointer} of the input is {detail['found']}, it takes "
            f"{detail['allowed']}{slip}",
            pointer=departure.pointer,
            key=(world.runs.exchange, general(departure.pointer), detail["keyword"]),
        )
