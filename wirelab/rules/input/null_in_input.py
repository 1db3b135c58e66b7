"""A member of the input is null, where it should be absent or hold a value.

What it checks
    Every null that the schema refuses: a parentRunId, a state, the content of an assistant message.
    The nulls that are tolerated on events are not tolerated here. Where null is data, inside state,
    metadata and forwardedProps, it is fine. The same member of many messages is one finding.
Why it matters
    Absent means absent: agents that keep to the schema answer 422 and no run starts. It comes from
    a serializer that writes every field of a model.
What to do
    Leave members without a value out: exclude_none in pydantic, omitempty in Go, undefined instead
    of null in JavaScript.
Spec
    basic (absent means absent). basic/processing, outgoing material: fatal before anything is sent.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.places import general
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.schema.null_for_absent import is_null
from wirelab.session.event import DepartureKind


@on_request("INP004", Severity.ERROR, spec="basic#absent-means-absent")
def null_in_input(world: World, sent: SentInput) -> Faults:
    for departure in sent.departures:
        if departure.kind is not DepartureKind.MALFORMED or not is_null(departure):
            continue
        yield Fault(
            f"{departure.pointer} of the input is null: leave it out, or send "
            f"{departure.detail['allowed']}",
            pointer=departure.pointer,
            key=(world.runs.exchange, general(departure.pointer)),
        )
