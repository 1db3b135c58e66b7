"""The input, or an object in it, has a member that AG-UI does not know.

What it checks
    The members of every object that the schema closes, by the version the input declares. State,
    metadata, forwardedProps, a tool's parameters and a response schema are open. The same name at
    the same place of many messages is one finding.
Why it matters
    A client strips such a member before it sends, and an agent strips it before it runs: whatever
    it was to say, nobody hears it. Some agents refuse the whole input instead, though they should
    not.
What to do
    Correct the name; AG-UI writes camelCase. What the protocol has no member for goes into
    ``forwardedProps``, into ``metadata`` or into ``context``.
Spec
    basic/processing, outgoing material: stripped before transmission, with a warning.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.places import general
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.wording import quote
from wirelab.session.event import DepartureKind

_SINCE_1_1 = "encryptedValueType"


@on_request("INP005", Severity.WARNING, spec="basic/processing#outgoing-material")
def input_member_unknown(world: World, sent: SentInput) -> Faults:
    for departure in sent.departures:
        if departure.kind is not DepartureKind.UNKNOWN_PROPERTY:
            continue
        inside = departure.pointer.rpartition("/")[0]
        place = inside and f" at {inside}"
        meant = departure.detail["meant"]
        hint = f"; {quote(meant)} is probably meant" if meant else ""
        if departure.subject == _SINCE_1_1:
            hint = "; it came with 1.1, and the input declares an older version"
        yield Fault(
            f"{quote(departure.subject)} is no member of the input{place}: clients strip it{hint}",
            pointer=departure.pointer,
            key=(world.runs.exchange, general(departure.pointer)),
        )
