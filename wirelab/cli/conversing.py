"""A conversation with an endpoint: the first input, then a turn for each further message, and one
wherever the agent waits for answers that the options give."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from wirelab.cli.diagnostics import say
from wirelab.projections.runs import RunStatus
from wirelab.protocol.run_input import encode_run_input
from wirelab.session.input_check import check_input
from wirelab.session.next_input import next_input
from wirelab.transports.fresh_ids import fresh_id
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.cli.sending import Sending
    from wirelab.session.session import Session
    from wirelab.wire.traffic import Traffic

_ENDS_IT = {
    RunStatus.NEVER_STARTED: "no run started",
    RunStatus.INTERRUPTED: "the run waits for an answer to its interrupts "
    "(--answers or --resume gives one)",
}


class Conversation:
    """What the options say is to be sent; held once. Raises UsageError or SourceError when made.

    note: told why messages or answers were not sent, where some were not.
    automatic: answers what the agent asks for, where the options give answers.
    """

    def __init__(self, sending: Sending, url: str, note: Callable[[str], None] = say) -> None:
        self._note = note
        self.target = sending.target(url)
        self.automatic = sending.automatic_answers()
        self._first: bytes | None = sending.first_body()
        self._later = deque(sending.later_messages)

    def next_body(self, session: Session) -> bytes | None:
        """The body of the next turn as the session stands; None when there is none, or none that
        a client would send."""
        if self._first is not None:
            body, self._first = self._first, None
            return body
        return self._answering_body(session) or self._message_body(session)

    def _answering_body(self, session: Session) -> bytes | None:
        if self.automatic is None:
            return None
        answers = self.automatic.turn(session, datetime.now(UTC), fresh_id)
        if answers is None:
            if self.automatic.refused:
                self._note(self.automatic.refused)
            return None
        members = {"resume": answers.resume or None, "messages": answers.messages}
        body, refused = self._body(session, **members)
        if body is None:
            self._note(f"no client would send the answers: {refused}")
        return body

    def _message_body(self, session: Session) -> bytes | None:
        if not self._later:
            return None
        reason = _ENDS_IT.get(session.status)
        if reason is not None:
            self._end(reason)
            return None
        body, refused = self._body(session, text=self._later[0], message_id=fresh_id("message"))
        if body is None:
            self._end(f"no client would send the next input: {refused}")
        else:
            self._later.popleft()
        return body

    def _body(self, session: Session, **members: Any) -> tuple[bytes | None, str]:
        """The next input, encoded as a client sends it; else why it does not."""
        checked = check_input(next_input(session, run_id=fresh_id("run"), **members), session.world)
        if checked.payload is None:
            return None, checked.refused
        for sentence in checked.warnings:
            self._note(sentence)
        return encode_run_input(checked.payload), ""

    def _end(self, reason: str) -> None:
        self._note(f"{reason}; {counted(len(self._later), 'message')} not sent")
        self._later.clear()

    async def hold(self, session: Session, take: Callable[[Traffic], None]) -> None:
        """Post turn by turn and give ``take`` the traffic, which must reach ``session`` at once.

        Nothing of the network raises.
        """
        from wirelab.transports.http_post import deliver

        clock = session_clock()
        body = self.next_body(session)
        while body is not None:
            await deliver(self.target, body, clock, take)
            body = self.next_body(session)


def session_clock() -> Callable[[], float]:
    """Milliseconds since it was first asked, which is when the first request goes out."""
    begun: list[float] = []

    def now_ms() -> float:
        now = time.monotonic()
        begun[:] = begun or [now]
        return (now - begun[0]) * 1000

    return now_ms
