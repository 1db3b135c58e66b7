"""A tool call in the conversation: a head, the arguments as they fill in, the result."""

from __future__ import annotations

from collections.abc import Hashable

from textual.content import Content

from wirelab.projections.tool_calls import ToolCall
from wirelab.protocol.json_text import NotJson, TooDeep, parse
from wirelab.tui.pages.call_page import call_state
from wirelab.tui.pages.marks import CUT, TYPING, owned
from wirelab.tui.paint import ACCENT, FAINT, NAME, WARNING, line
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.brief_json import brief
from wirelab.views.durations import duration
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

_MOST_ARGUMENTS = 2000


def card_version(call: ToolCall) -> Hashable:
    result = call.result
    answered = (result.event, result.message_id, id(result.content)) if result else None
    return (len(call.fragments), len(call.restated or ""), call.open, call.cut_off, answered)


def card_lines(call: ToolCall, owner: str, width: int) -> list[Content]:
    sign, said, style = call_state(call)
    head = line(
        ("⚙ ", ACCENT),
        (safe(call.name, 60) or "(no name)", f"{NAME} bold"),
        (f"  {safe(call.id, 48)}", FAINT),
        (f"  {sign} {said}", style),
        (_measure(call), FAINT),
        ("  ▲ arguments are not JSON" if _is_broken(call) else "", WARNING),
        owned(owner),
    )
    indent = Content("    ")
    after = TYPING if call.open else (CUT if call.cut_off else None)
    arguments = call.held_arguments
    lines = wrap_lines([head], width, first=Content("  "), rest=indent)
    if arguments or call.open:
        lines += wrap_text(arguments, width, first=indent, after=after, most=_MOST_ARGUMENTS)
    return lines + _answer(call, width)


def _is_broken(call: ToolCall) -> bool:
    """Its arguments are complete and no JSON, whatever became of the call."""
    if call.open or call.cut_off or not call.held_arguments:
        return False
    try:
        parse(call.held_arguments)
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


def _answer(call: ToolCall, width: int) -> list[Content]:
    result = call.result
    if result is None:
        return []
    first = line(("  ↳ ", ACCENT))
    content = result.content
    text = content if isinstance(content, str) else brief(content, 2000)
    return wrap_text(text or "(empty result)", width, first=first, rest=Content("    "), most=2000)
