"""The wire: requests sent, response heads, and every frame's bytes with times and read borders.

Headers and URLs are redacted as recordings redact them; control characters are visible signs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.protocol.json_text import NotJson, TooDeep, parse
from wirelab.rules.finding import Place
from wirelab.tui.exchange_rows import ExchangeRows, Part, WireRow
from wirelab.tui.messages import FramePicked
from wirelab.tui.pages.frame_text import READ_BORDER, frame_lines
from wirelab.tui.paint import ACCENT, BORDER, FAINT, NAME, STRONG, line
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.widgets.json_tree import json_lines
from wirelab.tui.widgets.row_list import RowList
from wirelab.tui.widgets.text_pane import Block, TextPane
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.durations import moment as point
from wirelab.views.exchange_text import ending_line, header_lines, request_line, response_line
from wirelab.views.safe_text import safe, size
from wirelab.views.signs import counted
from wirelab.wire.frame import Frame, FrameKind

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from wirelab.rules.finding import Finding
    from wirelab.tui.cursor import Moment
    from wirelab.wire.traffic import Request, Response

_MOST_BODY_LINES = 2000
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

    def __init__(self) -> None:
        super().__init__()
        self._picked_head: tuple[int, Part] | None = None
        self._moment: Moment | None = None
        self._shown: object = None

    def compose(self) -> ComposeResult:
        yield RowList(empty="Nothing was sent yet.", id="wire-list").add_class("first", "pane")
        text = TextPane(id="wire-text")
        text.add_class("second", "pane")
        yield text

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
            self._show_text(rows.row(selected))

    def point_at(self, finding: Finding) -> None:
        """A finding of a request or response head leads to that head."""
        part = {Place.REQUEST: Part.REQUEST, Place.RESPONSE: Part.RESPONSE}.get(finding.place)
        if part is not None and self._moment is not None:
            self._picked_head = (finding.exchange, part)
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

    def _show_text(self, row: WireRow) -> None:
        pane = self.query_one("#wire-text", TextPane)
        subject = (row.part, row.index, row.frame.seq if row.frame is not None else None)
        anew, self._shown = subject != self._shown, subject
        pane.border_title = Content(_title(row))
        pane.show([Block(subject, None, lambda width: _lines(row, width))], top=anew)

    def on_row_list_row_moved(self, message: RowList.RowMoved) -> None:
        message.stop()
        rows = message.list.rows
        assert isinstance(rows, WireLines)
        assert self._moment is not None
        row = rows.rows.row(message.index)
        if row.frame is None:
            self._picked_head = (row.index, row.part)
            message.list.select(message.index)  # a repaint may have come before this message
            self._show_text(row)
        else:
            self._picked_head = None
            self.post_message(FramePicked(row.frame.seq))

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        message.stop()
        self.query_one("#wire-text", TextPane).focus()


def _title(row: WireRow) -> str:
    if row.frame is None:
        return f"{row.part.value} {row.index + 1}"
    if row.frame.kind is FrameKind.CLOSED:
        return f"frame {row.frame.seq} · {ending_line(row.exchange)}"
    known = row.frame.at_ms is not None
    reads = f"{counted(len(row.frame.cuts), 'read')} begun in it" if known else "reads unknown"
    return f"frame {row.frame.seq} · {size(len(row.frame.raw))} · {reads}"


def _lines(row: WireRow, width: int) -> list[Content]:
    if row.frame is not None:
        return frame_lines(row.frame, width)
    exchange = row.exchange
    if row.part is Part.REQUEST and exchange.request is not None:
        return _request(exchange.request, width)
    return _response(exchange.response, width) if exchange.response is not None else []


def _request(request: Request, width: int) -> list[Content]:
    lines = [
        line((request_line(request), STRONG)),
        *_headers(header_lines(request.headers, everything=True)),
    ]
    return [*wrap_lines(lines, width, rest=Content("  ")), Content(""), *_body(request.body, width)]


def _response(response: Response, width: int) -> list[Content]:
    heads = header_lines(response.headers, everything=True)
    lines = [line((response_line(response), STRONG)), *_headers(heads)]
    return wrap_lines(lines, width, rest=Content("  "))


def _headers(lines: list[str]) -> list[Content]:
    return [
        line((name, NAME), f":{value}")
        for name, _, value in (each.partition(":") for each in lines)
    ]


def _body(body: bytes, width: int) -> list[Content]:
    """A body as JSON where it is, else as its text."""
    try:
        value = parse(body).value
    except (NotJson, TooDeep):
        text = body.decode("utf-8", "backslashreplace")
        return wrap_text(text or "no body", width)
    return json_lines(value, width, _MOST_BODY_LINES)
