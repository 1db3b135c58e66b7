"""The findings in one of three orders, and what there is to know about the selected one.

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
from wirelab.tui.pages.finding_page import finding_blocks, group_blocks
from wirelab.tui.paint import FAINT, SEVERITY_STYLES, line
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.widgets.finding_list import FindingList, FindingRows
from wirelab.tui.widgets.row_list import RowList
from wirelab.tui.widgets.text_pane import Block, TextPane
from wirelab.tui.widgets.verdict_words import VerdictWords
from wirelab.tui.wrapping import wrap_text
from wirelab.views.copied import Copied, copied_finding
from wirelab.views.finding_order import FindingOrder, Group, Row
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
        Binding(
            "t",
            "order",
            "Order",
            tooltip="List the findings gravest first, by rule, or in time",
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._chosen: Row | None = None
        self._order: FindingOrder | None = None
        self._shown: object = None
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

    @property
    def _selected(self) -> Finding | None:
        """The finding that is selected; None on a heading."""
        return self._chosen if not isinstance(self._chosen, Group) else None

    def copied(self) -> Copied | None:
        """The finding selected."""
        if self._selected is None or self._moment is None:
            return None
        return copied_finding(self._selected, self._moment.session)

    def show(self, moment: Moment) -> None:
        self._moment = moment
        if self._order is None:
            self._order = FindingOrder(moment.session.findings)
        order = self._order
        order.update()
        self.query_one(VerdictWords).show(moment, f"{order.order.value} (t)")
        if self._chosen is None and len(order):
            self._chosen = order.row(0)
        selected = order.position_of(self._chosen) if self._chosen is not None else -1
        self.first_focus.show(FindingRows(order, moment), selected)
        self._show_page(moment.session)

    def action_order(self) -> None:
        """List the findings in the next order; the one selected stays so."""
        if self._order is None or self._moment is None:
            return
        chosen = self._chosen.findings[0] if isinstance(self._chosen, Group) else self._chosen
        self._order = FindingOrder(self._moment.session.findings, self._order.order.next)
        self._chosen = self._order.row(self._order.position_of(chosen)) if chosen else None
        self.show(self._moment)
        self.notify(f"Findings {self._order.order.value}.")

    def _show_page(self, session: Session) -> None:
        page, chosen = self.query_one("#finding-page", TextPane), self._chosen
        anew, self._shown = chosen is not self._shown, chosen
        if chosen is None:
            page.border_title = Content("verdict")
            block = Block("none", None, lambda width: wrap_text(_NOTHING, width, style=FAINT))
            page.show([block], top=True)
        elif isinstance(chosen, Group):
            page.border_title = Content(chosen.title)
            page.show([*group_blocks(chosen)], top=anew)
        else:
            page.border_title = Content(f"{chosen.code} {chosen.slug}")
            page.show(finding_blocks(chosen, session), top=anew)

    def on_row_list_row_moved(self, message: RowList.RowMoved) -> None:
        message.stop()
        assert self._order is not None
        self._chosen = self._order.row(message.index)
        message.list.select(message.index)  # a repaint may have come before this message
        if self._moment is not None:
            self._show_page(self._moment.session)

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        message.stop()
        assert self._order is not None
        row = self._order.row(message.index)
        if not isinstance(row, Group):
            self.post_message(FindingPicked(row))
        elif self._moment is not None:
            self._chosen = row
            self._order.toggle(row)
            self.show(self._moment)

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
            for severity in Severity
            if counts[severity]
        ]
        return line(*found)
