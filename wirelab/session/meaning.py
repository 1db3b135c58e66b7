"""What a stream means, as plain events: without what differs between two runs of one agent.

Invariant: the meaning of a meaning is itself, so that one can be kept in a file and compared with.
What is left out is asked for by word; everything else stays as it arrived, also what a client
would drop.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Any, TypeAlias

from wirelab.protocol.event_types import CHUNK_TYPES
from wirelab.session.event import Event
from wirelab.session.event_ids import Id, Kind, known_ids, with_other_ids
from wirelab.steps.redaction import REDACTED, is_secret_name

IGNORABLE = ("ids", "timestamps", "chunking", "raw")
"""ids: how they are spelled; what they relate stays. timestamps: when things happened or expire.
chunking: how texts and arguments were cut into deltas, and the short forms that only save events.
raw: RAW events and ``rawEvent``."""

Traced: TypeAlias = tuple[int, dict[str, Any]]

UNREADABLE = "(unreadable)"
"""The type of an event that could not be decoded; its ``data`` is what came instead."""

_STREAMED = {
    "TEXT_MESSAGE_CONTENT": "messageId",
    "TOOL_CALL_ARGS": "toolCallId",
    "REASONING_MESSAGE_CONTENT": "messageId",
}
_MERGED = ("delta", "metadata", "rawEvent")


def meaning(events: Iterable[Event], ignore: Collection[str]) -> list[dict[str, Any]]:
    """The events without what is to be ignored, ids excepted: see ``named_ids``.

    Credentials in the input that an agent echoes in RUN_STARTED are replaced. Raises ValueError
    for a word that is not ``IGNORABLE``.
    """
    return [payload for _, payload in traced_meaning(events, ignore)]


def traced_meaning(events: Iterable[Event], ignore: Collection[str]) -> list[Traced]:
    """``meaning``, each event with the number of the one that (first) brought it."""
    unknown = set(ignore) - set(IGNORABLE)
    if unknown:
        raise ValueError(f"{min(unknown)} cannot be ignored; known: {', '.join(IGNORABLE)}")
    said: Iterable[Traced] = (
        _expanded(events)
        if "chunking" in ignore
        else ((event.seq, _as_is(event)) for event in events)
    )
    kept = [(seq, _kept(each, ignore)) for seq, each in said if not _is_left_out(each, ignore)]
    return _joined(kept) if "chunking" in ignore else kept


def named_ids(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events with ids named by what they are and in which order they came: ``run-id-1``.

    The names are long enough to be recognised wherever ids are (see ``event_ids.LEAST_LENGTH``).
    """
    counts: Counter[str] = Counter()
    names: dict[Id, str] = {}

    def rename(given: Id, kind: Kind) -> str:
        if given not in names:
            counts[kind.word] += 1
            names[given] = f"{kind.word}-id-{counts[kind.word]}"
        return names[given]

    known = known_ids(events)
    return [with_other_ids(event, rename, known) for event in events]


def _as_is(event: Event) -> dict[str, Any]:
    if event.payload or not event.departures:
        return event.payload
    detail = event.departures[0].detail
    return {"type": UNREADABLE, "data": detail.get("data", detail.get("value"))}


def _expanded(events: Iterable[Event]) -> Iterator[Traced]:
    """Chunks as what they are short for, and the ends that they leave out."""
    for event in events:
        effects = event.effects
        if event.type in CHUNK_TYPES and (effects or not event.departures):
            yield from ((event.seq, effect.payload) for effect in effects)
            continue
        if event.type not in CHUNK_TYPES:
            yield from ((event.seq, effect.payload) for effect in effects[:-1])
        yield event.seq, _as_is(event)


def _is_left_out(payload: dict[str, Any], ignore: Collection[str]) -> bool:
    return "raw" in ignore and payload.get("type") == "RAW"


def _kept(payload: dict[str, Any], ignore: Collection[str]) -> dict[str, Any]:
    kept = {"type": payload["type"]} | payload if "type" in payload else dict(payload)
    if "raw" in ignore:
        kept.pop("rawEvent", None)
    if "timestamps" in ignore:
        kept.pop("timestamp", None)
        kept = _without_expiry(kept)
    if kept.get("type") == "RUN_STARTED" and "input" in kept:
        kept["input"] = _without_secrets(kept["input"])
    return kept


def _without_expiry(payload: dict[str, Any]) -> dict[str, Any]:
    outcome = payload.get("outcome")
    interrupts = outcome.get("interrupts") if isinstance(outcome, dict) else None
    if not isinstance(outcome, dict) or not isinstance(interrupts, list):
        return payload
    lasting = [
        {name: value for name, value in each.items() if name != "expiresAt"}
        if isinstance(each, dict)
        else each
        for each in interrupts
    ]
    return payload | {"outcome": outcome | {"interrupts": lasting}}


def _without_secrets(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: REDACTED
            if is_secret_name(name) and isinstance(member, str)
            else _without_secrets(member)
            for name, member in value.items()
        }
    return [_without_secrets(item) for item in value] if isinstance(value, list) else value


def _joined(events: list[Traced]) -> list[Traced]:
    """Deltas of one item joined, as long as its owner (the run, a subagent) sends nothing between
    them but deltas."""
    joined: list[Traced] = []
    pieces: dict[int, list[str]] = {}
    growing: dict[str, dict[tuple[Any, ...], int]] = defaultdict(dict)
    for seq, event in events:
        key, of_owner = _streamed(event), growing[repr(event.get("subagentRunId"))]
        if key is None:
            of_owner.clear()
            joined.append((seq, event))
            continue
        index = of_owner.get(key)
        if index is None:
            index = of_owner[key] = len(joined)
            kept = {name: value for name, value in event.items() if name != "rawEvent"}
            joined.append((seq, kept))
            pieces[index] = []
        elif "metadata" in event:
            before = joined[index][1].get("metadata", {})
            joined[index][1]["metadata"] = before | event["metadata"]
        pieces[index].append(event["delta"])
    for index, deltas in pieces.items():
        joined[index][1]["delta"] = _whole("".join(deltas))
    return joined


def _streamed(event: dict[str, Any]) -> tuple[Any, ...] | None:
    """What deltas must share to be one text; None for what is no such delta."""
    type_ = event.get("type")
    member = _STREAMED.get(type_) if isinstance(type_, str) else None
    whole = isinstance(event.get("delta"), str) and isinstance(event.get("metadata", {}), dict)
    if member is None or not whole:
        return None
    return tuple(
        (name, repr(value)) for name, value in sorted(event.items()) if name not in _MERGED
    )


def _whole(text: str) -> str:
    """Surrogate pairs that were cut apart, joined again."""
    if text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
