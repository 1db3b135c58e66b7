"""The steps from one moment of the page to the next: small changes to what its tabs show.

A step is a list whose first word says what it does; the page applies it without knowing why. Where
a text is the ``delta`` of the very frame, it is not said again: DELTA stands for it.

    ["order", at, gone, [numbers]]   entries of the conversation, a stretch of them exchanged
    ["item", number, members]        an entry, but for its text and value where they are not said
    ["text", number, text]           text that an entry gains
    ["value", number, [changes]]     changes of an entry's value (see json_values)
    ["call", id, members, pieces?]   a call; its pieces where they begin anew
    ["piece", id, text]              a fragment of a call's arguments
    ["state", [changes], patched]    changes of the state, and whether a delta made them
    ["status", members]              how the run stands
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from wirelab.projections.world import World
    from wirelab.session.event import Event
    from wirelab.session.session import Session

Step: TypeAlias = list[Any]
DELTA = 0


@dataclass(slots=True)
class Instant:
    """A moment of the walk through a session.

    arrived: the event that led to it. anew: whatever stands in the conversation may be another
    than it was. placed: what stands in it, or where, may be.
    """

    session: Session
    event: int
    world: World
    arrived: Event
    anew: bool = False
    placed: bool = False

    @property
    def types(self) -> set[str]:
        """Of the event, and of what it stands for."""
        return {self.arrived.type, *(each.type for each in self.arrived.applied or ())}

    def told(self, text: str) -> str | int:
        """A text of a step, or DELTA where the event itself says it."""
        delta = self.arrived.payload.get("delta")
        return DELTA if isinstance(delta, str) and delta == text else text


def ids_in(event: Event, *names: str) -> list[str]:
    """The ids of some members that an event and what it stands for carry, each once."""
    payloads = [event.payload, *(each.payload for each in event.applied or ())]
    found = [payload.get(name) for payload in payloads for name in names]
    return list(dict.fromkeys(each for each in found if isinstance(each, str)))


def splice(before: Sequence[Any], after: Sequence[Any]) -> Step | None:
    """``[at, gone, new]``: the stretch in which two lists differ; None where they do not."""
    shorter = min(len(before), len(after))
    start = 0
    while start < shorter and before[start] == after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    gone, new = len(before) - start - end, list(after[start : len(after) - end])
    return [start, gone, new] if gone or new else None
