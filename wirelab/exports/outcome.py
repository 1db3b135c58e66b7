"""What became of one source: a session, or the reason why there is none; and how to report it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from wirelab.rules.finding import Place, Severity
from wirelab.steps.redaction import redact_urls

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding
    from wirelab.session.session import Session
    from wirelab.session.skipped_rules import Skipped
    from wirelab.steps.step import BadLine

Spot: TypeAlias = tuple[str, int]
"""A frame or an event by its number, or the request, answer or end of an exchange by its; the word
is a ``Place``."""
Locate: TypeAlias = Callable[[Collection[Spot]], Mapping[Spot, int]]
"""The lines of the source's file at which some spots are, counted from 1, as far as known."""

_GRAVITY = list(Severity)


@dataclass(slots=True)
class Outcome:
    """One source.

    source, format: its name as given, and what it turned out to be.
    session: None where the source could not be read, ``error`` then says why.
    error: a sentence that names the source; also set where a session is there and yet the
        operation failed: no run could be started, or the source broke off.
    skipped: what the source did not keep, and the rules that could not be asked without it.
    bad_lines, bad_line_count: lines of the file that were passed over, and how many in all.
    file: its path as reports name it, "/" between folders; None where it is no file.
    locate: how to find lines in that file; asked once, and only by formats that show lines.
    fail_on: findings as grave as this fail the source; None: none does.
    most: how many findings a report lists, the gravest first; None: all.
    """

    source: str
    format: str | None = None
    session: Session | None = None
    error: str | None = None
    skipped: Skipped = field(default_factory=dict)
    bad_lines: list[BadLine] = field(default_factory=list)
    bad_line_count: int = 0
    file: str | None = None
    locate: Locate | None = None
    fail_on: Severity | None = Severity.ERROR
    most: int | None = None
    _lines: Mapping[Spot, int] | None = None

    @property
    def name(self) -> str:
        """What reports that are passed on call it: its name without credentials."""
        return redact_urls(self.source)

    @property
    def failure(self) -> str | None:
        """Why the operation failed, as reports that are passed on say it."""
        return None if self.error is None else redact_urls(self.error)

    @property
    def verdict(self) -> str:
        """``accepted``, ``rejected``, or ``failed`` where the operation did."""
        if self.session is None or self.error is not None:
            return "failed"
        return self.session.verdict

    @property
    def damaged(self) -> bool:
        """Lines were lost that were not merely cut off by a writer that stopped."""
        return self.bad_line_count > len(self.bad_lines) or any(
            not line.cut_off for line in self.bad_lines
        )

    @property
    def listed(self) -> list[Finding]:
        """The findings a report lists: the gravest first, else in order of discovery; second
        opinions last."""
        found = self.session.findings if self.session is not None else []
        order = sorted(found, key=lambda each: (each.opinion, _GRAVITY.index(each.severity)))
        return order[: self.most]

    @property
    def omitted(self) -> int:
        """How many findings there are beyond the listed ones."""
        found = len(self.session.findings) if self.session is not None else 0
        return 0 if self.most is None else max(found - self.most, 0)

    def fails(self, finding: Finding) -> bool:
        """Whether a finding fails the source; a second opinion never does."""
        return not finding.opinion and finding.severity in self._failing

    @property
    def failing_count(self) -> int:
        """How many findings fail the source, listed or not."""
        counts = self.session.ledger.counts if self.session is not None else {}
        return sum(counts.get(severity, 0) for severity in self._failing)

    @property
    def _failing(self) -> list[Severity]:
        return [] if self.fail_on is None else _GRAVITY[: _GRAVITY.index(self.fail_on) + 1]

    def line_of(self, finding: Finding) -> int | None:
        """The line of the file that a finding is about, where that is known."""
        return self._known_lines().get(_spot_of(finding))

    def line_of_event(self, seq: int) -> int | None:
        """The line of an event that explains one of the listed findings."""
        return self._known_lines().get((Place.EVENT.value, seq))

    def _known_lines(self) -> Mapping[Spot, int]:
        if self._lines is None:
            found = self.listed
            spots: set[Spot] = {_spot_of(each) for each in found}
            spots |= {
                (Place.EVENT.value, each.related) for each in found if each.related is not None
            }
            self._lines = self.locate(spots) if self.locate is not None and spots else {}
        return self._lines


def _spot_of(finding: Finding) -> Spot:
    if finding.event is not None:
        return Place.EVENT.value, finding.event
    if finding.frame is not None:
        return Place.FRAME.value, finding.frame
    return finding.place.value, finding.exchange
