"""One tool call in full, as blocks: head, arguments, value, result, times, what was found at it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.tui.pages.call_arguments import (
    LABEL_WIDTH,
    FragmentLines,
    joined_lines,
    restated_lines,
)
from wirelab.tui.pages.call_result import result_lines
from wirelab.tui.pages.call_value import fault_at, read_arguments, schema_lines, value_lines
from wirelab.tui.pages.marks import STANDING_STYLES, sealed_lines
from wirelab.tui.paint import ACCENT, FAINT, NAME, SEVERITY_STYLES, WARNING, line
from wirelab.tui.widgets.text_pane import Block, Draw
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.call_standing import call_standing
from wirelab.views.durations import duration
from wirelab.views.durations import moment as point
from wirelab.views.finding_rows import finding_row
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.projections.tool_calls import ToolCall
    from wirelab.projections.world import World
    from wirelab.rules.finding import Finding
    from wirelab.tui.cursor import Moment

_MOST_FINDINGS = 1000


def call_blocks(call: ToolCall, moment: Moment) -> list[Block]:
    """Everything there is to see of a call, as of a moment."""
    world, result = moment.world, call.result
    standing = call_standing(call, world)
    answered = (result.event, id(result.content)) if result is not None else None
    restated = (len(call.restated or ""), call.restated_after)
    stage = (call.id, standing.words, call.opened, call.closed, answered, call.encrypted_value)
    version = (len(call.fragments), restated, stage)
    read = cache(lambda: read_arguments(call))
    return [
        Block("head", version, lambda width: _head(call, world, width)),
        Block("fragments", version, lambda width: FragmentLines(call, width)),
        Block("joined", version, lambda width: joined_lines(call, fault_at(call, read()), width)),
        Block("value", version, lambda width: value_lines(call, read(), width)),
        Block("schema", version, lambda width: schema_lines(call, read(), world, width)),
        Block("restated", version, lambda width: restated_lines(call, width)),
        Block("result", version, lambda width: result_lines(call, world, width)),
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
        Block(("finding", at), (call.id, each.more), _finding_lines(each))
        for at, each in enumerate(found)
    ]


def _finding_lines(finding: Finding) -> Draw:
    row = finding_row(finding)
    style = SEVERITY_STYLES[row.severity]
    first = line((f"{row.sign} {row.code:<{LABEL_WIDTH - 3}} ", style))
    return lambda width: wrap_text(
        f"event {row.event}: {row.message}", width, first=first, style=style
    )


def _head(call: ToolCall, world: World, width: int) -> list[Content]:
    """Name and standing; then whose it is, the times, and how much there is of it."""
    standing = call_standing(call, world)
    first = line(
        (safe(call.name, 80) or "(no name)", f"{NAME} bold"),
        f"  {safe(call.id, 120)}",
        (f" @{safe(call.owner, 60)}" if call.owner else "", ACCENT),
        (f"  {standing.sign} {standing.words}", STANDING_STYLES[standing.tone]),
    )
    facts = [*_places(call, world), *_times(call)]
    told = Content.styled(" · ".join(facts) or "times unknown", FAINT)
    lines = wrap_lines([first, told], width, rest=Content("  "))
    if call.cut_off or (call.open and world.runs.active is None):
        said = "no TOOL_CALL_END came: the arguments are what had arrived"
        lines += wrap_text(said, width, style=WARNING, first=Content("  "))
    if call.encrypted_value is not None:
        lines += sealed_lines(call.encrypted_value, call.encrypted_value_type, width, Content("  "))
    return lines


def _places(call: ToolCall, world: World) -> list[str]:
    parts = [f"parent {safe(call.parent_id, 60)}"] if call.parent_id else []
    if call.run is not None and len(world.runs.all) > 1:
        parts.append(f"run {call.run + 1} of {len(world.runs.all)}")
    if call.fragments:
        length = counted(len(call.arguments), "character")
        parts.append(f"{counted(len(call.fragments), 'fragment')}, {length}")
    return parts


def _times(call: ToolCall) -> list[str]:
    if call.opened is None:
        return [f"only restated by the {call.origin}: it was not streamed here"]
    parts = []
    if call.opened_ms is not None:
        parts.append(f"start {point(call.opened_ms)}")
    if call.closed_ms is not None:
        parts.append(f"end {point(call.closed_ms)}{_since(call.opened_ms, call.closed_ms, '')}")
    result = call.result
    if result is not None and result.at_ms is not None:
        begun = call.closed_ms if call.closed_ms is not None else call.opened_ms
        parts.append(f"result {point(result.at_ms)}{_since(begun, result.at_ms, ' later')}")
        if call.opened_ms is not None:
            parts.append(f"{duration(result.at_ms - call.opened_ms)} in all")
    return parts


def _since(begun: float | None, ended: float, word: str) -> str:
    return f" ({duration(ended - begun)}{word})" if begun is not None else ""
