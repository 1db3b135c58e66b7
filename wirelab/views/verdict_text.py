"""The verdict on one source as text, readable in 80 columns; lines come with a tone.

A tone (error, warning, note, good, faint, strong or "") is a hint for colour; the words say it all.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from wirelab.projections.runs import RunStatus
from wirelab.rules.finding import Severity
from wirelab.views.finding_rows import by_gravity, finding_row
from wirelab.views.safe_text import safe
from wirelab.views.signs import STATUS_SIGNS, counted, status_word
from wirelab.views.status_line import verdict_words

if TYPE_CHECKING:
    from wirelab.projections.runs import Run
    from wirelab.rules.finding import Finding
    from wirelab.session.session import Session

ToneLine: TypeAlias = tuple[str, str]

WIDTH = 80


def verdict_lines(
    session: Session, name: str | None = None, most: int | None = None
) -> Iterator[ToneLine]:
    """Verdict, runs, findings by gravity (at most so many, the rest counted), counts."""
    nothing = f"{STATUS_SIGNS[RunStatus.NEVER_STARTED]} NEVER STARTED: no run came"
    judged = session.runs or not session.clean
    words = verdict_words(session) if judged else nothing
    yield (f"{safe(name, 200)}: " if name else "") + words, _verdict_tone(session)
    for run in session.runs:
        yield from _wrapped(run_line(run), "  ", "    ", "")
    if judged and not session.runs:
        yield f"  {nothing}", ""
    findings = by_gravity(session.findings)
    for finding in findings[:most]:
        yield from finding_lines(finding)
    if most is not None and len(findings) > most:
        yield f"  and {counted(len(findings) - most, 'more finding')}", "strong"
    yield f"  {counts_line(session)}", "faint"


def run_line(run: Run) -> str:
    """``✔ SUCCESS: run r-1 on t-1``; a failed run says its message."""
    who = f"run {safe(str(run.run_id or '—'), 60)} on {safe(str(run.thread_id or '—'), 60)}"
    said = f"{STATUS_SIGNS[run.status]} {status_word(run.status)}: {who}"
    if run.status is RunStatus.REJECTED and run.ending is not RunStatus.REJECTED:
        said += f" (by its own events: {run.ending.value})"
    if run.error is not None:
        said += f" · {safe(str(run.error), 300)}"
    return said


def finding_lines(finding: Finding) -> Iterator[ToneLine]:
    """A heading with code and place, the message, and where to read on."""
    row = finding_row(finding)
    fatal = ", fatal" if row.fatal else ", second opinion" if row.opinion else ""
    kind = f" · {row.type}" if row.type else ""
    yield f"  {row.sign} {row.word}{fatal} {row.code} {row.slug} · {row.place}{kind}", row.word
    yield from _wrapped(row.message, "      ", "      ", "")
    more = [f"see event {row.related}"] if row.related is not None else []
    more += [f"at {row.pointer}"] if row.pointer else []
    if more:
        yield "      " + " · ".join(more), "faint"


def counts_line(session: Session) -> str:
    """``23 events in 24 frames · 1 error · 0 warnings · 2 notes · 1 second opinion``."""
    counts = session.ledger.counts
    counted_findings = [counted(counts[severity], severity.value) for severity in Severity]
    if session.ledger.opinions:
        counted_findings.append(counted(session.ledger.opinions, "second opinion"))
    arrived = f"{counted(session.event_count, 'event')} in {counted(session.frame_count, 'frame')}"
    return " · ".join((arrived, *counted_findings))


def totals_line(verdicts: list[str]) -> str:
    """For several sources: ``12 sources · 10 accepted · 1 rejected · 1 unread``."""
    words = [f"{verdicts.count(word)} {word}" for word in dict.fromkeys(sorted(verdicts))]
    return " · ".join((counted(len(verdicts), "source"), *words))


def _verdict_tone(session: Session) -> str:
    if session.verdict == "rejected":
        return "error"
    return "good" if session.clean else "warning"


def _wrapped(text: str, first: str, rest: str, tone: str) -> Iterator[ToneLine]:
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    )
    yield from ((line, tone) for line in lines or [first])
