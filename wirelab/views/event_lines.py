"""The plain view: one line a row, findings under the event they concern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.views.durations import gap, moment
from wirelab.views.signs import SEVERITY_SIGNS

if TYPE_CHECKING:
    from wirelab.views.event_rows import EventRow
    from wirelab.views.finding_rows import FindingRow

HEADING = f"  {'#':>5} {'t':>8} {'Δ':>8}  {'type':<26} what"


def row_line(row: EventRow) -> str:
    """``✖     6    1.204    +13ms  TEXT_MESSAGE_CONTENT       m-1 "hello"``."""
    sign = SEVERITY_SIGNS[row.mark] if row.mark is not None else " "
    number = "" if row.seq is None else str(row.seq)
    what = " ".join(part for part in (row.item_id, _owner(row), row.summary) if part)
    times = f"{moment(row.at_ms):>8} {gap(row.delta_ms):>8}"
    return f"{sign} {number:>5} {times}  {row.type:<26} {what}".rstrip()


def finding_line(row: FindingRow) -> str:
    """``      ✖ error MSG002: … · see event 3``."""
    related = f" · see event {row.related}" if row.related is not None else ""
    return f"        {row.sign} {row.word} {row.code}: {row.message}{related}"


def _owner(row: EventRow) -> str:
    return f"[{row.owner}]" if row.owner else ""
