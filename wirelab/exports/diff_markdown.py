"""``wirelab diff --format markdown``: for a comment, an issue or the summary of a CI job.

Text from the wire stands in code spans only (see ``markdown_text``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wirelab.exports.diff_text import finding_words, headline, shift_words
from wirelab.exports.markdown_text import cell, code
from wirelab.views.comparison_text import comparison_lines
from wirelab.views.diff_rows import row_lines, stream_size
from wirelab.views.signs import counted
from wirelab.views.timing_shifts import shown_shifts

if TYPE_CHECKING:
    from wirelab.exports.diff_report import DiffReport

_MOST_ROWS, _MOST_DETAILS, _MOST_OTHERS = 100, 8, 20


def diff_markdown(report: DiffReport) -> Iterator[str]:
    """Pieces of the text."""
    yield f"### AG-UI streams: {headline(report)}\n\n"
    yield "| | source | verdict | size |\n| --- | --- | --- | --- |\n"
    for side, (name, outcome) in enumerate(
        zip(report.wording.names, (report.expected, report.actual), strict=True)
    ):
        size = stream_size(report.diff, side)
        yield f"| {name} | {cell(outcome.name, 200)} | {outcome.verdict} | {size} |\n"
    yield from _section("What differs", list(_rows(report)), _MOST_ROWS, "item")
    diff = report.diff
    found = [
        f"- {sign} {code(finding_words(each))}\n"
        for sign, some in (("lost", diff.lost), ("gained", diff.gained))
        for each in some
    ]
    title = "Findings, not compared" if report.golden else "Findings"
    yield from _section(title, found, _MOST_OTHERS, "finding")
    shifts = [f"- {shift_words(report, each)}\n" for each in shown_shifts(report.shifts)]
    title = "Times" if report.tolerance is not None else "Times, not compared"
    yield from _section(title, shifts, _MOST_OTHERS, "time")
    if report.with_events and not diff.same_meaning:
        yield "\n**Events**\n\n"
        yield from (f"- {code(line)}\n" for line in comparison_lines(diff.comparison.pairs))


def _section(title: str, lines: list[str], most: int, noun: str) -> Iterator[str]:
    if lines:
        yield f"\n**{title}**\n\n"
        yield from lines[:most]
    if len(lines) > most:
        yield f"- and {counted(len(lines) - most, f'more {noun}')}\n"


def _rows(report: DiffReport) -> Iterator[str]:
    several = len(report.diff.comparison.runs) > 1
    for row in report.rows:
        said = row_lines(row, report.wording)
        shown = [code(line) for line in said[:_MOST_DETAILS]]
        if len(said) > _MOST_DETAILS:
            shown.append(f"and {counted(len(said) - _MOST_DETAILS, 'more place')}")
        where = f"run {row.run + 1} · " if several and not row.whole_run else ""
        yield f"- {where}**{row.change.word}** {code(row.label)}: " + "<br>\n  ".join(shown) + "\n"
