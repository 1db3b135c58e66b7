"""The list of findings: a line each, or several where all of them then still fit.

Messages are sentences: with few findings they are read side by side, without opening each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.rules.finding import Place
from wirelab.tui.paint import FAINT, SEVERITY_STYLES, line, severity_sign
from wirelab.tui.widgets.row_list import RowList, Rows
from wirelab.tui.wrapping import wrap_lines
from wirelab.views.finding_rows import finding_row

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding

_MOST_LINES = 4
_MOST_IN_LINES = 50
_INDENT = Content(" " * 10)
_PLACES = {Place.REQUEST: "sent", Place.RESPONSE: "answer", Place.END: "end"}
"""Where a finding stands that is about no frame, in the width of an event's number."""


class FindingRows:
    """Findings one a row; those ``behind`` event ``event``, the cursor's, say so.

    turns: name the exchange of each, for sessions of several.
    """

    def __init__(self, findings: list[Finding], event: int, *, turns: bool) -> None:
        self.findings = findings
        self._event = event
        self._turns = turns

    def __len__(self) -> int:
        return len(self.findings)

    def draw(self, index: int, width: int) -> Content:
        """The whole row; how much of it is seen is up to the list."""
        finding = self.findings[index]
        row = finding_row(finding)
        style = SEVERITY_STYLES[row.severity]
        place = _PLACES.get(finding.place) or str(row.event if row.event is not None else "—")
        later = row.event is not None and row.event > self._event
        return line(
            severity_sign(row.severity),
            (f" {row.code:<7}", style),
            (f"{place:>6} ", FAINT),
            (f"turn {finding.exchange + 1} · " if self._turns else "", FAINT),
            ("later · " if later else "", FAINT),
            row.message,
        )


class FindingList(RowList):
    """A list of ``FindingRows``; every row has as many lines as the longest needs, if all fit."""

    _kept: tuple[tuple[object, int, int], int] | None = None

    @property
    def lines_a_row(self) -> int:
        """Counted once for what is shown and the size it is shown in."""
        subject = (self.rows, self.line_width, self.page_height)
        if self._kept is None or self._kept[0] != subject:
            self._kept = (subject, self._count_lines())
        return self._kept[1]

    def _count_lines(self) -> int:
        count = len(self.rows) if self.rows is not None else 0
        if self.rows is None or not 0 < count <= _MOST_IN_LINES:
            return 1
        room = min(self.page_height // count, _MOST_LINES)
        if room < 2:
            return 1
        rows, width = self.rows, self.line_width
        return min(max(len(_wrapped(rows, row, width)) for row in range(count)), room)

    def draw_part(self, rows: Rows, row: int, part: int, width: int) -> Content:
        most = self.lines_a_row
        if most == 1:
            return rows.draw(row, width)
        lines = _wrapped(rows, row, width)
        if part >= len(lines):
            return Content("")
        cut = part == most - 1 and len(lines) > most
        return lines[part].truncate(width - 1) + "…" if cut else lines[part]

    def resized(self) -> None:
        super().resized()
        self.select(self.selected)


def _wrapped(rows: Rows, row: int, width: int) -> list[Content]:
    whole, at = rows.draw(row, width), _INDENT.cell_length
    return wrap_lines([whole[at:]], width, first=whole[:at], rest=_INDENT)
