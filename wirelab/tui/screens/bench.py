"""The bench: one session under the eyes of a person, and every action there is on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from wirelab.tui.screens.bench_keys import BENCH_BINDINGS
from wirelab.tui.screens.help import HelpScreen
from wirelab.tui.screens.playing import Playing

if TYPE_CHECKING:
    from textual.binding import BindingType


class BenchScreen(Playing):
    """The screen a person works at: shows, moves, plays, helps."""

    BINDINGS: ClassVar[list[BindingType]] = BENCH_BINDINGS

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen())
