"""``validate --format markdown``: for the summary of a CI job, a comment or an issue.

A table of verdicts, then the findings of each source, folded away. Text from the wire stands in
code spans only (see ``markdown_text``); everything else is our own words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.exports.markdown_text import cell, code, html_code
from wirelab.exports.unread_lines import unread_lines
from wirelab.rules.finding import Severity
from wirelab.views.finding_rows import finding_row
from wirelab.views.signs import CLEAN_SIGN, SEVERITY_SIGNS, counted
from wirelab.views.verdict_text import counts_line, run_line, totals_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from wirelab.exports.outcome import Outcome
    from wirelab.rules.finding import Finding
    from wirelab.session.session import Session

_FAILED = f"{SEVERITY_SIGNS[Severity.ERROR]} failed"
_SHOWN_RUNS = 5


def write(
    outcomes: Iterable[Outcome], several: bool, include: Collection[str]
) -> Iterator[tuple[str, str]]:
    """The whole text, once the last outcome is there: the table comes first."""
    rows, details, verdicts = [], [], []
    for outcome in outcomes:
        rows.append(_row(outcome))
        details.append("".join(_details(outcome)))
        verdicts.append(outcome.verdict)
    yield "### AG-UI streams\n\n", ""
    yield "| source | verdict | runs | errors | warnings | notes |\n", ""
    yield "| --- | --- | --- | --: | --: | --: |\n", ""
    yield "".join(rows), ""
    yield f"\n{totals_line(verdicts)}\n" if several else "", ""
    yield "".join(details), ""


def _row(outcome: Outcome) -> str:
    session = outcome.session
    name = cell(outcome.name, 200)
    if session is None:
        return f"| {name} | {_FAILED} | | | | |\n"
    counts = session.ledger.counts
    numbers = " | ".join(str(counts[severity]) for severity in Severity)
    word = _FAILED if outcome.error is not None else _verdict(session)
    return f"| {name} | {word} | {_runs(session)} | {numbers} |\n"


def _verdict(session: Session) -> str:
    if session.verdict == "rejected":
        return f"{SEVERITY_SIGNS[Severity.ERROR]} rejected"
    return f"{CLEAN_SIGN} {'clean' if session.clean else 'accepted'}"


def _runs(session: Session) -> str:
    """``success``, ``2 success, 1 failed``, or that there was none."""
    statuses = [run.status.value for run in session.runs]
    if len(statuses) == 1:
        return statuses[0]
    said = [f"{statuses.count(status)} {status}" for status in dict.fromkeys(statuses)]
    return ", ".join(said) or "none"


def _details(outcome: Outcome) -> Iterator[str]:
    if outcome.failure is not None:
        yield f"\n**Failed:** {code(outcome.failure, 1000)}\n"
    session = outcome.session
    if session is None or not (session.findings or outcome.bad_line_count):
        return
    yield f"\n<details{' open' if outcome.failing_count else ''}><summary>"
    yield f"{html_code(outcome.name, 200)}: {counts_line(session)}</summary>\n\n"
    runs = [code(run_line(run)) for run in session.runs[:_SHOWN_RUNS]]
    if len(session.runs) > _SHOWN_RUNS:
        runs.append(f"and {counted(len(session.runs) - _SHOWN_RUNS, 'more run')}")
    yield "<br>\n".join(runs) + "\n\n"
    for finding in outcome.listed:
        yield from _finding(outcome, finding)
    if outcome.omitted:
        yield f"- and {counted(outcome.omitted, 'more finding')}\n"
    for _, text in unread_lines(outcome):
        yield f"- {SEVERITY_SIGNS[Severity.WARNING]} {code(text)}\n"
    yield "\n</details>\n"


def _finding(outcome: Outcome, finding: Finding) -> Iterator[str]:
    row = finding_row(finding)
    fatal = ", fatal" if row.fatal else ""
    line = outcome.line_of(finding)
    place = [row.place, *([f"line {line}"] if line is not None else [])]
    place += [code(row.type)] if row.type else []
    place += [f"at {code(row.pointer)}"] if row.pointer else []
    place += [f"see event {row.related}"] if row.related is not None else []
    yield f"- {row.sign} **{row.word}{fatal}** [{row.code} {row.slug}]({row.spec}) · "
    yield f"{' · '.join(place)}<br>\n  {code(row.message)}\n"
