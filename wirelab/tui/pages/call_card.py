"""A tool call in the conversation: a head, the arguments as they fill in, the result."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from textual.content import Content

from wirelab.protocol.json_text import NotJson, TooDeep, parse
from wirelab.tui.pages.component_lines import component_lines
from wirelab.tui.pages.marks import CUT, STANDING_STYLES, TYPING, owned, sealed_lines
from wirelab.tui.paint import ACCENT, ERROR, FAINT, NAME, WARNING, line
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.brief_json import brief
from wirelab.views.call_standing import call_standing
from wirelab.views.component_payloads import components_in, components_in_text
from wirelab.views.durations import duration
from wirelab.views.recent_text import recent_text
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.projections.tool_calls import ToolCall
    from wirelab.projections.world import World

_MOST_SHOWN = 2000
_MOST_JUDGED = 2_000_000


def card_version(call: ToolCall, world: World) -> Hashable:
    result = call.result
    answered = (result.event, result.message_id, id(result.content)) if result else None
    said = call_standing(call, world).words
    sealed = call.encrypted_value is not None
    return (len(call.fragments), len(call.restated or ""), said, answered, sealed)


def card_lines(call: ToolCall, owner: str, world: World, width: int) -> list[Content]:
    standing = call_standing(call, world)
    head = line(
        ("⚙ ", ACCENT),
        (safe(call.name, 60) or "(no name)", f"{NAME} bold"),
        (f"  {safe(call.id, 48)}", FAINT),
        (f"  {standing.sign} {standing.words}", STANDING_STYLES[standing.tone]),
        (_measure(call), FAINT),
        ("  ▲ arguments are not JSON" if _is_broken(call) else "", WARNING),
        owned(owner),
    )
    indent = Content("    ")
    lines = wrap_lines([head], width, first=Content("  "), rest=indent) + _arguments(call, width)
    if call.encrypted_value is not None:
        lines += sealed_lines(call.encrypted_value, call.encrypted_value_type, width, indent)
    return lines + _answer(call, world, width)


def _arguments(call: ToolCall, width: int) -> list[Content]:
    """The arguments as a client holds them, their end where they are long."""
    text, before = recent_text([call.held_arguments], _MOST_SHOWN)
    if not text and not call.open:
        return []
    after = TYPING if call.open else (CUT if call.cut_off else None)
    indent = Content("    ")
    return wrap_text(text, width, first=indent, after=after, most=_MOST_SHOWN, before=before)


def _is_broken(call: ToolCall) -> bool:
    """Its arguments are complete and no JSON, whatever became of the call."""
    if call.open or call.cut_off:
        return False
    text = call.held_arguments
    if not text or len(text) > _MOST_JUDGED:
        return False
    try:
        parse(text)
    except (NotJson, TooDeep):
        return True
    return False


def _measure(call: ToolCall) -> str:
    parts = []
    if call.fragments:
        parts.append(counted(len(call.fragments), "fragment"))
    if call.opened_ms is not None and call.closed_ms is not None:
        parts.append(duration(call.closed_ms - call.opened_ms))
    return "".join(f" · {part}" for part in parts)


def _answer(call: ToolCall, world: World, width: int) -> list[Content]:
    result = call.result
    if result is None:
        return []
    first, rest = line(("  ↳ ", ACCENT)), Content("    ")
    content = result.content
    text = content if isinstance(content, str) else brief(content, _MOST_SHOWN)
    shown = text or "(empty result)"
    lines = wrap_text(shown, width, first=first, rest=rest, most=_MOST_SHOWN)
    message = world.messages.by_key.get(("tool", result.message_id))
    if message is not None and message.error:
        lines += wrap_text(f"error: {message.error}", width, style=ERROR, first=rest)
    return lines + [rest + each for each in component_lines(_components(content), width - 4)]


def _components(content: Any) -> list[Any]:
    return components_in_text(content) if isinstance(content, str) else components_in(content)
