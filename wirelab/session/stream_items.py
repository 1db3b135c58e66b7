"""What the events of a stream are about: its runs, and in each its messages, calls, state and more.

Every event belongs to one item of one run. An item is told by its id within its run, so that a
call of an earlier run that is answered in a later one is an item of both.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from wirelab.session.meaning import UNREADABLE


class ItemKind(StrEnum):
    RUN = "run"
    MESSAGE = "message"
    CALL = "tool call"
    REASONING = "reasoning"
    SPAN = "reasoning span"
    ACTIVITY = "activity"
    STEP = "step"
    SUBAGENT = "subagent"
    STATE = "state"
    SNAPSHOT = "messages snapshot"
    EVENT = "event"
    """An event that stands for itself: CUSTOM, RAW, of an unknown type, unreadable."""


_FAMILIES = (
    ("TEXT_MESSAGE_", ItemKind.MESSAGE, "messageId"),
    ("TOOL_CALL_", ItemKind.CALL, "toolCallId"),
    ("REASONING_MESSAGE_", ItemKind.REASONING, "messageId"),
    ("REASONING_ENCRYPTED_", ItemKind.REASONING, "entityId"),
    ("REASONING_", ItemKind.SPAN, "messageId"),
    ("ACTIVITY_", ItemKind.ACTIVITY, "messageId"),
    ("STEP_", ItemKind.STEP, "stepName"),
    ("SUBAGENT_", ItemKind.SUBAGENT, "subagentRunId"),
)
_ITEM_OF_RUN = {
    **dict.fromkeys(("RUN_STARTED", "RUN_FINISHED", "RUN_ERROR"), ItemKind.RUN),
    **dict.fromkeys(("STATE_SNAPSHOT", "STATE_DELTA"), ItemKind.STATE),
}
ONE_A_RUN = frozenset(_ITEM_OF_RUN.values())
"""Kinds of which a run has one at most."""
_HEAD = 24


@dataclass(slots=True, eq=False)
class Item:
    """One item of one run.

    run: the run it belongs to, counted from 0. name: a message's role, a call's tool, a step's
    name and the like; "" where there is none. number: of its kind and name in its run, from 1.
    places: its events' places in the stream. head: how its text begins.
    """

    kind: ItemKind
    run: int
    name: str
    number: int = 1
    places: list[int] = field(default_factory=list)
    head: str = ""

    @property
    def sort(self) -> tuple[str, str]:
        return self.kind.value, self.name


def items_of(events: list[dict[str, Any]]) -> list[Item]:
    """The items of a stream, in the order in which they begin."""
    reading = _Reading()
    for place, event in enumerate(events):
        reading.take(place, event)
    return reading.items


class _Reading:
    def __init__(self) -> None:
        self.items: list[Item] = []
        self._run = 0
        self._started = False
        self._here: dict[tuple[ItemKind, str], Item] = {}
        self._counts: Counter[tuple[str, str]] = Counter()
        self._tools: dict[str, str] = {}
        self._latest: dict[tuple[ItemKind, str], str] = {}

    def take(self, place: int, event: dict[str, Any]) -> None:
        kind_of_event = _text(event.get("type"))
        if kind_of_event == "RUN_STARTED":
            self._begin_run()
        kind, item_id = self._belongs(kind_of_event, event)
        item = self._here.get((kind, item_id)) if item_id is not None else None
        if item is None:
            item = self._begin(kind, item_id, event)
        item.places.append(place)
        if len(item.head) < _HEAD:
            more = _text(event.get("delta") or event.get("content"))
            item.head += more[: _HEAD - len(item.head)]

    def _begin_run(self) -> None:
        if self._started:
            self._run += 1
            self._here.clear()
            self._counts.clear()
        self._started = True

    def _begin(self, kind: ItemKind, item_id: str | None, event: dict[str, Any]) -> Item:
        item = Item(kind, self._run, self._name(kind, item_id, event))
        self._counts[item.sort] += 1
        item.number = self._counts[item.sort]
        self.items.append(item)
        if item_id is not None:
            self._here[kind, item_id] = item
        return item

    def _belongs(self, type_: str, event: dict[str, Any]) -> tuple[ItemKind, str | None]:
        """Of which kind the item of an event is, and its id; None where it is its only event."""
        if type_ in _ITEM_OF_RUN:
            return _ITEM_OF_RUN[type_], ""
        if type_ == "MESSAGES_SNAPSHOT":
            return ItemKind.SNAPSHOT, None
        for prefix, kind, member in _FAMILIES:
            if type_.startswith(prefix):
                return self._entity(kind, event, member)
        return ItemKind.EVENT, None

    def _entity(
        self, kind: ItemKind, event: dict[str, Any], member: str
    ) -> tuple[ItemKind, str | None]:
        """A chunk without an id goes on with what its owner streamed last."""
        owner = _text(event.get("subagentRunId"))
        item_id = event.get(member)
        if member == "entityId" and event.get("subtype") == "tool-call":
            kind = ItemKind.CALL
        if item_id is None:
            return kind, self._latest.get((kind, owner))
        self._latest[kind, owner] = _text(item_id)
        return kind, _text(item_id)

    def _name(self, kind: ItemKind, item_id: str | None, event: dict[str, Any]) -> str:
        match kind:
            case ItemKind.MESSAGE:
                return _text(event.get("role") or "assistant")
            case ItemKind.CALL:
                tool = event.get("toolCallName")
                if tool is not None and item_id is not None:
                    self._tools[item_id] = _text(tool)
                return self._tools.get(item_id or "", "")
            case ItemKind.ACTIVITY:
                return _text(event.get("activityType"))
            case ItemKind.STEP | ItemKind.SUBAGENT:
                return _text(event.get("stepName") or event.get("name"))
            case ItemKind.EVENT:
                return _name_of_event(event)
        return ""


def _name_of_event(event: dict[str, Any]) -> str:
    type_ = _text(event.get("type", UNREADABLE))
    return f"{type_} {_text(event.get('name'))}" if type_ == "CUSTOM" else type_


def _text(value: Any) -> str:
    """A member that ought to be text, in whatever way it is none."""
    return value if isinstance(value, str) else "" if value is None else repr(value)
