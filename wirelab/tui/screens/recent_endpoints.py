"""The endpoints observed lately over the bench, each with the inputs that were sent there.

Its result is the row chosen; copying a command and forgetting are done here.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from wirelab.tui import recent
from wirelab.tui.clipboard import copy
from wirelab.tui.paint import FAINT, NAME, line
from wirelab.tui.screens.list_screen import ListScreen
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.tui.recent_inputs import RecentInput


@dataclass(slots=True, frozen=True)
class RecentRow:
    """An endpoint, or an input of it."""

    endpoint: recent.Recent
    input: RecentInput | None = None

    @property
    def command(self) -> str:
        """What observes it from a shell."""
        observing = f"wirelab observe {shlex.quote(self.endpoint.url)}"
        if self.input is None:
            return observing
        return f"{observing} --input {shlex.quote(str(recent.input_path(self.input)))}"


class RecentRows:
    """A line an endpoint (when, where, what was asked), below it a line an input."""

    def __init__(self) -> None:
        self.rows = [
            RecentRow(endpoint, given)
            for endpoint in recent.load()
            for given in (None, *endpoint.inputs)
        ]

    def __len__(self) -> int:
        return len(self.rows)

    def draw(self, index: int, width: int) -> Content:
        row = self.rows[index]
        if row.input is not None:
            said = line((f"{'↳':>18} ", FAINT), safe(row.input.words, 400))
        else:
            when = safe(row.endpoint.at.replace("T", " ")[:16], 16)
            said = line(
                (f"{when:<16}  ", FAINT),
                (safe(row.endpoint.url, 300), NAME),
                f"  {safe(row.endpoint.message, 200)}",
            )
        return said.truncate(width, ellipsis=True)


class RecentEndpoints(ListScreen):
    """The list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy_command", "Copy", tooltip="Copy the command that observes it"),
        Binding("d,delete", "forget", "Forget", tooltip="Keep it no longer"),
    ]

    def __init__(self) -> None:
        self.found = RecentRows()
        super().__init__(
            "recent endpoints · enter: again · y copies the command · d forgets",
            self.found,
            empty="None yet: wirelab observe URL puts one here.",
        )

    @property
    def _selected(self) -> RecentRow | None:
        at = self.list.selected
        return self.found.rows[at] if 0 <= at < len(self.found) else None

    def action_copy_command(self) -> None:
        if self._selected is not None:
            copy(self.app, self._selected.command, "the command")
            self.dismiss()

    def action_forget(self) -> None:
        if self._selected is not None:
            recent.forget(self._selected.endpoint.url, self._selected.input)
            self.found = RecentRows()
            self.show(self.found)
