"""A conversation that passes: what of it is done with is packed, so that memory holds what is open
and what is new, however long the stream. Whatever is asked of it has the same answer.

``tidy`` packs; it is for whoever judges without keeping, every few thousand events.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import fields
from heapq import merge
from itertools import takewhile
from operator import attrgetter
from typing import Any

from wirelab.projections.conversation_order import ConversationOrder, by_place
from wirelab.projections.messages import FAMILIES, Message, Messages
from wirelab.projections.packed_items import Members, PackedItems, PackedTable
from wirelab.projections.tool_calls import Fragment, ToolCall, ToolCalls, ToolResult

_NEAR = 64
"""The latest items, which stay as they are: nearly everything is asked of them."""
_FEWEST = 64
"""Fewer than that are not worth a page."""
_WHOLE = 64 * 1024
"""Characters from which a piece of text is not joined with what follows."""

_Key = tuple[str, str]
_message_key: Callable[[Message], _Key] = attrgetter("family", "id")


class PassingMessages(Messages):
    """``Messages`` of which those that are done with are packed."""

    __slots__ = ("_packed", "_passing", "_table")

    def __init__(self) -> None:
        self._packed = packed = PackedItems(_message_key, _flat_message, _made_message)
        self._table: PackedTable[_Key, Message] = PackedTable(packed)
        self._passing = _PassingOrder(packed)
        super().__init__(self._passing, self._table)

    def of_id(self, message_id: Any) -> list[Message]:
        near, packed = self._table.near, self._packed
        return [
            message
            for family in FAMILIES
            if (message := near.get(key := (family, message_id))) is not None
            or (hash(key) in packed.page_of and (message := packed.get(key)) is not None)
        ]

    def own(self, message: Message) -> Message:
        if message.lease is self.lease:
            return message
        key = _message_key(message)
        if key in self._table.near:
            return super().own(message)
        self._table[key] = self._passing.twins[key] = twin = self._leased(message)
        return twin

    def tidy(self) -> None:
        """Pack what is done with, and join the text of what is open."""
        for message in self.open.values():
            message.parts = _joined(message.parts)
        held = self._passing.held
        done = list(takewhile(lambda message: not message.open, held[:-_NEAR]))
        if len(done) >= _FEWEST and self._table.put_away(done, list(map(_message_key, done))):
            del held[: len(done)]


class _PassingOrder(ConversationOrder[Message]):
    """held: the new ones. Before them stand those that are packed, and ``late`` ones in between.

    twins: those that were packed and have changed since, each in the place of the packed one.
    """

    def __init__(self, packed: PackedItems[_Key, Message]) -> None:
        super().__init__()
        self._packed = packed
        self._late: ConversationOrder[Message] = ConversationOrder()
        self.twins: dict[_Key, Message] = {}

    def __iter__(self) -> Iterator[Message]:
        packed = (each for number in self._packed.pages() for each in self._page(number))
        yield from merge(packed, self._late, key=by_place)
        yield from self.held

    def __reversed__(self) -> Iterator[Message]:
        yield from reversed(self.held)
        numbers = reversed(self._packed.pages())
        packed = (each for number in numbers for each in reversed(self._page(number)))
        yield from merge(reversed(self._late), packed, key=by_place, reverse=True)

    def __len__(self) -> int:
        return self._packed.ever + len(self._late) + len(self.held)

    def insert(self, item: Message) -> None:
        if self.held and item.place >= self.held[0].place:
            super().insert(item)
        else:
            self._late.insert(item)

    def clear(self) -> None:
        super().clear()
        self._late.clear()
        self.twins.clear()
        self._packed.clear()

    def _page(self, number: int) -> list[Message]:
        return [self.twins.get(key, each) for key, each in self._packed.page(number).items()]


class PassingToolCalls(ToolCalls):
    """``ToolCalls`` of which those that are done with are packed, their fragments joined."""

    __slots__ = ("_table",)

    def __init__(self) -> None:
        packed = PackedItems(attrgetter("id"), _flat_call, _made_call)
        self._table: PackedTable[str, ToolCall] = PackedTable(packed)
        super().__init__(self._table)

    def tidy(self) -> None:
        """Pack what is done with, and join the fragments of what is open."""
        for call in self.open.values():
            _join_fragments(call)
        near = list(self._table.near.values())[:-_NEAR]
        done = list(takewhile(lambda call: not call.open, near))
        if len(done) >= _FEWEST:
            self._table.put_away(done, [call.id for call in done])


def _joined(parts: list[str]) -> list[str]:
    whole = sum(1 for _ in takewhile(lambda part: len(part) >= _WHOLE, parts))
    return [*parts[:whole], "".join(parts[whole:])] if len(parts) > whole + 1 else parts


def _join_fragments(call: ToolCall) -> None:
    """Join fragments that came since the call was opened and since its arguments were restated."""
    opened = -1 if call.opened is None else call.opened
    first = bisect_right(call.fragments, opened, key=lambda each: each.event)
    first = max(first, call.restated_after)
    texts = _joined([each.text for each in call.fragments[first:]])
    if len(texts) < len(call.fragments) - first:
        last = call.fragments[-1]
        whole = call.fragments[first : first + len(texts) - 1]
        call.fragments[first:] = [*whole, Fragment(last.event, last.at_ms, texts[-1])]
        call.forget_joined()


_LEFT_OUT = frozenset(("owned", "owns_metadata", "lease", "_joined", "_joined_until"))
"""Whose something is to change, and what follows from the rest."""
_APART = frozenset(("fragments", "result"))


def _members(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.name not in _LEFT_OUT | _APART)


_MESSAGE, _CALL = _members(Message), _members(ToolCall)
_flat_message: Callable[[Message], Members] = attrgetter(*_MESSAGE)
_call_members: Callable[[ToolCall], Members] = attrgetter(*_CALL)
_fragment_members = attrgetter("event", "at_ms", "text")
_result_members = attrgetter("event", "at_ms", "message_id", "content")


def _made_message(members: Members) -> Message:
    return Message(**dict(zip(_MESSAGE, members, strict=True)))


def _flat_call(call: ToolCall) -> Members:
    fragments = list(map(_fragment_members, call.fragments))
    if call.restated is None and len(fragments) > 1:
        fragments = [(*fragments[-1][:2], "".join([text for _, _, text in fragments]))]
    result = None if call.result is None else _result_members(call.result)
    return (*_call_members(call), fragments, result)


def _made_call(members: Members) -> ToolCall:
    *plain, fragments, result = members
    named: dict[str, Any] = dict(zip(_CALL, plain, strict=True))
    call = ToolCall(**named)
    call.fragments = [Fragment(*each) for each in fragments]
    call.result = None if result is None else ToolResult(*result)
    call.forget_joined()
    return call
