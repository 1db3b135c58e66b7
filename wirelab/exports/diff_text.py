"""``wirelab diff --format text``: for people, readable in 80 columns; lines come with a tone."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wirelab.exports.unread_lines import unread_lines
from wirelab.views.comparison_text import comparison_lines
from wirelab.views.diff_rows import Change, change_counts, row_lines, stream_size
from wirelab.views.durations import duration
from wirelab.views.finding_rows import finding_row
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted
from wirelab.views.timing_shifts import shown_shifts

if TYPE_CHECKING:
    from wirelab.exports.diff_report import DiffReport
    from wirelab.rules.finding import Finding
    from wirelab.views.diff_rows import DiffRow
    from wirelab.views.timing_shifts import Shift

_WIDTH = 80
_MOST_ROWS, _MOST_DETAILS, _MOST_FINDINGS, _MOST_SHIFTS = 200, 8, 20, 20
_TONES = {Change.CHANGED: "warning", Change.REMOVED: "error", Change.ADDED: "good"}

ToneLine = tuple[str, str]


def diff_text(report: DiffReport) -> Iterator[ToneLine]:
    """The sources, what differs of the runs, the findings and the times."""
    wording = report.wording
    for side, (name, outcome) in enumerate(
        zip(wording.names, (report.expected, report.actual), strict=True)
    ):
        size = stream_size(report.diff, side)
        yield f"{name:<9}{safe(outcome.source, 200)} · {outcome.verdict} · {size}", ""
        yield from ((f"         {text}", "warning") for _, text in unread_lines(outcome))
    yield from _wrapped(headline(report), "good" if report.same else "strong")
    yield from _rows(report)
    if report.with_events and not report.diff.same_meaning:
        yield "events", "strong"
        yield from ((line, "") for line in comparison_lines(report.diff.comparison.pairs))
    yield from _findings(report)
    yield from _times(report)


def headline(report: DiffReport) -> str:
    """``different: 2 changed, 1 added · ids, timestamps not compared``."""
    said = change_counts(report.rows)
    if not report.golden and not report.diff.same_verdict:
        said = f"{said}, other findings" if said else "other findings"
    if report.late:
        said = f"{said}, other times" if said else "other times"
    words = [f"different: {said}" if not report.same else "no difference", report.not_compared]
    return " · ".join(word for word in words if word)


def _rows(report: DiffReport) -> Iterator[ToneLine]:
    several = len(report.diff.comparison.runs) > 1
    run = None
    for row in report.rows[:_MOST_ROWS]:
        if several and not row.whole_run and row.run != run:
            run = row.run
            yield f"run {run + 1}", "strong"
        yield from _row(report, row)
    if len(report.rows) > _MOST_ROWS:
        yield f"  and {counted(len(report.rows) - _MOST_ROWS, 'more item')}", "strong"


def _row(report: DiffReport, row: DiffRow) -> Iterator[ToneLine]:
    said = row_lines(row, report.wording)
    tone = _TONES.get(row.change, "")
    if len(said) == 1:
        yield from _wrapped(f"  {row.change.value} {row.label}: {said[0]}", tone)
        return
    yield f"  {row.change.value} {row.label}", tone
    for line in said[:_MOST_DETAILS]:
        yield from _wrapped(f"      {line}", "")
    if len(said) > _MOST_DETAILS:
        yield f"      and {counted(len(said) - _MOST_DETAILS, 'more place')}", ""


def _findings(report: DiffReport) -> Iterator[ToneLine]:
    diff = report.diff
    if diff.lost or diff.gained:
        yield "findings, not compared" if report.golden else "findings", "strong"
    for sign, found in (("-", diff.lost), ("+", diff.gained)):
        for each in found[:_MOST_FINDINGS]:
            yield from _wrapped(f"  {sign} {finding_words(each)}", each.severity.value)
        if len(found) > _MOST_FINDINGS:
            yield f"  {sign} {counted(len(found) - _MOST_FINDINGS, 'more finding')}", ""


def finding_words(finding: Finding) -> str:
    """``✖ error MSG002 message-not-open (event 4, frame 5): …``."""
    row = finding_row(finding)
    kind = " (second opinion)" if row.opinion else ""
    return f"{row.sign} {row.word}{kind} {row.code} {row.slug} ({row.place}): {row.message}"


def _times(report: DiffReport) -> Iterator[ToneLine]:
    shifts = shown_shifts(report.shifts)
    if not shifts:
        return
    yield "times" if report.tolerance is not None else "times, not compared", "strong"
    late = report.late
    for each in shifts[:_MOST_SHIFTS]:
        yield f"  {shift_words(report, each)}", "warning" if each in late else ""
    if len(shifts) > _MOST_SHIFTS:
        yield f"  and {counted(len(shifts) - _MOST_SHIFTS, 'more time')}", ""


def shift_words(report: DiffReport, shift: Shift) -> str:
    """``first text 120ms → 480ms``, with the request where there are several."""
    several = max(each.exchange for each in report.shifts) > 0
    where = f"request {shift.exchange + 1}: " if several else ""
    values = report.wording.shift(duration(shift.before_ms), duration(shift.after_ms))
    far = ", too far apart" if shift in report.late else ""
    return f"{where}{shift.measure} {values}{far}"


def _wrapped(text: str, tone: str) -> Iterator[ToneLine]:
    begin = len(text) - len(text.lstrip())
    lines = textwrap.wrap(text, _WIDTH, subsequent_indent=" " * (begin + 4), break_on_hyphens=False)
    yield from ((line, tone) for line in lines)
