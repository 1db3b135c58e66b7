"""The reference client refuses a patch that touches an object's prototype.

What it checks
    STATE_DELTA and ACTIVITY_DELTA with an operation whose ``path`` holds ``__proto__``, or
    ``prototype`` behind ``constructor``. One finding an exchange.
Why it matters
    The whole patch is left out, with a warning on the console: state and agent differ from there
    on. A client that is not written in JavaScript applies it.
What to do
    Use other names. They are unsafe in every JavaScript consumer.
Spec
    events/state: a patch that can be applied is. @ag-ui/client 1.0.0 refuses these for safety.
"""

from __future__ import annotations

from itertools import pairwise

from wirelab.projections.world import World
from wirelab.protocol import json_pointer
from wirelab.rules.finding import Severity
from wirelab.rules.reading_by_client import CLIENT
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

_MEMBERS = {"STATE_DELTA": "delta", "ACTIVITY_DELTA": "patch"}


@on_event("REF016", Severity.NOTE, *_MEMBERS, spec="events/state", opinion=True)
def prototype_patch_refused(world: World, event: Event) -> Faults:
    member = _MEMBERS[event.type]
    for index, operation in enumerate(event.payload[member]):
        path = operation.get("path", "")
        if "proto" in path and _touches_prototype(path) and not world.refused:
            message = f"{CLIENT}: leaves this patch out, it refuses the path {quote(path)}"
            pointer = f"/{member}/{index}/path"
            return (Fault(message, pointer=pointer, key=world.runs.exchange),)
    return ()


def _touches_prototype(path: str) -> bool:
    names = json_pointer.parse(path)
    return "__proto__" in names or ("constructor", "prototype") in pairwise(names)
