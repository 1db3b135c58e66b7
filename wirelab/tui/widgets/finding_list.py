"""The list of findings: a line each, or as many as each needs where all of them then still fit.

Messages are sentences: with few findings they are read side by side, without opening each.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.rules.finding import Place
from wirelab.tui.paint import FAINT, SEVERITY_STYLES, STRONG, line, severity_sign
from wirelab.tui.widgets.row_list import RowList, Rows
from wirelab.tui.wrapping import wrap_lines
from wirelab.views.finding_order import FindingOrder, Group
from wirelab.views.finding_rows import finding_row

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding
    from wirelab.tui.cursor import Moment

_MOST_LINES = 4
_MOST_IN_LINES = 50
_INDENT = Content(" " * 10)
_PLACES = {Place.REQUEST: "sent", Place.RESPONSE: "answer", Place.END: "end"}
"""Where a finding stands that is about no frame, in the width of an event's number."""


class FindingRows:
    """Findings one a row, in an order with its headings; those behind the cursor say so."""

    def __init__(self, order: FindingOrder, moment: Moment) -> None:
        self.order = order
        self._moment = moment
        self._turns = len(moment.session.exchanges) > 1

    def __len__(self) -> int:
        return len(self.order)

    def draw(self, index: int, width: int) -> Content:
        """The whole row; how much of it is seen is up to the list."""
        row = self.order.row(index)
        return _heading(row) if isinstance(row, Group) else self._finding(row)

    def _finding(self, finding: Finding) -> Content:
        row = finding_row(finding)
        place = _PLACES.get(finding.place) or str(row.event if row.event is not None else "—")
        return line(
            severity_sign(row.severity),
            (f" {row.code:<7}", SEVERITY_STYLES[row.severity]),
            (f"{place:>6} ", FAINT),
            (f"turn {finding.exchange + 1} · " if self._turns else "", FAINT),
            ("later · " if is_later(finding, self._moment) else "", FAINT),
            row.message,
        )


def is_later(finding: Finding, moment: Moment) -> bool:
    """Whether a finding lies behind the cursor."""
    if finding.event is not None:
        return finding.event > moment.event
    if finding.frame is not None:
        return finding.frame > moment.frame
    exchanges = moment.session.exchanges
    if finding.place is not Place.END:
        return exchanges[finding.exchange].first_frame > max(moment.frame, 0)
    behind = exchanges[finding.exchange + 1 :][:1]
    return moment.frame < (behind[0].first_frame if behind else len(moment.rows)) - 1


def _heading(group: Group) -> Content:
    sign = "▾ " if group.is_open else "▸ "
    style = FAINT if group.opinion else SEVERITY_STYLES[group.severity]
    return line(
        (sign, FAINT), severity_sign(group.severity), " ", (group.words, f"{style} {STRONG}")
    )


class FindingList(RowList):
    """A list of ``FindingRows``; rows have the lines they need where all of those fit."""

    _kept: tuple[tuple[object, int, int], list[int]] | None = None

    def first_line(self, row: int) -> int:
        starts = self._starts()
        return starts[min(row, len(starts) - 1)] if starts else row

    def row_at(self, line: int) -> tuple[int, int]:
        starts = self._starts()
        row = bisect_right(starts, line) - 1 if starts else line
        return row, line - starts[row] if starts else 0

    def _starts(self) -> list[int]:
        """The first line of each row and of the end; none where every row is one line.

        Counted once for what is shown and the size it is shown in.
        """
        subject = (self.rows, self.line_width, self.page_height)
        if self._kept is None or self._kept[0] != subject:
            self._kept = (subject, self._count_lines())
        return self._kept[1]

    def _count_lines(self) -> list[int]:
        count = len(self.rows) if self.rows is not None else 0
        if self.rows is None or not 0 < count <= _MOST_IN_LINES:
            return []
        rows, width = self.rows, self.line_width
        heights = [min(len(_wrapped(rows, row, width)), _MOST_LINES) for row in range(count)]
        fit = sum(heights) <= self.page_height
        return list(accumulate(heights, initial=0)) if fit else []

    def draw_part(self, rows: Rows, row: int, part: int, width: int) -> Content:
        if not self._starts():
            return rows.draw(row, width)
        lines = _wrapped(rows, row, width)
        cut = part == _MOST_LINES - 1 and len(lines) > _MOST_LINES
        return lines[part].truncate(width - 1) + "…" if cut else lines[part]

    def resized(self) -> None:
        super().resized()
        self.select(self.selected)


def _wrapped(rows: Rows, row: int, width: int) -> list[Content]:
    whole, at = rows.draw(row, width), _INDENT.cell_length
    return wrap_lines([whole[at:]], width, first=whole[:at], rest=_INDENT)
