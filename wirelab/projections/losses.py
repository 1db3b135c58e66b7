"""Openers and closers that did not come through, so that what misses them is no second fault.

An event that nobody can read may have opened or closed anything; one whose id cannot be read, an
item of its kind; one that opens what is open, or closes what is not, was meant for another. Each
was told where it came, and each explains one opener or closer that is missed later in the run.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wirelab.session.event import DepartureKind

if TYPE_CHECKING:
    from wirelab.session.event import Departure, Event

_OPENERS = {
    "TEXT_MESSAGE_START": ("text", "messageId"),
    "TEXT_MESSAGE_CHUNK": ("text", ""),
    "REASONING_MESSAGE_START": ("reasoning", "messageId"),
    "REASONING_MESSAGE_CHUNK": ("reasoning", ""),
    "REASONING_START": ("span", "messageId"),
    "TOOL_CALL_START": ("call", "toolCallId"),
    "TOOL_CALL_CHUNK": ("call", ""),
    "STEP_STARTED": ("step", "stepName"),
    "SUBAGENT_STARTED": ("subagent", "subagentRunId"),
}
"""The kind of item, and the member that says which; "" where nothing is made of a malformed one."""
_CLOSERS = {
    "TEXT_MESSAGE_END": ("text", "messageId"),
    "REASONING_MESSAGE_END": ("reasoning", "messageId"),
    "REASONING_END": ("span", "messageId"),
    "TOOL_CALL_END": ("call", "toolCallId"),
    "STEP_FINISHED": ("step", "stepName"),
    "SUBAGENT_FINISHED": ("subagent", "subagentRunId"),
    "SUBAGENT_ERROR": ("subagent", "subagentRunId"),
}


@dataclass(slots=True)
class Losses:
    """Of the run under way, or of what came since the last one ended.

    unread: events of which not even the type can be read. last_unread: which event of the exchange,
    counted from 1, was the last of those.
    openers, closers: those lost, by kind of item. spoilt: types of which some event was not
    applied as it was meant.
    """

    unread: int = 0
    last_unread: int = 0
    openers: Counter[str] = field(default_factory=Counter)
    closers: Counter[str] = field(default_factory=Counter)
    spoilt: set[str] = field(default_factory=set)

    def note_unread(self, event: Event, arrived: int) -> None:
        """An event without a readable type came, as number ``arrived`` of the exchange."""
        lost = sum(map(_lost_events, event.departures))
        if lost:
            self.unread += lost
            self.last_unread = arrived

    def note_malformed(self, salvaged: Event) -> None:
        """What is left of a malformed event is about to be applied."""
        self.spoilt.add(salvaged.type)
        for table, lost in ((_OPENERS, self.openers), (_CLOSERS, self.closers)):
            kind, member = table.get(salvaged.type, ("", ""))
            if kind and member not in salvaged.payload:
                lost[kind] += 1

    def note_opener(self, kind: str) -> None:
        """An opener came for an item that is open: its closer was lost, or another was meant."""
        if not self.take_closer(kind):
            self.openers[kind] += 1

    def note_closer(self, kind: str, *, began: bool = False) -> bool:
        """A closer came for an item that is not open; True where a lost opener explains it.

        began: the run did open it before, and is not known to open such an item more than once.
        """
        explained = not began and self.take_opener(kind)
        if not explained:
            self.closers[kind] += 1
        return explained

    def is_last(self, arrived: int) -> bool:
        """Whether the last of so many events is one of which not even the type can be read."""
        return self.unread > 0 and self.last_unread == arrived

    def has_opener(self, kind: str) -> bool:
        """Whether an item of that kind may have been opened unseen."""
        return self.unread > 0 or self.openers[kind] > 0

    def has_closer(self, kind: str) -> bool:
        """Whether an item of that kind may have been closed unseen."""
        return self.unread > 0 or self.closers[kind] > 0

    def take_opener(self, kind: str) -> bool:
        """``has_opener``; the loss is then explained."""
        return self._take(self.openers, kind)

    def take_closer(self, kind: str) -> bool:
        """``has_closer``; the loss is then explained."""
        return self._take(self.closers, kind)

    def _take(self, lost: Counter[str], kind: str) -> bool:
        if lost[kind] > 0:
            lost[kind] -= 1
        elif self.unread > 0:
            self.unread -= 1
        else:
            return False
        return True

    def copy(self) -> Losses:
        return Losses(
            self.unread,
            self.last_unread,
            self.openers.copy(),
            self.closers.copy(),
            self.spoilt.copy(),
        )


def _lost_events(departure: Departure) -> int:
    """How many events are lost with an event that cannot be read."""
    match departure.kind:
        case DepartureKind.NOT_JSON:
            return int(departure.detail["data"].lstrip().startswith("{"))
        case DepartureKind.NOT_AN_OBJECT:
            value = departure.detail["value"]
            if isinstance(value, list):
                return sum(isinstance(item, dict) for item in value)
            return int(isinstance(value, str) and value.lstrip().startswith("{"))
        case DepartureKind.TOO_DEEP | DepartureKind.MISSING_TYPE:
            return 1
        case _:
            return 0
