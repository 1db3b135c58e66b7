"""The wire: requests sent, response heads, and every frame's bytes with times and read borders.

Headers and URLs are redacted as recordings redact them; control characters are visible signs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from wirelab.rules.finding import Place
from wirelab.tui.exchange_rows import ExchangeRows, Part, WireRow
from wirelab.tui.messages import FramePicked
from wirelab.tui.paint import ACCENT, BORDER, FAINT, NAME, line
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.widgets.row_list import RowList, Rows
from wirelab.tui.widgets.wire_detail import WireDetail
from wirelab.views.copied import Copied, copied_bytes, copied_request, copied_response
from wirelab.views.durations import moment as point
from wirelab.views.exchange_text import request_line, response_line
from wirelab.views.hex_dump import READ_BORDER
from wirelab.views.safe_text import safe, size

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from wirelab.rules.finding import Finding
    from wirelab.tui.cursor import Moment
    from wirelab.wire.frame import Frame

_ROW_BYTES = 400


class WireLines:
    """The rows of an exchange drawn on one line each."""

    def __init__(self, rows: ExchangeRows) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def draw(self, index: int, width: int) -> Content:
        row = self.rows.row(index)
        if row.frame is not None:
            return _frame(row.frame)
        exchange = row.exchange
        if row.part is Part.REQUEST and exchange.request is not None:
            at_ms = exchange.request.at_ms
            return line(("▶ ", ACCENT), f"{point(at_ms):>8} ", request_line(exchange.request))
        if exchange.response is None:
            return Content("")
        at_ms = exchange.response.at_ms
        return line(("◀ ", ACCENT), f"{point(at_ms):>8} ", response_line(exchange.response))

    def text(self, index: int) -> str:
        return self.draw(index, _ROW_BYTES).plain

    def continues(self, before: Rows) -> bool:
        return isinstance(before, WireLines)


def _frame(frame: Frame) -> Content:
    reads = len(frame.cuts)
    cut = f"{READ_BORDER}{reads} " if reads else ""
    text = frame.raw[:_ROW_BYTES].decode("utf-8", "backslashreplace") or frame.data[:_ROW_BYTES]
    return line(
        (f"{frame.seq:>6} ", FAINT),
        f"{point(frame.at_ms):>8} ",
        (f"{size(len(frame.raw)):>7} ", FAINT),
        (f"{cut:<3}", BORDER),
        (f"{frame.kind.value.replace('_', ' '):<8}", NAME),
        safe(text, _ROW_BYTES),
    )


class WireTab(BenchTab):
    TAB_NAME = "wire"
    TITLE = "Wire"
    PURPOSE = "The bytes: what was sent, the heads both ways, each frame and its read borders."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "form('hex')", "Hex", tooltip="The bytes in hex, reads marked"),
        Binding("r", "form('raw')", "Raw", tooltip="The request's body as its text, not as JSON"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._picked_head: tuple[int, Part] | None = None
        self._moment: Moment | None = None

    def compose(self) -> ComposeResult:
        yield RowList(empty="Nothing was sent yet.", id="wire-list").add_class("first", "pane")
        yield WireDetail(classes="second pane")

    @property
    def first_focus(self) -> RowList:
        return self.query_one("#wire-list", RowList)

    def show(self, moment: Moment) -> None:
        if self._moment is not None and moment.frame != self._moment.frame:
            self._picked_head = None
        self._moment = moment
        rows = ExchangeRows(moment.session, len(moment.rows))
        selected = self._selected(rows, moment)
        self.first_focus.show(WireLines(rows), selected)
        if 0 <= selected < len(rows):
            self._show_row(rows.row(selected))

    def copied(self) -> Copied | None:
        """The head selected with its body, or the bytes of the frame."""
        rows, selected = self.first_focus.rows, self.first_focus.selected
        if not isinstance(rows, WireLines) or not 0 <= selected < len(rows):
            return None
        row = rows.rows.row(selected)
        if row.frame is not None:
            return copied_bytes(row.frame)
        if row.part is Part.REQUEST and row.exchange.request is not None:
            return copied_request(row.exchange.request)
        response = row.exchange.response
        return copied_response(response) if response is not None else None

    def point_at(self, finding: Finding) -> None:
        """A finding of a request or response leads to its head, and to the place in the body."""
        part = {Place.REQUEST: Part.REQUEST, Place.RESPONSE: Part.RESPONSE}.get(finding.place)
        if part is not None and self._moment is not None:
            self._picked_head = (finding.exchange, part)
            marks = {finding.pointer: finding.code} if part is Part.REQUEST else {}
            self.detail.mark(finding.exchange, marks)
            self.show(self._moment)

    def _selected(self, rows: ExchangeRows, moment: Moment) -> int:
        """The head a person picked, else the frame at the cursor, else the first row."""
        if self._picked_head is not None:
            index = self._picked_head[0]
            first = moment.session.exchanges[index].first_frame
            start = rows.position_of(first)
            for position in range(max(start - 2, 0), start):
                row = rows.row(position)
                if (row.index, row.part) == self._picked_head:
                    return position
        return rows.position_of(moment.frame) if moment.frame >= 0 else 0

    @property
    def detail(self) -> WireDetail:
        return self.query_one(WireDetail)

    def action_form(self, form: str) -> None:
        self.detail.toggle_form(form)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.detail.has_body if action == "form" and parameters == ("raw",) else True

    def _show_row(self, row: WireRow) -> None:
        had_body = self.detail.has_body
        self.detail.show(row)
        if had_body != self.detail.has_body:
            self.refresh_bindings()

    def on_row_list_row_moved(self, message: RowList.RowMoved) -> None:
        message.stop()
        rows = message.list.rows
        if not isinstance(rows, WireLines):
            return
        row = rows.rows.row(message.index)
        if row.frame is None:
            self._picked_head = (row.index, row.part)
            message.list.select(message.index)  # a repaint may have come before this message
            self._show_row(row)
        else:
            self._picked_head = None
            self.post_message(FramePicked(row.frame.seq))

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        message.stop()
        if message.list is self.first_focus:
            self.detail.body.focus()
