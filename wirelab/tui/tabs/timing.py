"""When things happened: a waterfall of runs and what is in them, and the figures of the arrivals.

All is as of the cursor: what had begun by then, how far it had come. The row selected is the one
the cursor's event is about, until a person picks another; moving the cursor takes that back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Container

from wirelab.tui.messages import FramePicked
from wirelab.tui.pages.timing_page import timing_blocks
from wirelab.tui.pages.waterfall_lines import WaterfallLines
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.widgets.axis import Axis
from wirelab.tui.widgets.row_list import RowList
from wirelab.tui.widgets.text_pane import TextPane
from wirelab.views.timing_picture import TimingPictures

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from wirelab.tui.cursor import Moment
    from wirelab.views.span import Span
    from wirelab.views.timing_picture import TimingPicture

_PIECE = 4_000
"""Frames taken in before others have their turn: some tens of ms."""


class TimingTab(BenchTab):
    TAB_NAME = "timing"
    TITLE = "Timing"
    PURPOSE = "What took how long: runs, messages, calls and steps over time; gaps, rates, tokens."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("z", "zoom", "Zoom", tooltip="Show the run at the cursor alone, or all of them"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._pictures: TimingPictures | None = None
        self._moment: Moment | None = None
        self._picked: Span | None = None
        self._zoomed = False
        self._reading = False

    def compose(self) -> ComposeResult:
        with Container(classes="first pane"):
            yield Axis(id="timing-axis")
            yield RowList(empty="Nothing has begun as of the cursor.", id="waterfall")
        figures = TextPane(id="timing-figures")
        figures.add_class("second", "pane")
        figures.border_title = "figures"
        yield figures

    @property
    def first_focus(self) -> RowList:
        return self.query_one("#waterfall", RowList)

    def show(self, moment: Moment) -> None:
        if self._pictures is None:
            self._pictures = TimingPictures(moment.session)
        before, self._moment = self._moment, moment
        moved = before is not None and before.frame != moment.frame
        if moved and not (moment.following and before is not None and before.following):
            self._picked = None
        if not self._pictures.update(_PIECE) and not self._reading:
            self._reading = True
            self.call_after_refresh(self._read_on)
        self._draw(self._pictures.at(moment.frame, moment.event, zoomed=self._zoomed))

    def _read_on(self) -> None:
        """A long session is read in pieces, with time for keys between; only while it is seen."""
        self._reading = False
        if self._moment is not None and self.display:
            self.show(self._moment)

    def _draw(self, picture: TimingPicture) -> None:
        rows = picture.rows
        selected = rows.index_of(self._picked) if self._picked is not None else -1
        if selected < 0 and picture.marked is not None:
            selected = rows.index_of(picture.marked)
        self.query_one(Axis).show(picture)
        self.first_focus.show(WaterfallLines(picture), selected)
        self._show_figures(picture, rows[selected] if selected >= 0 else None)

    def _show_figures(self, picture: TimingPicture, span: Span | None) -> None:
        if self._moment is not None:
            blocks = timing_blocks(picture, self._moment.session, span)
            self.query_one("#timing-figures", TextPane).show(blocks)

    def on_row_list_row_moved(self, message: RowList.RowMoved) -> None:
        message.stop()
        if isinstance(message.list.rows, WaterfallLines):
            picture = message.list.rows.picture
            self._picked = picture.rows[message.index]
            self._show_figures(picture, self._picked)

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        message.stop()
        if isinstance(message.list.rows, WaterfallLines) and self._moment is not None:
            opened = message.list.rows.picture.rows[message.index].opened
            frame = self._moment.rows.position_of(opened)
            self.post_message(FramePicked(frame, keep_tab=False))

    def action_zoom(self) -> None:
        self._zoomed = not self._zoomed
        if self._moment is not None:
            self.show(self._moment)
