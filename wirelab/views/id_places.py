"""Where the ids of a session are mentioned: read once, in pieces, as the session grows.

Ids of messages, calls, runs, threads, subagents, interrupts, and the names of steps. An id's
opening is the event that starts it, where one does, else its first mention.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import islice
from typing import TYPE_CHECKING, Any

from wirelab.session.event_ids import ids_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wirelab.session.event import Event
    from wirelab.session.session import Session

_NAMES = (
    "messageId",
    "toolCallId",
    "runId",
    "threadId",
    "subagentRunId",
    "stepName",
    "entityId",
    "parentMessageId",
    "parentToolCallId",
    "parentRunId",
    "parentSubagentRunId",
)
_WITH_MORE_INSIDE = ("messages", "outcome", "input")
_OPENERS = {
    "RUN_STARTED": "runId",
    "STEP_STARTED": "stepName",
    "SUBAGENT_STARTED": "subagentRunId",
    "TEXT_MESSAGE_START": "messageId",
    "TEXT_MESSAGE_CHUNK": "messageId",
    "REASONING_START": "messageId",
    "REASONING_MESSAGE_START": "messageId",
    "REASONING_MESSAGE_CHUNK": "messageId",
    "TOOL_CALL_START": "toolCallId",
    "TOOL_CALL_CHUNK": "toolCallId",
    "TOOL_CALL_RESULT": "messageId",
    "ACTIVITY_SNAPSHOT": "messageId",
}
_MOST_COMPARED = 50_000


class IdPlaces:
    """The mentions of every id in the events read so far."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._read = 0
        self._opened: dict[str, int] = {}
        self._mentions: dict[str, array[int]] = {}

    @property
    def complete(self) -> bool:
        """Every event there is was read."""
        return self._read >= len(self._session.events)

    @property
    def share(self) -> float:
        """How much of the session was read, from 0 to 1."""
        return self._read / max(len(self._session.events), 1)

    def read(self, count: int) -> None:
        """Read so many events more."""
        for event in self._session.events[self._read : self._read + count]:
            self._take(event)
        self._read = min(self._read + count, len(self._session.events))

    def opening(self, name: str) -> int | None:
        """The event that starts it, else the first that mentions it; None where none does."""
        mentions = self._mentions.get(name)
        if mentions is None:
            return None
        return self._opened.get(name, mentions[0])

    def count(self, name: str) -> int:
        return len(self._mentions.get(name, ()))

    def number(self, name: str, event: int) -> int | None:
        """Which mention (from 1) an event is; None where it mentions something else."""
        mentions = self._mentions.get(name, array("Q"))
        at = bisect_left(mentions, event)
        return at + 1 if at < len(mentions) and mentions[at] == event else None

    def after(self, name: str, event: int) -> int:
        """The next mention behind an event; behind the last is the first."""
        mentions = self._mentions[name]
        return mentions[bisect_right(mentions, event) % len(mentions)]

    def beginning_with(self, start: str, most: int) -> list[str]:
        """At most so many ids that begin so; of very many ids only the first are compared."""
        names = islice(self._mentions, _MOST_COMPARED)
        return list(islice((name for name in names if name.startswith(start)), most))

    def _take(self, event: Event) -> None:
        payload = event.payload
        opener = _OPENERS.get(event.type)
        if opener is not None and isinstance(opened := payload.get(opener), str):
            self._opened.setdefault(opened, event.seq)
        for name in _ids(payload):
            mentions = self._mentions.get(name)
            if mentions is None:
                self._mentions[name] = array("Q", (event.seq,))
            elif mentions[-1] != event.seq:
                mentions.append(event.seq)


def _ids(payload: dict[str, Any]) -> Iterator[str]:
    for member in _NAMES:
        value = payload.get(member)
        if isinstance(value, str):
            yield value
    if any(member in payload for member in _WITH_MORE_INSIDE):
        for each, _ in ids_in(payload):
            yield each.value
