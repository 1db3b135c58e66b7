"""``validate --format text``: the verdict of each source for people, totals last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.views.safe_text import safe
from wirelab.views.signs import SEVERITY_SIGNS, counted
from wirelab.views.verdict_text import totals_line, verdict_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from wirelab.exports.outcome import Outcome

_SHOWN_BAD_LINES = 10
_FAILED = "✖ failed:"


def write(
    outcomes: Iterable[Outcome], several: bool, include: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Lines with their tones; what is included comes as JSON below the verdict.

    Why a source failed is a line among several; for one alone the command line says it.
    """
    verdicts: list[str] = []
    for outcome in outcomes:
        if outcome.error is not None and several:
            yield f"{_FAILED} {safe(outcome.error, 1000)}\n", "error"
        for text, tone in outcome_lines(outcome, include):
            yield text + "\n", tone
        session = outcome.session if outcome.error is None else None
        verdicts.append("failed" if session is None else session.verdict)
    if several:
        yield totals_line(verdicts) + "\n", "strong"


def outcome_lines(outcome: Outcome, include: Collection[str]) -> Iterator[tuple[str, str]]:
    """The lines of one outcome; none where the source could not be read."""
    if outcome.session is None:
        return
    yield from verdict_lines(outcome.session, outcome.source, outcome.times)
    yield from _bad_lines(outcome)
    if include:
        from wirelab.exports.json_report import document, json_text

        report = document(outcome, include)
        for name in include:
            yield f"  {name}:", "strong"
            for line in json_text(report[name]).splitlines():
                yield f"    {line}", ""


def _bad_lines(outcome: Outcome) -> Iterator[tuple[str, str]]:
    from wirelab.rules.finding import Severity

    sign = SEVERITY_SIGNS[Severity.WARNING]
    for line in outcome.bad_lines[:_SHOWN_BAD_LINES]:
        where = f"line {line.line}: " if line.line else ""
        yield f"  {sign} not read: {where}{safe(line.reason, 300)}", "warning"
    more = outcome.bad_line_count - _SHOWN_BAD_LINES
    if more > 0:
        yield f"  {sign} not read: {counted(more, 'further line')}", "warning"
