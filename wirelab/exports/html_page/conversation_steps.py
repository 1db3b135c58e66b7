"""The conversation from event to event: which entries stand in it, and what each of them gained.

Most events lengthen one message; only what an event names is looked at then. Where entries come or
go, or a run begins or ends, the whole of what is shown is compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wirelab.exports.html_page.entry_items import Item, entry_item
from wirelab.exports.html_page.json_values import exact, steps_between
from wirelab.exports.html_page.steps import Instant, Step, ids_in, splice
from wirelab.projections.messages import Message
from wirelab.projections.tool_calls import ToolCall
from wirelab.views.lanes import Lanes
from wirelab.views.transcript import Entry, transcript

if TYPE_CHECKING:
    from wirelab.projections.world import World

_FAMILIES = ("text", "tool", "reasoning", "activity")


@dataclass(slots=True)
class _Said:
    """What of a message was told: the first so many of some parts, or a body."""

    held: list[str] = field(default_factory=list)
    parts: int = 0
    length: int = 0
    body: Any = None

    @property
    def text(self) -> str:
        if self.body is not None:
            return self.body if isinstance(self.body, str) else ""
        return "".join(self.held[: self.parts])


class ConversationSteps:
    """Follows one walk; ``after`` is asked at every event."""

    def __init__(self) -> None:
        self._lanes = Lanes()
        self._numbers: dict[Hashable, int] = {}
        self._order: list[int] = []
        self._entries: dict[Hashable, Entry] = {}
        self._begun: dict[Hashable, tuple[int | None, str | None]] = {}
        self._items: dict[int, Item] = {}
        self._said: dict[int, _Said] = {}
        self._values: dict[int, Any] = {}
        self._shape: Hashable = None

    def after(self, instant: Instant) -> Iterator[Step]:
        shape = _shape_of(instant.world)
        named = self._named(instant)
        if instant.anew or instant.placed or shape != self._shape or named is None:
            self._shape = shape
            yield from self._placed(instant, named)
        else:
            for entry in named:
                yield from self._entry(entry, instant)

    def _named(self, instant: Instant) -> list[Entry] | None:
        """The entries an event names; None where one of them is new, or begins anew."""
        world, found = instant.world, []
        for message_id in ids_in(instant.arrived, "messageId", "entityId"):
            for family in _FAMILIES:
                message = world.messages.by_key.get((family, message_id))
                known = self._entries.get((family, message_id))
                if message is not None and known is None and _speaks(message):
                    return None
                if message is not None and known is not None:
                    if self._begun.get(known.key) != (message.opened, message.owner):
                        return None
                    found.append(Entry(known.key, message, known.lane, known.owner))
        return found

    def _placed(self, instant: Instant, named: list[Entry] | None) -> Iterator[Step]:
        """Everything that is shown; of what was there before only what is named, but anew."""
        entries = transcript(instant, self._lanes)
        before, self._entries = self._entries, {entry.key: entry for entry in entries}
        self._begun = {
            entry.key: (entry.subject.opened, entry.subject.owner)
            for entry in entries
            if isinstance(entry.subject, Message)
        }
        asked = {entry.key for entry in named or ()}
        for entry in entries:
            held = before.get(entry.key)
            moved = held is None or (held.lane, held.owner) != (entry.lane, entry.owner)
            streamed = isinstance(entry.subject, Message | ToolCall)
            if moved or instant.anew or not streamed or named is None or entry.key in asked:
                yield from self._entry(entry, instant)
        changed = splice(self._order, order := [self._number(entry.key) for entry in entries])
        if changed is not None:
            yield ["order", *changed]
        self._order = order

    def _entry(self, entry: Entry, instant: Instant) -> Iterator[Step]:
        number, item = self._number(entry.key), entry_item(entry, instant)
        message = entry.subject if isinstance(entry.subject, Message) else None
        gained, again = ("", None) if message is None else self._text(number, message)
        if item != self._items.get(number) or again is not None:
            self._items[number] = item
            yield ["item", number, item if again is None else item | {"text": again}]
        if gained:
            yield ["text", number, instant.told(gained)]
        if message is not None and message.family == "activity":
            yield from self._value(number, message)

    def _text(self, number: int, message: Message) -> tuple[str, str | None]:
        """What the text of a message gained; or the whole of it, where it is another."""
        said, parts, body = self._said.get(number), message.parts, message.body
        if said is not None and body is None and said.body is None:
            grown = parts is said.held and len(parts) >= said.parts
            if grown:
                new = "".join(parts[said.parts :])
                self._said[number] = _Said(parts, len(parts), said.length + len(new))
                return new, None
        elif said is not None and said.body is body:
            return "", None
        now = _Said(parts, len(parts), sum(map(len, parts)), body)
        self._said[number] = now
        same = said is not None and said.text == now.text
        return "", None if same else now.text

    def _value(self, number: int, message: Message) -> Iterator[Step]:
        """The content of an activity; what was told of it, later patches leave alone."""
        message.owned = None
        if number not in self._values:
            yield ["value", number, [["set", [], exact(message.body)]]]
        elif changes := steps_between(self._values[number], message.body):
            yield ["value", number, changes]
        self._values[number] = message.body

    def _number(self, key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers))


def _shape_of(world: World) -> Hashable:
    """What changes whenever an entry comes or goes, but for restated messages."""
    runs, last = world.runs, world.runs.last
    counts = (len(world.messages.order), len(world.tool_calls.by_id), len(runs.all))
    parts = len(world.steps.all), len(world.steps.open)
    lanes = len(world.subagents.all), len(world.subagents.active)
    return counts, parts, lanes, runs.exchange, runs.active is None, last and last.status


def _speaks(message: Message) -> bool:
    """It is no bare holder of calls; results stand with theirs."""
    if message.family == "tool":
        return False
    says = bool(message.parts) or message.body is not None or message.open
    return says or message.family != "text" or not message.call_ids
