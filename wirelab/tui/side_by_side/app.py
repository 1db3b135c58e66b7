"""Two streams side by side: their events level with each other, moving together.

It shows a report that is made already; nothing in it changes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from wirelab.exports.diff_text import headline
from wirelab.tui.paint import ERROR, FAINT, GOOD, STRONG, line
from wirelab.tui.side_by_side.json_sides import JsonSides
from wirelab.tui.side_by_side.pair_rows import PairRows, half
from wirelab.tui.themes import dress
from wirelab.tui.widgets.row_list import RowList
from wirelab.views.diff_rows import DiffRow, row_lines, stream_size
from wirelab.views.diff_words import item_label
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from wirelab.exports.diff_report import DiffReport
    from wirelab.session.item_comparison import ItemPair

_KEYS = "n/N next, previous difference · enter both events · esc closes · q quits"
_LIMIT = 1000


class SideBySideApp(App[None]):
    """A list of pairs, what is to be said of the marked one, and its JSON on demand."""

    TITLE = "wirelab diff"
    CSS_PATH = ["../styles/bench.tcss", "../styles/widgets.tcss", "../styles/side_by_side.tcss"]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "go(1)", "Next difference", tooltip="Mark the next difference"),
        Binding("N", "go(-1)", "Previous", tooltip="Mark the difference before"),
        Binding("home", "mark(0)", "First", tooltip="Mark the first event"),
        Binding("end", "mark(-1)", "Last", tooltip="Mark the last event"),
        Binding("tab", "switch", "Other pane", tooltip="Move in the list, or in the events below"),
        Binding("escape", "close", "Close", tooltip="Close the events, or leave"),
        Binding("q", "quit", "Quit", tooltip="Leave"),
    ]

    def __init__(self, report: DiffReport) -> None:
        super().__init__()
        self.animation_level = "none"
        dress(self)
        self._report = report
        self._rows = PairRows(report.diff)
        self._said = _said(report)

    def compose(self) -> ComposeResult:
        yield Static(id="diff-sources")
        yield Static(self._headline(), id="diff-headline")
        yield RowList(empty="Neither holds an event.", id="diff-pairs")
        yield Static(id="diff-item")
        yield JsonSides(id="diff-json")
        yield Static(Content.styled(_KEYS, FAINT), id="diff-keys")

    def on_mount(self) -> None:
        self._json.display = False
        self._list.focus()
        self._list.show(self._rows)
        self.call_after_refresh(self.action_mark, (self._rows.begins or [0])[0])

    def on_resize(self, event: events.Resize) -> None:
        width = half(event.size.width - 1)
        names = zip(
            self._report.wording.names, (self._report.expected, self._report.actual), strict=True
        )
        left, right = (
            line(
                (f"{name} ", STRONG),
                safe(outcome.source, _LIMIT),
                (f" · {outcome.verdict} · {stream_size(self._report.diff, side)}", FAINT),
            ).truncate(width, ellipsis=True, pad=True)
            for side, (name, outcome) in enumerate(names)
        )
        self.query_one("#diff-sources", Static).update(left + "   " + right)

    @property
    def _list(self) -> RowList:
        return self.query_one("#diff-pairs", RowList)

    @property
    def _json(self) -> JsonSides:
        return self.query_one("#diff-json", JsonSides)

    def _headline(self) -> Content:
        return Content.styled(headline(self._report), GOOD if self._report.same else ERROR)

    def action_go(self, direction: int) -> None:
        """To where the next difference begins, or the one before."""
        begins, at = self._rows.begins, self._list.selected
        place = bisect_right(begins, at) if direction > 0 else bisect_left(begins, at) - 1
        if 0 <= place < len(begins):
            self.action_mark(begins[place])
        else:
            self.bell()

    def action_mark(self, index: int) -> None:
        if len(self._rows):
            self._list.select(index % len(self._rows))
        self._show()

    def action_switch(self) -> None:
        if self._json.display:
            (self._list if self._json.has_focus else self._json).focus()

    def action_close(self) -> None:
        if not self._json.display:
            self.exit()
        self._json.display = False
        self._list.focus()

    def on_row_list_row_moved(self, message: RowList.RowMoved) -> None:
        self._show()

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        self._json.display = not self._json.display
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        """What is to be said of the marked pair."""
        at = self._list.selected
        if not 0 <= at < len(self._rows):
            return
        owner = self._report.diff.comparison.owners[at]
        said = self._said.get(id(owner)) or _of_lone_run(self._report, owner)
        place = bisect_right(self._rows.begins, at)
        count = f"{place} of {len(self._rows.begins)} · " if self._rows.pairs[at].differs else ""
        self.query_one("#diff-item", Static).update(line((count, FAINT), said))
        self._list.select(at)
        if self._json.display:
            self._json.show(self._rows.pairs[at])


def _said(report: DiffReport) -> dict[int, str]:
    """What is said of each item that differs, by the item's pair."""
    return {id(row.item): _words(report, row) for row in report.rows}


def _of_lone_run(report: DiffReport, owner: ItemPair) -> str:
    """Of an item that is the same, or goes with its run."""
    wording = report.wording
    word = wording.added if owner.expected is None else wording.missing
    lone = owner.expected is None or owner.actual is None
    return f"{item_label(owner.item)}: {word}" if lone else item_label(owner.item)


def _words(report: DiffReport, row: DiffRow) -> str:
    return safe(f"{row.label}: {'; '.join(row_lines(row, report.wording))}", _LIMIT)


def show_side_by_side(report: DiffReport) -> None:
    """Show a report until a person leaves."""
    SideBySideApp(report).run()
