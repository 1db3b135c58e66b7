"""``wirelab diff --format json``: ``wirelab.diff/1``.

Members are never removed or renamed under this name; more may be added. ``a`` and ``b`` are the
sources in the order given, whatever they are to each other. A place that one side does not have has
no ``a``, or no ``b``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.protocol.json_difference import ABSENT
from wirelab.views.diff_rows import Change

if TYPE_CHECKING:
    from wirelab.exports.diff_report import DiffReport
    from wirelab.exports.outcome import Outcome
    from wirelab.session.stream_comparison import Pair
    from wirelab.session.stream_items import Item
    from wirelab.views.diff_rows import DiffRow
    from wirelab.views.item_details import Detail
    from wirelab.views.timing_shifts import Shift

SCHEMA = "wirelab.diff/1"


def diff_document(report: DiffReport) -> dict[str, Any]:
    """The report as a JSON object."""
    diff, rows = report.diff, report.rows
    counts = {each.word: sum(row.change is each for row in rows) for each in Change}
    late = report.late
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "same": report.same,
        "golden": report.golden,
        "ignored": list(diff.ignored),
        "a": _source(report.expected),
        "b": _source(report.actual),
        "counts": counts,
        "changes": [_row(report, row) for row in rows],
        "findings": {
            "lost": [finding.to_json() for finding in diff.lost],
            "gained": [finding.to_json() for finding in diff.gained],
        },
        "timing": [_shift(shift, shift in late) for shift in report.shifts],
    }
    if report.with_events:
        pairs = diff.comparison.pairs
        document["events"] = [_pair(report, pair) for pair in pairs if pair.differs]
    return document


def _source(outcome: Outcome) -> dict[str, Any]:
    session = outcome.session
    return {
        "source": outcome.source,
        "format": outcome.format,
        "verdict": outcome.verdict,
        "events": session.event_count if session is not None else 0,
        "runs": [run.status.value for run in session.runs] if session is not None else [],
    }


def _row(report: DiffReport, row: DiffRow) -> dict[str, Any]:
    sides = (row.item.expected, row.item.actual)
    shown: dict[str, Any] = {
        "change": row.change.word,
        "kind": "run" if row.whole_run else row.item.item.kind.value,
        "label": row.label,
        "moved": row.moved is not None,
    }
    for name, item, numbers in zip("ab", sides, report.diff.numbers, strict=True):
        shown[name] = None if item is None else _item(item, numbers)
    shown["details"] = [_detail(each) for each in row.details]
    return shown


def _item(item: Item, numbers: list[int]) -> dict[str, Any]:
    """Where an item is; runs, items and events count from 0."""
    return {
        "run": item.run,
        "name": item.name,
        "firstEvent": numbers[item.places[0]],
        "lastEvent": numbers[item.places[-1]],
    }


def _detail(detail: Detail) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "part": detail.part.value,
        "subject": detail.subject,
        "pointer": detail.pointer,
        "character": detail.at,
    }
    return shown | _sides(detail.before, detail.after)


def _shift(shift: Shift, late: bool) -> dict[str, Any]:
    return {
        "exchange": shift.exchange,
        "measure": shift.measure,
        "aMs": shift.before_ms,
        "bMs": shift.after_ms,
        "exceeds": late,
    }


def _pair(report: DiffReport, pair: Pair) -> dict[str, Any]:
    ones, others = report.diff.numbers
    return {
        "likeness": pair.likeness.value,
        "moved": pair.moved,
        "aEvent": None if pair.expected_seq is None else ones[pair.expected_seq],
        "bEvent": None if pair.actual_seq is None else others[pair.actual_seq],
        "a": pair.expected,
        "b": pair.actual,
        "differences": [
            {"pointer": each.pointer} | _sides(each.before, each.after) for each in pair.differences
        ],
    }


def _sides(before: Any, after: Any) -> dict[str, Any]:
    return {name: side for name, side in (("a", before), ("b", after)) if side is not ABSENT}
