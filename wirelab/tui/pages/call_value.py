"""What the arguments of a call amount to: the value as far as it goes, and whether it fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.content import Content

from wirelab.protocol.json_prefix import JsonPrefix, read_prefix
from wirelab.protocol.json_text import TooDeep
from wirelab.protocol.parameter_schema import mismatches
from wirelab.tui.pages.call_arguments import LABEL_WIDTH, column_words, label
from wirelab.tui.paint import ERROR, FAINT, GOOD, WARNING, line
from wirelab.tui.widgets.json_rows import json_lines
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.safe_text import size

if TYPE_CHECKING:
    from wirelab.projections.tool_calls import ToolCall
    from wirelab.projections.world import World

MOST_JSON_LINES = 200
_MOST_READ = 2_000_000
_MOST_READ_OPEN = 50_000


@dataclass(slots=True, frozen=True)
class ReadArguments:
    """The argument text and what could be read of it; ``unread`` says why nothing was."""

    text: str
    prefix: JsonPrefix | None = None
    unread: str = ""


def fault_at(call: ToolCall, read: ReadArguments) -> int | None:
    """Where the text stops being JSON, counted from 0; its length where it ends too early."""
    if read.prefix is None or read.prefix.whole:
        return None
    if read.prefix.fault is not None:
        return read.prefix.fault.position
    return None if call.open else len(read.text)


def read_arguments(call: ToolCall) -> ReadArguments:
    """Read the arguments as they are now; a long text still growing is not read at every piece."""
    text = call.arguments
    if len(text) > (_MOST_READ_OPEN if call.open else _MOST_READ):
        when = "when the call ends" if call.open and len(text) <= _MOST_READ else "too long to show"
        return ReadArguments(text, unread=f"{size(len(text))}: {when}")
    try:
        return ReadArguments(text, read_prefix(text))
    except TooDeep as fault:
        return ReadArguments(text, unread=str(fault))


def value_lines(call: ToolCall, read: ReadArguments, width: int) -> list[Content]:
    """The value; of an unfinished or broken text as far as it goes, and why no further."""
    heading, prefix = label("parsed"), read.prefix
    if prefix is None:
        return wrap_text(read.unread, width, style=WARNING, first=heading)
    if not read.text:
        return [line(heading, ("nothing to parse", FAINT))]
    lines = [] if prefix.value is None and not prefix.whole else _tree(prefix.value, width)
    if prefix.whole:
        return wrap_lines(lines, width, first=heading)
    if prefix.fault is not None:
        where = column_words(read.text, prefix.fault.position)
        style, said = WARNING, f"not JSON from {where} on: {prefix.fault.reason}"
    elif call.open:
        style, said = FAINT, "so far; the call is still open"
    else:
        where = column_words(read.text, len(read.text))
        style, said = WARNING, f"not JSON: it ends at {where}, before its value does"
    indent = Content(" " * LABEL_WIDTH)
    return wrap_text(said, width, style=style, first=heading) + [indent + each for each in lines]


def _tree(value: Any, width: int) -> list[Content]:
    return json_lines(value, max(width - LABEL_WIDTH, 8), MOST_JSON_LINES)


def schema_lines(call: ToolCall, read: ReadArguments, world: World, width: int) -> list[Content]:
    """Whether the value is what the input's own tool of that name asks for."""
    heading, run_input = label("schema"), world.input
    if run_input is None:
        return [line(heading, ("the input is not known: nothing to judge by", FAINT))]
    tool = run_input.tools.get(call.name)
    if tool is None:
        return [line(heading, ("not among the input's tools: the agent's own", FAINT))]
    if not isinstance(tool.get("parameters"), dict):
        return [line(heading, ("the input's tool has no parameters to judge by", FAINT))]
    if read.prefix is None or not read.prefix.whole:
        said = "when the call ends" if call.open else "no JSON value to judge"
        return [line(heading, (said, FAINT))]
    wrong = mismatches(tool["parameters"], read.prefix.value)
    if not wrong:
        return [line(heading, ("✔ ", GOOD), "fits what the input's tools advertise")]
    sign = heading + Content.styled("✖ ", ERROR)
    return wrap_text("\n".join(wrong), width, style=WARNING, first=sign)
