"""The arguments of a tool call: each fragment with its time, and all of them joined.

The borders between fragments stay visible in the joined text: seeing ``1│4`` is the lesson. Where
the text stops being JSON, the place is marked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.protocol.json_text import NotJson, TooDeep, parse
from wirelab.tui.paint import BORDER, ERROR, FAINT, WARNING, line
from wirelab.tui.widgets.text_pane import Block, Draw
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.durations import duration
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.projections.tool_calls import Fragment, ToolCall

LABEL_WIDTH = 10
MOST_JOINED = 20_000
_BORDER_SIGN = "│"
_MOST_FRAGMENTS = 2000


def label(name: str) -> Content:
    return Content.styled(f"{name:<{LABEL_WIDTH}}", FAINT)


def fragment_blocks(call: ToolCall) -> list[Block]:
    """One block a fragment: it never changes once it came."""
    shown = call.fragments[-_MOST_FRAGMENTS:]
    left_out = len(call.fragments) - len(shown)
    blocks = []
    if left_out:
        said = f"… {left_out} earlier fragments, all in the joined text below"
        blocks.append(Block("left out", left_out, lambda width: [Content.styled(said, FAINT)]))
    return blocks + [
        Block((fragment.event, index), call.opened_ms, _fragment_lines(fragment, call.opened_ms))
        for index, fragment in enumerate(shown, left_out)
    ]


def _fragment_lines(fragment: Fragment, opened_ms: float | None) -> Draw:
    known = fragment.at_ms is not None and opened_ms is not None
    since = f"+{duration(fragment.at_ms - opened_ms)}" if known else "—"  # type: ignore[operator]
    first = line((f"{since:>8} ", FAINT), (f"#{fragment.event:<5} ", FAINT))
    border = Content.styled(_BORDER_SIGN, BORDER)
    return lambda width: wrap_text(fragment.text, width, first=first, after=border, most=4000)


def joined_lines(call: ToolCall, width: int) -> list[Content]:
    """All arguments so far, the borders of the fragments in them, and where they stop parsing."""
    text = call.arguments
    if not text:
        return [line(label("joined"), ("no arguments yet" if call.open else "empty", FAINT))]
    fault = _fault(text) if not call.open else None
    parts: list[Content] = []
    position = 0
    for index, piece in enumerate(fragment.text for fragment in call.fragments):
        if index:
            parts.append(Content.styled(_BORDER_SIGN, BORDER))
        parts.extend(_marked(piece, fault.position - position if fault is not None else -1))
        position += len(piece)
        if position > MOST_JOINED:
            parts.append(Content.styled(f"… {len(text) - position} more characters", FAINT))
            break
    if not call.fragments:
        parts = _marked(text[:MOST_JOINED], fault.position if fault is not None else -1)
    if fault is not None and fault.position >= len(text):
        parts.append(Content.styled("◀ ends here", ERROR))
    return wrap_lines([line(*parts)], width, first=label("joined"))


def restated_lines(call: ToolCall, width: int) -> list[Content]:
    """What the client holds, where a snapshot or input restated it otherwise than it streamed."""
    held = call.held_arguments
    if not call.fragments or held == call.arguments:
        return []
    note = [Content.styled("a snapshot or the input restates it; a client holds:", WARNING)]
    indent = Content(" " * LABEL_WIDTH)
    return [
        *wrap_lines(note, width, first=label("restated")),
        *wrap_text(held, width, first=indent, most=4000),
    ]


def _marked(piece: str, fault_at: int) -> list[Content]:
    """A piece of the text; the character at which it stops being JSON stands out."""
    if not 0 <= fault_at < len(piece):
        return [Content(safe(piece))]
    return [
        Content(safe(piece[:fault_at])),
        Content.styled("▶", ERROR),
        Content.styled(safe(piece[fault_at]), f"{ERROR} reverse"),
        Content(safe(piece[fault_at + 1 :])),
    ]


def _fault(text: str) -> NotJson | None:
    try:
        parse(text)
    except NotJson as fault:
        return fault
    except TooDeep:
        return None
    return None
