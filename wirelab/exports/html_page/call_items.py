"""A tool call as an item of the page: how it stands, and what its arguments amount to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.exports.html_page.json_values import exact
from wirelab.protocol.json_text import NotJson, TooDeep, parse
from wirelab.protocol.parameter_schema import mismatches
from wirelab.views.call_standing import call_standing
from wirelab.views.durations import duration
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.projections.tool_calls import ToolCall
    from wirelab.projections.world import World

_MOST_READ = 2_000_000


def call_item(call: ToolCall, world: World) -> dict[str, Any]:
    """What the page shows of a call, without its fragments, which it is given one by one."""
    standing = call_standing(call, world)
    item: dict[str, Any] = {
        "id": call.id,
        "name": safe(call.name, 80) or "(no name)",
        "owner": safe(call.owner or "", 60),
        "parent": safe(call.parent_id or "", 80),
        "run": call.run,
        "sign": standing.sign,
        "words": standing.words,
        "tone": standing.tone.value,
        "open": call.open,
        "cut": call.cut_off,
        "opened": call.opened,
        "openedMs": call.opened_ms,
        "took": _taken(call.opened_ms, call.closed_ms),
        "origin": call.origin,
        "sealed": _sealed(call),
        "result": _result(call, world),
        "judged": _judged(call, world) if not call.open else [],
    }
    if call.restated is not None:
        item |= {"restated": call.restated, "restatedAfter": call.restated_after}
    return item


def _taken(opened: float | None, closed: float | None) -> str:
    return duration(closed - opened) if opened is not None and closed is not None else ""


def _sealed(call: ToolCall) -> str:
    value = call.encrypted_value
    return f"encrypted value · {counted(len(value), 'character')}" if value is not None else ""


def _result(call: ToolCall, world: World) -> dict[str, Any] | None:
    result = call.result
    if result is None:
        return None
    message = world.messages.by_key.get(("tool", result.message_id))
    late = call.closed_ms if call.closed_ms is not None else call.opened_ms
    return {
        "event": result.event,
        "message": safe(result.message_id, 80),
        "content": exact(result.content),
        "error": message.error if message is not None and message.error else "",
        "after": _taken(late, result.at_ms),
    }


def _judged(call: ToolCall, world: World) -> list[list[str]]:
    """Lines on complete arguments, each with a tone: whether they are JSON, and fit."""
    text = call.held_arguments
    if not text or len(text) > _MOST_READ:
        return []
    try:
        value = parse(text).value
    except (NotJson, TooDeep) as fault:
        return [["bad", f"not JSON: {safe(str(fault), 200)}"]]
    tool = world.input.tools.get(call.name) if world.input is not None else None
    if tool is None or not isinstance(tool.get("parameters"), dict):
        return []
    wrong = mismatches(tool["parameters"], value)
    if not wrong:
        return [["good", "fits what the input's tools advertise"]]
    return [["bad", safe(each, 300)] for each in wrong]
