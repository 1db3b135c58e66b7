"""Where the protocol's ids stand in an event, and the same event with other ids in their place.

An id matters by what it relates, not by its letters. Ids of different spaces (threads, runs,
subagents, interrupts, and the items of a conversation: messages, calls, parts) never relate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias


class Id(NamedTuple):
    """space: within which it is unique. value: its text."""

    space: str
    value: str


class Kind(NamedTuple):
    """What an id names. word: for people, ``message``, ``call``, ``run``."""

    space: str
    word: str


Rename: TypeAlias = Callable[[Id, Kind], str]

_THREAD, _RUN = Kind("thread", "thread"), Kind("run", "run")
_MESSAGE, _CALL, _PART = Kind("item", "message"), Kind("item", "call"), Kind("item", "part")
_SUBAGENT, _INTERRUPT = Kind("subagent", "subagent"), Kind("interrupt", "interrupt")

_OWNED = {"subagentRunId": _SUBAGENT}
_PARTS = [{"id": _PART}]
_CALLS = [{"id": _CALL, **_OWNED}]
_MESSAGES = [
    {"id": _MESSAGE, "toolCallId": _CALL, "toolCalls": _CALLS, "content": _PARTS, **_OWNED}
]
_RUN_IDS = {"threadId": _THREAD, "runId": _RUN, "parentRunId": _RUN}
_SHAPE: dict[str, Any] = {
    **_RUN_IDS,
    **_OWNED,
    "messageId": _MESSAGE,
    "parentMessageId": _MESSAGE,
    "toolCallId": _CALL,
    "parentToolCallId": _CALL,
    "entityId": _MESSAGE,
    "parentSubagentRunId": _SUBAGENT,
    "content": _PARTS,
    "messages": _MESSAGES,
    "outcome": {
        "interrupts": [{"id": _INTERRUPT, "toolCallId": _CALL, **_OWNED}],
        "interruptIds": [_INTERRUPT],
        "pendingToolCallIds": [_CALL],
    },
    "input": {**_RUN_IDS, "messages": _MESSAGES, "resume": [{"interruptId": _INTERRUPT}]},
}
"""An event's members that hold ids: a Kind, or the shape of the members or items below."""

LEAST_LENGTH = 8
"""Letters an id needs to be recognised where the protocol has no id: in a state, in metadata."""


def ids_in(event: dict[str, Any]) -> Iterator[tuple[Id, Kind]]:
    """The protocol's ids in one event, in an order that is the same for all events."""
    return _ids(event, _SHAPE)


def known_ids(events: Iterable[dict[str, Any]]) -> dict[str, tuple[Id, Kind]]:
    """The ids of a stream that are long enough to be recognised anywhere, by their text."""
    found: dict[str, tuple[Id, Kind]] = {}
    for event in events:
        for each in ids_in(event):
            if len(each[0].value) >= LEAST_LENGTH:
                found.setdefault(each[0].value, each)
    return found


def with_other_ids(
    event: dict[str, Any], rename: Rename, known: dict[str, tuple[Id, Kind]]
) -> dict[str, Any]:
    """The event with every id renamed, also those of ``known`` that stand elsewhere in it as a
    whole text or a member's name."""
    renamed: dict[str, Any] = _renamed(event, _SHAPE, rename, known)
    return renamed


def _ids(value: Any, shape: Any) -> Iterator[tuple[Id, Kind]]:
    if isinstance(shape, Kind):
        if isinstance(value, str):
            yield Id(shape.space, value), shape
    elif isinstance(shape, dict) and isinstance(value, dict):
        for name, inner in shape.items():
            if name in value:
                yield from _ids(value[name], inner)
    elif isinstance(shape, list) and isinstance(value, list):
        for item in value:
            yield from _ids(item, shape[0])


def _renamed(value: Any, shape: Any, rename: Rename, known: dict[str, tuple[Id, Kind]]) -> Any:
    if isinstance(value, str):
        if isinstance(shape, Kind):
            return rename(Id(shape.space, value), shape)
        return rename(*known[value]) if value in known else value
    if isinstance(value, dict):
        shapes = shape if isinstance(shape, dict) else {}
        return {
            (rename(*known[name]) if name in known else name): _renamed(
                member, shapes.get(name), rename, known
            )
            for name, member in value.items()
        }
    if isinstance(value, list):
        inner = shape[0] if isinstance(shape, list) else None
        return [_renamed(item, inner, rename, known) for item in value]
    return value
