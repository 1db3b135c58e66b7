"""The result of a call: as JSON where it is JSON, components in it named, else as its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.content import Content

from wirelab.protocol.json_text import NotJson, TooDeep, parse
from wirelab.tui.pages.call_arguments import LABEL_WIDTH, label
from wirelab.tui.pages.call_value import MOST_JSON_LINES
from wirelab.tui.pages.component_lines import component_lines
from wirelab.tui.paint import ERROR, FAINT, WARNING, line
from wirelab.tui.widgets.json_rows import json_lines
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.call_standing import call_standing
from wirelab.views.component_payloads import components_in, components_in_text
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.projections.tool_calls import ToolCall
    from wirelab.projections.world import World

_MOST_TEXT = 20_000


def result_lines(call: ToolCall, world: World, width: int) -> list[Content]:
    heading, result = label("result"), call.result
    if result is None:
        return [line(heading, (_missing(call, world), FAINT))]
    where = f"event {result.event}" if result.event is not None else "in the input"
    origin = line((f"message {safe(result.message_id, 60)} · {where}", FAINT))
    room = max(width - LABEL_WIDTH, 8)
    content = result.content
    is_text = isinstance(content, str)
    found = components_in_text(content) if is_text else components_in(content)
    lines = component_lines(found, room) + _content(content, room)
    message = world.messages.by_key.get(("tool", result.message_id))
    if message is not None and message.error:
        lines = wrap_text(f"error: {message.error}", room, style=ERROR) + lines
    indent = Content(" " * LABEL_WIDTH)
    return [*wrap_lines([origin], width, first=heading), *(indent + each for each in lines)]


def _missing(call: ToolCall, world: World) -> str:
    if call.open:
        return "not yet: the call is open"
    if call.cut_off:
        return "none: the run ended before the call did"
    return call_standing(call, world).words


def _content(content: Any, width: int) -> list[Content]:
    """A result that is a JSON object or array is shown as one; any other as its text."""
    if not isinstance(content, str):
        return json_lines(content, width, MOST_JSON_LINES)
    if content.lstrip()[:1] in ("{", "[") and len(content) < _MOST_TEXT:
        try:
            return json_lines(parse(content).value, width, MOST_JSON_LINES)
        except (NotJson, TooDeep) as fault:
            said = Content.styled(f"no JSON: {safe(str(fault), 120)}", WARNING)
            return [said, *wrap_text(content, width)]
    return wrap_text(content or "(empty)", width)
