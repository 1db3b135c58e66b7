"""The calls of a session as rows: how each stands, its sizes and times, in columns that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.tui.pages.marks import STANDING_STYLES
from wirelab.tui.paint import ACCENT, FAINT, NAME, line
from wirelab.views.call_standing import call_standing
from wirelab.views.durations import duration
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.projections.tool_calls import ToolCall
    from wirelab.projections.world import World

_WIDE, _MIDDLE = 70, 50


class CallRows:
    """The calls as of a moment, one a row; a row is read when it is drawn."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._ids = list(world.tool_calls.by_id)

    def __len__(self) -> int:
        return len(self._ids)

    def call(self, index: int) -> ToolCall | None:
        """None where the call is gone since."""
        return self._world.tool_calls.by_id.get(self._ids[index])

    def index_of(self, call: ToolCall | None) -> int:
        """The row of a call; -1 of none."""
        if call is None:
            return -1
        last = len(self._ids) - 1
        return last if self._ids[last] == call.id else self._ids.index(call.id)

    def draw(self, index: int, width: int) -> Content:
        call = self.call(index)
        if call is None:
            return Content.styled("(gone)", FAINT)
        standing = call_standing(call, self._world)
        event = f"#{call.opened}" if call.opened is not None else "—"
        columns = _columns(call, width)
        behind = line((columns, FAINT), (standing.words, STANDING_STYLES[standing.tone]))
        head = line((f"{standing.sign} ", STANDING_STYLES[standing.tone]), (f"{event:>6} ", FAINT))
        room = max(width - head.cell_length - behind.cell_length - 2, 8)
        return line(head, _named(call, room), "  ", behind)


def _named(call: ToolCall, room: int) -> Content:
    owner = f" @{safe(call.owner, 40)}" if call.owner else ""
    named = line(
        (safe(call.name, 60) or "(no name)", NAME),
        (owner, ACCENT),
        (f"  {safe(call.id, 60)}", FAINT),
    )
    return named.truncate(room, ellipsis=True, pad=True)


def _columns(call: ToolCall, width: int) -> str:
    """Fragments and characters, the time to the end and on to the result, as room allows."""
    if width < _MIDDLE:
        return ""
    lasted = _between(call.opened_ms, call.closed_ms)
    result = call.result
    waited = _between(call.closed_ms, result.at_ms if result is not None else None)
    times = f"{lasted:>7} ↳{waited:>7}  "
    if width < _WIDE:
        return times
    return f"{len(call.fragments):>4} frag {len(call.arguments):>6} ch {times}"


def _between(begun: float | None, ended: float | None) -> str:
    return duration(ended - begun) if begun is not None and ended is not None else "—"
