"""Answering from a file of canned answers, turn by turn, with nobody asked.

A turn is made only when it answers everything that is owed, and only so many in a row: an agent
that asks for ever is left waiting, and what was not answered is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.projections.runs import RunStatus
from wirelab.rules.wording import quote, quoted_listing
from wirelab.session.answers import Answers
from wirelab.session.owed_answers import expired, owed_answers

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from wirelab.session.canned_answers import CannedAnswers
    from wirelab.session.owed_answers import Owed
    from wirelab.session.session import Session

MOST_TURNS = 10


class AutomaticAnswers:
    """refused: why the last asking made no turn though something is owed, in words; else empty."""

    def __init__(self, canned: CannedAnswers, most: int = MOST_TURNS) -> None:
        self.canned = canned
        self.refused = ""
        self._most = most
        self._in_a_row = 0

    def turn(
        self, session: Session, now: datetime, fresh_id: Callable[[str], str]
    ) -> Answers | None:
        """The answers of the next turn; None where nothing is owed, not all of it can be answered,
        or the last turn did not even start a run."""
        owed, self.refused = owed_answers(session), ""
        if not owed:
            self._in_a_row = 0
        if not owed or session.status is RunStatus.NEVER_STARTED:
            return None
        self.refused = self._reason(owed, now)
        if self.refused:
            return None
        self._in_a_row += 1
        entries = (self.canned.entry(each) for each in owed.interrupts)
        messages = (self.canned.message(each, fresh_id("tool")) for each in owed.calls)
        return Answers([each for each in entries if each], [each for each in messages if each])

    def _reason(self, owed: Owed, now: datetime) -> str:
        if self._in_a_row >= self._most:
            return f"{self._most} turns in a row were answered from the file, no more are"
        missing = [each["id"] for each in owed.interrupts if self.canned.entry(each) is None]
        if missing:
            return f"the file has no answer to interrupt {quoted_listing(missing)}"
        tools = [each.name for each in owed.calls if self.canned.message(each, "") is None]
        if tools:
            return f"the file has no answer for tool {quoted_listing(tools)}"
        return next((why for each in owed.interrupts if (why := self._too_late(each, now))), "")

    def _too_late(self, interrupt: dict[str, object], now: datetime) -> str:
        entry = self.canned.entry(interrupt)
        if entry is None or entry["status"] == "cancelled" or not expired(interrupt, now):
            return ""
        when = quote(interrupt.get("expiresAt"))
        return f"interrupt {quote(interrupt['id'])} expired at {when} and can only be abandoned"
