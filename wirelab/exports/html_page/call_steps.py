"""The tool calls from event to event: each as it stands, and its argument fragments one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from wirelab.exports.html_page.call_items import call_item
from wirelab.exports.html_page.steps import Instant, Step, ids_in

if TYPE_CHECKING:
    from wirelab.projections.tool_calls import Fragment, ToolCall


class CallSteps:
    """Follows one walk; ``after`` is asked at every event."""

    def __init__(self) -> None:
        self._items: dict[str, dict[str, Any]] = {}
        self._told: dict[str, int] = {}
        self._first: dict[str, list[Fragment]] = {}

    def after(self, instant: Instant) -> Iterator[Step]:
        calls = instant.world.tool_calls.by_id
        named = dict.fromkeys(ids_in(instant.arrived, "toolCallId", "entityId"))
        if instant.anew:
            named = dict.fromkeys(calls)
        for call_id in named:
            if call_id in calls:
                yield from self._call(calls[call_id], instant)

    def _call(self, call: ToolCall, instant: Instant) -> Iterator[Step]:
        item, fragments = call_item(call, instant.world), call.fragments
        told = self._told.get(call.id, -1)
        anew = told < 0 or told > len(fragments) or (told and fragments[:1] != self._first[call.id])
        if anew:
            pieces = [[each.event, each.at_ms, each.text] for each in fragments]
            yield ["call", call.id, item, pieces]
        elif item != self._items[call.id]:
            yield ["call", call.id, item]
        for each in [] if anew else fragments[told:]:
            yield ["piece", call.id, instant.told(each.text)]
        self._items[call.id], self._told[call.id] = item, len(fragments)
        self._first[call.id] = fragments[:1]
