"""The heads of an exchange as lines: request and response line, headers, secrets redacted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.tui.exchange_rows import Part
from wirelab.tui.paint import NAME, STRONG, line
from wirelab.tui.wrapping import wrap_lines
from wirelab.views.exchange_text import ending_line, header_lines, request_line, response_line
from wirelab.views.safe_text import size
from wirelab.views.signs import counted
from wirelab.wire.frame import FrameKind

if TYPE_CHECKING:
    from wirelab.tui.exchange_rows import WireRow


def head_lines(row: WireRow, width: int) -> list[Content]:
    """The head that a row stands for."""
    exchange = row.exchange
    if row.part is Part.REQUEST and exchange.request is not None:
        first, headers = request_line(exchange.request), exchange.request.headers
    elif exchange.response is not None:
        first, headers = response_line(exchange.response), exchange.response.headers
    else:
        return []
    pairs = (each.partition(":") for each in header_lines(headers, everything=True))
    lines = [line((name, NAME), f":{value}") for name, _, value in pairs]
    return wrap_lines([line((first, STRONG)), *lines], width, rest=Content("  "))


def row_title(row: WireRow, form: str) -> str:
    """What is shown of a row, for a border title; without brackets, which are markup there."""
    mode = f"{form} · " if form else ""
    if row.frame is None:
        return f"{mode}{row.part.value} {row.index + 1}"
    if row.frame.kind is FrameKind.CLOSED:
        return f"frame {row.frame.seq} · {ending_line(row.exchange)}"
    known = row.frame.at_ms is not None
    reads = f"{counted(len(row.frame.cuts), 'read')} begun in it" if known else "reads unknown"
    return f"{mode}frame {row.frame.seq} · {size(len(row.frame.raw))} · {reads}"
