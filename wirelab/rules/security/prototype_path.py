"""A patch touches ``__proto__``, ``constructor`` or ``prototype``.

What it checks
    ``path`` and ``from`` of every operation of STATE_DELTA and ACTIVITY_DELTA. One finding a path
    in a run.
Why it matters
    In a JavaScript client these names reach the prototype that all objects share: an unguarded
    patch library changes the whole application. Wire Lab treats them as plain members.
What to do
    Find out where the path comes from. A state whose keys users choose is better kept in a list, or
    under keys with a prefix.
Spec
    events/state (security considerations): state events are remote writes into an application. RFC
    6902 allows the names.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

_UNSAFE = frozenset({"__proto__", "constructor", "prototype"})
_PATCH = {"STATE_DELTA": "delta", "ACTIVITY_DELTA": "patch"}


@on_event("SEC001", Severity.NOTE, *_PATCH, spec="events/state")
def prototype_path(world: World, event: Event) -> Faults:
    member = _PATCH[event.type]
    for index, operation in enumerate(event.payload[member]):
        for name in ("path", "from"):
            path = operation.get(name)
            if isinstance(path, str) and not _UNSAFE.isdisjoint(path.split("/")):
                yield Fault(
                    f"{event.type} touches {quote(path)}: in JavaScript that name reaches the "
                    "prototype all objects share",
                    pointer=f"/{member}/{index}/{name}",
                    key=(world.run_index, path),
                )
