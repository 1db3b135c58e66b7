"""What arrived and reaches no application, though the stream goes on: findings that say why a part
of a conversation is missing, where a rejected stream does not say it already.

One for each code of each exchange, whatever it was found on, so that there are few.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from wirelab.rules.finding import Place, Severity
from wirelab.wire.frame import FrameKind

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding
    from wirelab.session.session import Session

_UNREAD = (FrameKind.STRAY, FrameKind.CUT_OFF, FrameKind.BINARY)


@dataclass(slots=True)
class Ignored:
    """first: the finding that tells of it. behind: the event behind which it stands, or the first
    of its exchange. count: how often it was found so far."""

    first: Finding
    behind: int
    others: int = 0

    @property
    def count(self) -> int:
        return 1 + self.first.more + self.others


class IgnoredContent:
    """An index of a session's findings; ``update`` costs what is new."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._read = 0
        self._by_code: dict[tuple[int, str], Ignored] = {}

    def last(self, most: int = 200) -> list[Ignored]:
        """In order of discovery, no more than so many."""
        return [*islice(reversed(self._by_code.values()), most)][::-1]

    def update(self) -> None:
        """Take in what the session has gained since the last call."""
        findings = self._session.findings
        for at in range(self._read, len(findings)):
            self._take(findings[at])
        self._read = len(findings)

    def _take(self, finding: Finding) -> None:
        if finding.fatal or finding.opinion or not self._tells_of_a_loss(finding):
            return
        key = finding.exchange, finding.code
        known = self._by_code.get(key)
        if known is None:
            self._by_code[key] = Ignored(finding, self._place(finding))
        else:
            known.others += 1 + finding.more

    def _tells_of_a_loss(self, finding: Finding) -> bool:
        """Of lines that are no event; of an answer that clients refuse; of what is dropped."""
        if finding.place is Place.FRAME and finding.frame is not None:
            return self._session.frames[finding.frame].kind in _UNREAD
        if finding.place is Place.RESPONSE:
            return finding.severity is Severity.ERROR
        return finding.place is Place.EVENT and finding.severity is Severity.ERROR

    def _place(self, finding: Finding) -> int:
        first = self._session.exchanges[finding.exchange].first_event
        if finding.event is not None or finding.frame is None:
            return first if finding.event is None else finding.event
        events = self._session.events
        at = bisect_left(range(len(events)), finding.frame, key=lambda at: events[at].frame)
        return max(at - 1, first)
