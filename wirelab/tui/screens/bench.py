"""The bench: one session under the eyes of a person, and every action there is on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from wirelab.tui.screens.answering import Answering
from wirelab.tui.screens.bench_keys import BENCH_BINDINGS
from wirelab.tui.screens.bookmarking import Bookmarking
from wirelab.tui.screens.copying import Copying
from wirelab.tui.screens.filtering import Filtering
from wirelab.tui.screens.going import Going
from wirelab.tui.screens.help import HelpScreen
from wirelab.tui.screens.recalling import Recalling
from wirelab.tui.screens.recording import Recording
from wirelab.tui.screens.reworking import Reworking
from wirelab.tui.screens.searching import Searching
from wirelab.tui.screens.switching import Switching

if TYPE_CHECKING:
    from textual.binding import BindingType


class BenchScreen(
    Answering,
    Reworking,
    Recalling,
    Recording,
    Switching,
    Going,
    Searching,
    Bookmarking,
    Copying,
    Filtering,
):
    """The screen a person works at: shows, moves, plays, drives, answers, finds, helps."""

    BINDINGS: ClassVar[list[BindingType]] = BENCH_BINDINGS

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen())
