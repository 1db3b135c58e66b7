"""The input holds a value of a kind that AG-UI does not know, so clients take it out.

What it checks
    The kinds that may grow: the role of a message, the type of a content part and of its source.
    One finding a kind and place.
Why it matters
    The element goes: a message, or a part of one, never reaches the model. "ai", "human" and
    "function" are roles of frameworks, not of AG-UI; "image_url" and "input_text" are a provider's
    part types.
What to do
    Use a role and a part type the protocol has: developer, system, assistant, user, tool,
    reasoning; text, image, audio, video, document.
Spec
    basic/processing: unknown union members are stripped in this direction too, with a warning. A
    ``status`` of a resume entry is no such kind: it has two values, and another one is malformed.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.places import general
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.wording import quote
from wirelab.session.event import DepartureKind


@on_request("INP006", Severity.WARNING, spec="basic/processing#outgoing-material")
def input_kind_unknown(world: World, sent: SentInput) -> Faults:
    for departure in sent.departures:
        if departure.kind is not DepartureKind.UNKNOWN_MEMBER:
            continue
        detail, subject = departure.detail, departure.subject
        meant = f"; {quote(detail['meant'])} is probably meant" if detail["meant"] else ""
        yield Fault(
            f"the {detail['member']} {quote(subject)} in the input is not known: clients take out "
            f"{detail['removed'] or 'all of it'}{meant}",
            pointer=departure.pointer,
            key=(world.runs.exchange, general(departure.pointer), subject),
        )
