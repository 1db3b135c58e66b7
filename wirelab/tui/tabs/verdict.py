"""The findings, gravest first, and what there is to know about the selected one.

All findings of the session are listed, so that jumping among them loses none; those that lie
behind the cursor say so. Enter goes to the event and shows it; ``o`` goes to the event that
explains it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content

from wirelab.rules.finding import Severity
from wirelab.tui.messages import FindingPicked
from wirelab.tui.pages.finding_page import finding_blocks
from wirelab.tui.paint import FAINT, SEVERITY_STYLES, line
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.widgets.finding_list import FindingList, FindingRows
from wirelab.tui.widgets.row_list import RowList
from wirelab.tui.widgets.text_pane import Block, TextPane
from wirelab.tui.widgets.verdict_words import VerdictWords
from wirelab.tui.wrapping import wrap_text
from wirelab.views.finding_rows import by_gravity
from wirelab.views.signs import SEVERITY_SIGNS

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from wirelab.rules.finding import Finding
    from wirelab.session.session import Session
    from wirelab.tui.cursor import Moment

_NOTHING = (
    "No finding so far. Every event is judged as it arrives; what breaks the protocol, or is lost "
    "on a conforming client, is listed here with its event."
)


class VerdictTab(BenchTab):
    TAB_NAME = "verdict"
    TITLE = "Verdict"
    PURPOSE = "What is wrong with the stream, why it matters, what to do; each leads to its event."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "o",
            "related",
            "Origin",
            tooltip="Go to the event that explains the finding, such as the START it refers to",
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._selected: Finding | None = None
        self._sorted: list[Finding] = []
        self._shown: tuple[int, int] | None = None
        self._moment: Moment | None = None

    def compose(self) -> ComposeResult:
        with Container(classes="first pane"):
            yield VerdictWords(id="verdict-words")
            yield FindingList(empty="Nothing found.", id="finding-list")
        page = TextPane(id="finding-page")
        page.add_class("second", "pane")
        yield page

    @property
    def first_focus(self) -> RowList:
        return self.query_one("#finding-list", RowList)

    def show(self, moment: Moment) -> None:
        self._moment = moment
        findings = moment.session.findings
        if len(findings) != len(self._sorted):
            self._sorted = by_gravity(findings)
        self.query_one(VerdictWords).show(moment.session)
        if self._selected is None and self._sorted:
            self._selected = self._sorted[0]
        selected = self._index()
        turns = len(moment.session.exchanges) > 1
        self.first_focus.show(FindingRows(self._sorted, moment.event, turns=turns), selected)
        self._show_page(moment.session)

    def _index(self) -> int:
        found = (at for at, each in enumerate(self._sorted) if each is self._selected)
        return next(found, -1)

    def _show_page(self, session: Session) -> None:
        page = self.query_one("#finding-page", TextPane)
        finding = self._selected
        if finding is None:
            page.border_title = Content("verdict")
            block = Block("none", None, lambda width: wrap_text(_NOTHING, width, style=FAINT))
            page.show([block], top=True)
            return
        page.border_title = Content(f"{finding.code} {finding.slug}")
        shown = (id(finding), finding.more)
        anew, self._shown = self._shown is None or shown[0] != self._shown[0], shown
        page.show(finding_blocks(finding, session), top=anew)

    def on_row_list_row_moved(self, message: RowList.RowMoved) -> None:
        message.stop()
        self._selected = self._sorted[message.index]
        message.list.select(message.index)  # a repaint may have come before this message
        if self._moment is not None:
            self._show_page(self._moment.session)

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        message.stop()
        self.post_message(FindingPicked(self._sorted[message.index]))

    def action_related(self) -> None:
        if self._selected is not None and self._selected.related is not None:
            self.post_message(FindingPicked(self._selected, related=True))
        else:
            self.notify("Nothing in the stream explains this finding further.")

    @staticmethod
    def note(moment: Moment) -> Content:
        counts = moment.session.ledger.counts
        found = [
            line((f" {SEVERITY_SIGNS[severity]}{counts[severity]}", SEVERITY_STYLES[severity]))
            for severity in (Severity.ERROR, Severity.WARNING)
            if counts[severity]
        ]
        return line(*found)
