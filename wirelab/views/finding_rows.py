"""Findings as rows: sign, word, place, message - ready to list, each leading to its event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wirelab.rules.finding import Place
from wirelab.views.durations import duration
from wirelab.views.safe_text import safe
from wirelab.views.signs import SEVERITY_ORDER, SEVERITY_SIGNS

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding, Severity

MESSAGE_LIMIT = 2000


@dataclass(slots=True, frozen=True)
class FindingRow:
    """One finding; texts are safe.

    sign, word: ``✖ error``, ``▲ warning``, ``· note``.
    place: ``event 4, frame 5, +1.20s``, ``the answer`` or ``end of stream``.
    message: one line, with "(and 24 more like it)" where faults were folded.
    event, related: numbers of the event it leads to and of the one that explains it.
    """

    severity: Severity
    sign: str
    word: str
    code: str
    slug: str
    place: str
    type: str
    message: str
    event: int | None
    frame: int | None
    related: int | None
    pointer: str
    spec: str
    fatal: bool
    opinion: bool
    more: int


def finding_row(finding: Finding) -> FindingRow:
    """The row of a finding."""
    message = safe(finding.message, MESSAGE_LIMIT)
    if finding.more:
        message += f" (and {finding.more} more like it)"
    return FindingRow(
        severity=finding.severity,
        sign=SEVERITY_SIGNS[finding.severity],
        word=finding.severity.value,
        code=finding.code,
        slug=finding.slug,
        place=place_of(finding),
        type=safe(finding.type or "", 60),
        message=message,
        event=finding.event,
        frame=finding.frame,
        related=finding.related,
        pointer=safe(finding.pointer, 120),
        spec=finding.spec,
        fatal=finding.fatal,
        opinion=finding.opinion,
        more=finding.more,
    )


_WORDS = {Place.REQUEST: "the request", Place.RESPONSE: "the answer", Place.END: "end of stream"}


def place_of(finding: Finding) -> str:
    """Where a finding stands, in words."""
    if finding.place in _WORDS:
        return _WORDS[finding.place]
    parts = [f"event {finding.event}"] if finding.event is not None else []
    parts += [f"frame {finding.frame}"] if finding.frame is not None else []
    parts += [f"+{duration(finding.at_ms)}"] if finding.at_ms is not None else []
    return ", ".join(parts)


def by_gravity(findings: list[Finding]) -> list[Finding]:
    """Errors, warnings, notes, second opinions; within each in order of discovery."""
    return sorted(findings, key=lambda each: (each.opinion, SEVERITY_ORDER.index(each.severity)))
