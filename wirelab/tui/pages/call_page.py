"""One tool call in full, as blocks: head, arguments, value, result, times, what was found at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.content import Content

from wirelab.protocol.json_text import NotJson, TooDeep, parse
from wirelab.protocol.parameter_schema import mismatches
from wirelab.tui.pages.call_arguments import (
    LABEL_WIDTH,
    MOST_JOINED,
    fragment_blocks,
    joined_lines,
    label,
    restated_lines,
)
from wirelab.tui.paint import (
    ACCENT,
    ERROR,
    FAINT,
    GOOD,
    NAME,
    SEVERITY_STYLES,
    WARNING,
    line,
)
from wirelab.tui.widgets.json_tree import json_lines
from wirelab.tui.widgets.text_pane import Block, Draw
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.durations import duration
from wirelab.views.durations import moment as point
from wirelab.views.finding_rows import finding_row
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.projections.tool_calls import ToolCall
    from wirelab.rules.finding import Finding
    from wirelab.tui.cursor import Moment

_MOST_JSON_LINES = 200
_MOST_FINDINGS = 1000


def call_state(call: ToolCall) -> tuple[str, str, str]:
    """Sign, words and style for how a call stands."""
    if call.cut_off:
        return "✂", "cut off", ERROR
    if call.open:
        return "▶", "arguments arriving", ACCENT
    if call.result is None:
        return "…", "no result", WARNING
    return "✔", "answered", GOOD


def latest_event(call: ToolCall) -> int:
    """The event that touched a call last; -1 for one that was not streamed."""
    fragment = call.fragments[-1].event if call.fragments else None
    answered = call.result.event if call.result is not None else None
    return max(
        each for each in (-1, call.opened, call.closed, fragment, answered) if each is not None
    )


def call_blocks(call: ToolCall, moment: Moment) -> list[Block]:
    """Everything there is to see of a call, as of a moment."""
    result = call.result
    stage = (call.open, call.closed, call.cut_off, result.event if result is not None else None)
    text = call.arguments
    version = (len(call.fragments), len(text), call.restated, stage)
    return [
        Block("head", version, lambda width: wrap_lines(_head(call), width, rest=Content("  "))),
        *fragment_blocks(call),
        Block("joined", version, lambda width: joined_lines(call, width)),
        Block("parsed", version, lambda width: _parsed(call, text, moment, width)),
        Block("restated", version, lambda width: restated_lines(call, width)),
        Block("result", version, lambda width: _result(call, width)),
        *_finding_blocks(call, moment),
    ]


def _finding_blocks(call: ToolCall, moment: Moment) -> list[Block]:
    """What was found at the call's own events: fragments that came too late are among them."""
    events = moment.session.events
    found = [
        each
        for each in moment.session.findings[:_MOST_FINDINGS]
        if each.event is not None
        and each.event <= moment.event
        and events[each.event].payload.get("toolCallId") == call.id
    ]
    return [
        Block(("finding", at), each.more, _finding_lines(each)) for at, each in enumerate(found)
    ]


def _finding_lines(finding: Finding) -> Draw:
    row = finding_row(finding)
    style = SEVERITY_STYLES[row.severity]
    first = line((f"{row.sign} {row.code:<{LABEL_WIDTH - 3}} ", style))
    return lambda width: wrap_text(
        f"event {row.event}: {row.message}", width, first=first, style=style
    )


def _head(call: ToolCall) -> list[Content]:
    sign, said, style = call_state(call)
    owner = line((f" @{safe(call.owner, 60)}", ACCENT)) if call.owner else Content("")
    first = line(
        (safe(call.name, 80) or "(no name)", f"{NAME} bold"),
        f"  {safe(call.id, 120)}",
        owner,
        (f"  {sign} {said}", style),
    )
    parts = [f"parent {safe(call.parent_id, 60)}"] if call.parent_id else []
    parts += _times(call)
    return [first, Content.styled(" · ".join(parts) or "times unknown", FAINT)]


def _times(call: ToolCall) -> list[str]:
    if call.origin != "stream":
        return [f"restated by the {call.origin}"]
    parts = []
    if call.opened_ms is not None:
        parts.append(f"start {point(call.opened_ms)}")
    if call.closed_ms is not None:
        parts.append(f"end {point(call.closed_ms)}{_since(call.opened_ms, call.closed_ms, '')}")
    result = call.result
    if result is not None and result.at_ms is not None:
        begun = call.closed_ms if call.closed_ms is not None else call.opened_ms
        parts.append(f"result {point(result.at_ms)}{_since(begun, result.at_ms, ' later')}")
    return parts


def _since(begun: float | None, ended: float, word: str) -> str:
    return f" ({duration(ended - begun)}{word})" if begun is not None else ""


def _parsed(call: ToolCall, text: str, moment: Moment, width: int) -> list[Content]:
    heading = label("parsed")
    if call.open:
        return [line(heading, ("when the call ends", FAINT))]
    if not text:
        return [line(heading, ("nothing to parse", FAINT))]
    try:
        value = parse(text).value
    except NotJson as fault:
        said = f"not JSON: {fault.reason} at character {fault.position} of {len(text)}"
        return wrap_text(said, width, style=WARNING, first=heading)
    except TooDeep as fault:
        return wrap_text(str(fault), width, style=WARNING, first=heading)
    lines = json_lines(value, width - LABEL_WIDTH, _MOST_JSON_LINES)
    return [*wrap_lines(lines, width, first=heading), *_schema(call, value, moment, width)]


def _schema(call: ToolCall, value: Any, moment: Moment, width: int) -> list[Content]:
    """Whether the value is what the input's own tool of that name asks for."""
    run_input = moment.world.input
    tool = run_input.tools.get(call.name) if run_input is not None else None
    if tool is None or not isinstance(tool.get("parameters"), dict):
        return []
    wrong = mismatches(tool["parameters"], value)
    if not wrong:
        return [line(label("schema"), ("✔ ", GOOD), "fits what the input's tools advertise")]
    return wrap_text("\n".join(wrong), width, style=WARNING, first=label("schema"))


def _result(call: ToolCall, width: int) -> list[Content]:
    heading, result = label("result"), call.result
    if result is None:
        said = "none as of the cursor" if call.closed is not None else "not yet"
        return [line(heading, (said, FAINT))]
    where = f"event {result.event}" if result.event is not None else "restated"
    origin = line((f"message {safe(result.message_id, 60)} · {where}", FAINT))
    indent = Content(" " * LABEL_WIDTH)
    shown = [indent + each for each in _result_content(result.content, width - LABEL_WIDTH)]
    return [*wrap_lines([origin], width, first=heading), *shown]


def _result_content(content: Any, width: int) -> list[Content]:
    """A result that is a JSON object or array is shown as one; any other as its text."""
    if not isinstance(content, str):
        return json_lines(content, width, _MOST_JSON_LINES)
    if content[:1] in ("{", "[") and len(content) < MOST_JOINED:
        try:
            return json_lines(parse(content).value, width, _MOST_JSON_LINES)
        except (NotJson, TooDeep):
            pass
    return wrap_text(content, width)
