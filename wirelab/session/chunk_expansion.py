"""Chunk events written out as START, CONTENT and END [basic/patterns/streaming].

One lane per owner (the parent run, each subagent) holds at most one stream opened by a chunk.
A chunk that cannot be expanded yields nothing and a departure on the chunk itself.

Where the specification leaves room: an untagged event closes the parent's lane, whoever owns the
item it names - reading only the event keeps the answer the same for every reader.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from itertools import islice
from typing import Any

from wirelab.protocol.event_types import RUN_TYPES
from wirelab.session.event import Departure, DepartureKind, Event


@dataclass(slots=True, frozen=True)
class _Family:
    """How one kind of chunk maps to its three explicit events."""

    start: str
    content: str
    end: str
    id_member: str
    set_by_opener: tuple[str, ...]
    required: tuple[str, ...]
    defaults: tuple[tuple[str, str], ...] = ()


_FAMILIES = {
    "TEXT_MESSAGE_CHUNK": _Family(
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
        "messageId",
        ("role", "name"),
        ("messageId",),
        (("role", "assistant"),),
    ),
    "TOOL_CALL_CHUNK": _Family(
        "TOOL_CALL_START",
        "TOOL_CALL_ARGS",
        "TOOL_CALL_END",
        "toolCallId",
        ("toolCallName", "parentMessageId"),
        ("toolCallId", "toolCallName"),
    ),
    "REASONING_MESSAGE_CHUNK": _Family(
        "REASONING_MESSAGE_START",
        "REASONING_MESSAGE_CONTENT",
        "REASONING_MESSAGE_END",
        "messageId",
        (),
        ("messageId",),
        (("role", "reasoning"),),
    ),
}
_CANDIDATES_NAMED = 4
_ENDS_ALL_LANES = RUN_TYPES | {"MESSAGES_SNAPSHOT"}
_ENDS_NO_LANE = frozenset(
    {
        "RAW",
        "ACTIVITY_SNAPSHOT",
        "ACTIVITY_DELTA",
        "REASONING_ENCRYPTED_VALUE",
        "SUBAGENT_STARTED",
    }
)
_EXPLICIT = {
    name: family
    for family in _FAMILIES.values()
    for name in (family.start, family.content, family.end)
}


@dataclass(slots=True)
class _Stream:
    """A stream a chunk opened and nothing has ended yet."""

    family: _Family
    id: str
    owner: str | None
    opener: Event


class ChunkExpansion:
    """Expands the chunks of one exchange; ``expand`` is called once per event, in order.

    lanes: the open streams by owner; the other two tables are of the same streams.
    """

    def __init__(self) -> None:
        self.lanes: dict[str | None, _Stream] = {}
        self._by_id: dict[tuple[str, Any], _Stream] = {}
        self._kin: dict[str, dict[str | None, _Stream]] = {
            family.start: {} for family in _FAMILIES.values()
        }

    @property
    def items(self) -> Set[tuple[str, Any]]:
        """What chunks have opened, and end: each by the type of its START, and its id."""
        return self._by_id.keys()

    def expand(self, event: Event) -> tuple[Event, ...] | None:
        """What to apply for an event; None where that is the event itself."""
        family = _FAMILIES.get(event.type)
        if family is not None:
            return self._expand_chunk(event, family)
        if not self.lanes:
            return None
        ends = self._ended_by(event)
        return (*ends, event) if ends else None

    def _ended_by(self, event: Event) -> list[Event]:
        if event.type in _ENDS_ALL_LANES:
            owners = list(self.lanes)
        elif event.type in _ENDS_NO_LANE:
            owners = []
        else:
            owners = [
                owner for owner in (event.owner, self._holder_of(event)) if owner in self.lanes
            ]
        return [self._end(owner, event) for owner in dict.fromkeys(owners)]

    def _holder_of(self, event: Event) -> str | None:
        """The lane whose stream has the id that an explicit event names; else the event's own."""
        family = _EXPLICIT.get(event.type)
        if family is not None:
            stream = self._by_id.get((family.start, event.payload.get(family.id_member)))
            if stream is not None:
                return stream.owner
        return event.owner

    def _end(self, owner: str | None, event: Event) -> Event:
        stream = self.lanes.pop(owner)
        del self._by_id[stream.family.start, stream.id]
        del self._kin[stream.family.start][owner]
        payload = {"type": stream.family.end, stream.family.id_member: stream.id}
        return _derive(event, payload, stream.owner)

    def _expand_chunk(self, chunk: Event, family: _Family) -> tuple[Event, ...]:
        stream = self._continued(chunk, family)
        if isinstance(stream, Departure):
            chunk.departures = [*chunk.departures, stream]
            return ()
        if stream is not None:
            return self._continue(chunk, stream)
        missing = [name for name in family.required if name not in chunk.payload]
        if missing:
            departure = Departure(
                DepartureKind.FIRST_CHUNK_INCOMPLETE, "", missing[0], {"missing": missing}
            )
            chunk.departures = [*chunk.departures, departure]
            return ()
        ended = [self._end(chunk.owner, chunk)] if chunk.owner in self.lanes else []
        return (*ended, *self._open(chunk, family))

    def _continued(self, chunk: Event, family: _Family) -> _Stream | Departure | None:
        """The open stream a chunk continues, None where it opens one, or why that is unclear."""
        chunk_id = chunk.payload.get(family.id_member)
        if chunk_id is not None:
            return self._by_id.get((family.start, chunk_id))
        kin = self._kin[family.start]
        own = kin.get(chunk.owner)
        if own is not None or chunk.owner is not None or not kin:
            return own
        if len(kin) == 1:
            return next(iter(kin.values()))
        named = islice(kin.values(), _CANDIDATES_NAMED)
        detail = {"candidates": [stream.id for stream in named], "count": len(kin)}
        return Departure(DepartureKind.CHUNK_AMBIGUOUS, "", str(len(kin)), detail)

    def _open(self, chunk: Event, family: _Family) -> list[Event]:
        payload = chunk.payload
        stream = _Stream(family, payload[family.id_member], chunk.owner, chunk)
        self.lanes[chunk.owner] = stream
        self._by_id[family.start, stream.id] = self._kin[family.start][chunk.owner] = stream
        start = {"type": family.start, family.id_member: stream.id} | dict(family.defaults)
        start |= {name: payload[name] for name in family.set_by_opener if name in payload}
        start |= {name: payload[name] for name in ("metadata", "rawEvent") if name in payload}
        events = [_derive(chunk, start, stream.owner)]
        if "delta" in payload:
            content = {
                "type": family.content,
                family.id_member: stream.id,
                "delta": payload["delta"],
            }
            events.append(_derive(chunk, content, stream.owner))
        return events

    def _continue(self, chunk: Event, stream: _Stream) -> tuple[Event, ...]:
        payload, family = chunk.payload, stream.family
        opened_with = dict(family.defaults) | stream.opener.payload
        for name in family.set_by_opener:
            if name in payload and payload[name] != opened_with.get(name):
                detail = {
                    "member": name,
                    "opener": opened_with.get(name),
                    "event": stream.opener.seq,
                    "id": stream.id,
                }
                conflict = Departure(
                    DepartureKind.CHUNK_CONFLICT, f"/{name}", str(payload[name]), detail
                )
                chunk.departures = [*chunk.departures, conflict]
        if "delta" not in payload and "metadata" not in payload:
            return ()
        content = {
            "type": family.content,
            family.id_member: stream.id,
            "delta": payload.get("delta", ""),
        }
        content |= {name: payload[name] for name in ("metadata", "rawEvent") if name in payload}
        return (_derive(chunk, content, chunk.owner or stream.owner),)


def _derive(source: Event, payload: dict[str, Any], owner: str | None) -> Event:
    if owner is not None:
        payload["subagentRunId"] = owner
    return Event(source.seq, payload["type"], payload, source.frame, source.at_ms, derived=True)
