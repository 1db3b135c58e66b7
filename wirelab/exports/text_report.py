"""``validate --format text``: the verdict of each source for people, totals last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.exports.unread_lines import unread_lines
from wirelab.views.safe_text import safe
from wirelab.views.signs import SEVERITY_SIGNS, counted
from wirelab.views.verdict_text import totals_line, verdict_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from wirelab.exports.outcome import Outcome

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
        verdicts.append(outcome.verdict)
    if several:
        yield totals_line(verdicts) + "\n", "strong"


def outcome_lines(outcome: Outcome, include: Collection[str]) -> Iterator[tuple[str, str]]:
    """The lines of one outcome; none where the source could not be read."""
    if outcome.session is None:
        return
    yield from verdict_lines(outcome.session, outcome.source, outcome.most)
    yield from _bad_lines(outcome)
    yield from _skipped(outcome)
    if include:
        from wirelab.exports.json_report import document, json_text

        report = document(outcome, include)
        for name in include:
            yield f"  {name}:", "strong"
            for line in json_text(report[name]).splitlines():
                yield f"    {line}", ""


def _bad_lines(outcome: Outcome) -> Iterator[tuple[str, str]]:
    from wirelab.rules.finding import Severity

    for _, text in unread_lines(outcome):
        yield f"  {SEVERITY_SIGNS[Severity.WARNING]} {text}", "warning"


def _skipped(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Silence that says nothing: of rules that look at what the source did not keep."""
    if outcome.skipped:
        count = sum(map(len, outcome.skipped.values()))
        parts = ", ".join(outcome.skipped)
        yield f"  {counted(count, 'rule')} not asked: the source has no {parts}", ""
