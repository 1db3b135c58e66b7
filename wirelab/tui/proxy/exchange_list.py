"""The first screen of a proxy: every exchange on a line, the newest last."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from wirelab.tui.paint import ACCENT, FAINT, line
from wirelab.tui.proxy.exchange_bench import ExchangeBench
from wirelab.tui.proxy.exchange_list_rows import ExchangeRows, Passing, heading
from wirelab.tui.screens.help import HelpScreen
from wirelab.tui.widgets.key_line import KeyLine
from wirelab.tui.widgets.row_list import RowList
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult

_TICK_S = 0.1
LIST_BINDINGS: list[BindingType] = [
    Binding("enter", "open", "Open", tooltip="Open the bench on the selected exchange"),
    Binding("end", "to_newest", "Newest", tooltip="Select the newest exchange, and follow"),
    Binding("home", "to_oldest", "Oldest", tooltip="Select the oldest exchange", show=False),
    Binding("question_mark", "help", "Help", key_display="?", tooltip="Every key and what it does"),
    Binding("q", "app.quit", "Quit", tooltip="Stop the proxy and leave; recordings are complete"),
    Binding(
        "ctrl+c",
        "app.interrupt",
        "Interrupt",
        tooltip="Leave as an interrupted command does (exit code 130)",
        show=False,
    ),
]


class _Exchanges(RowList):
    """The list itself; enter means one thing here."""

    BINDINGS: ClassVar[list[BindingType]] = [LIST_BINDINGS[0]]


class ListHeader(Widget):
    """Two lines: between whom the proxy stands, and how many exchanges passed."""

    ALLOW_SELECT = False

    def __init__(self, subject: str) -> None:
        super().__init__()
        self._subject = safe(subject, 300)
        self._words = self._note = ""

    def show(self, words: str, note: str) -> None:
        if (words, note) != (self._words, self._note):
            self._words, self._note = words, note
            self.refresh()

    def render(self) -> Content:
        width = self.size.width
        first = line(("wirelab proxy ", ACCENT), self._subject).truncate(width, ellipsis=True)
        second = line(self._words, (f" · {self._note}" if self._note else "", FAINT))
        return first + "\n" + second.truncate(width, ellipsis=True)


class ListHeading(Widget):
    """The words above the columns."""

    ALLOW_SELECT = False

    def render(self) -> Content:
        return heading(self.size.width)


class ExchangeList(Screen[None]):
    """exchanges: grows while it is shown. base: where the proxy listens. note: what else is to be
    known, asked again and again."""

    BINDINGS: ClassVar[list[BindingType]] = LIST_BINDINGS

    def __init__(
        self, exchanges: Sequence[Passing], base: str, upstream: str, note: Callable[[], str]
    ) -> None:
        super().__init__()
        self._exchanges = exchanges
        self._base, self._upstream = base, upstream
        self._note = note
        self._news = True

    def compose(self) -> ComposeResult:
        yield ListHeader(f"{self._base} → {self._upstream}")
        yield ListHeading()
        waiting = f"Nothing yet: point the client at {self._base}"
        yield _Exchanges(empty=safe(waiting, 300), id="exchanges")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self.query_one(RowList).focus()
        self.set_interval(_TICK_S, self._tick)
        self.call_after_refresh(self._show)

    def on_screen_resume(self) -> None:
        self.changed()

    def changed(self) -> None:
        """There is more to show."""
        self._news = True

    def _tick(self) -> None:
        if self.is_current and (
            self._news or any(each.under_way for each in reversed(self._exchanges))
        ):
            self._show()

    def _show(self) -> None:
        self._news = False
        rows = self.query_one(RowList)
        follows = rows.selected < 0 or rows.rows is None or rows.selected == len(rows.rows) - 1
        count = len(self._exchanges)
        rows.show(ExchangeRows(self._exchanges), count - 1 if follows else None)
        self.query_one(ListHeader).show(self._words(), self._note())

    def _words(self) -> str:
        under_way = sum(each.under_way for each in self._exchanges)
        said = counted(len(self._exchanges), "exchange")
        return f"{said} · {under_way} under way" if under_way else said

    def action_open(self) -> None:
        self.query_one(RowList).action_open()

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        exchange = self._exchanges[message.index]
        if exchange.talk is None:
            self.notify(f"No run: {exchange.passed.text}", markup=False)
        elif exchange.standing is None:
            self.notify("It waits until the exchange before it is judged.")
        else:
            self.app.push_screen(ExchangeBench(exchange, exchange.talk, self._note()))

    def action_to_newest(self) -> None:
        self.query_one(RowList).select(len(self._exchanges) - 1)

    def action_to_oldest(self) -> None:
        self.query_one(RowList).select(0 if self._exchanges else -1)

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen("In the list of exchanges", LIST_BINDINGS))
