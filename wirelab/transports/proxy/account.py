"""The account of one exchange: from what passes through the proxy to what is told of it.

Invariant: of a run exactly one Request and, last, one End are told, whatever happens; memory holds
no more of a body than ``MOST_KEPT`` bytes of a request. Reads are told without their content
encoding, as any client reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wirelab.transports.content_encoding import Decode, EncodingError, decoder_for
from wirelab.transports.proxy.kinds import (
    Asked,
    Kind,
    answers_run,
    asked,
    may_be_unreadable,
    unreadable,
)
from wirelab.transports.proxy.seen import Seen, Talk, Tell
from wirelab.transports.proxy.talks import Talks
from wirelab.wire.traffic import End, Ending, Headers, Read, Request, Response, Traffic

MOST_KEPT = 32 * 1024 * 1024
_TOO_LONG = f"the body of the request is longer than {MOST_KEPT >> 20} MiB"
_NOT_READ = "the answer is compressed by {!r}, which is not read here"


class Account:
    """next_number: gives the exchange its number when it is first told. clock: milliseconds; all
    exchanges of a proxy have the same."""

    def __init__(
        self,
        next_number: Callable[[], int],
        talks: Talks,
        tell: Tell,
        clock: Callable[[], float],
        head: Request,
    ) -> None:
        self._next_number = next_number
        self._number = 0
        self._talks = talks
        self._tell_all = tell
        self._clock = clock
        self._head = head
        self._begun_ms = clock()
        self._body = bytearray()
        self._asked: Asked | None = None
        self._talk: Talk | None = None
        self._told = False
        self._decode: Decode | None = None
        self._broken = ""
        self._remark = ""
        self._sent = self._got = 0

    @property
    def is_run(self) -> bool:
        """Whether it is known to be a run."""
        return self._asked is not None and self._asked.kind is Kind.RUN

    def sent(self, data: bytes) -> None:
        """The client sent more of its body."""
        self._sent += len(data)
        if self._sent <= MOST_KEPT:
            self._body += data
        elif self._body:
            self._body.clear()

    def asked(self) -> None:
        """The request is complete, or as complete as it will ever be."""
        if self._asked is not None:
            return
        if self._sent > MOST_KEPT:
            self._asked, self._remark = Asked(Kind.OTHER, b""), _TOO_LONG
        else:
            method, headers = self._head.method, self._head.headers
            self._asked = asked(method, headers, bytes(self._body), MOST_KEPT)
        self._body.clear()
        waits = self._asked.kind is Kind.RUN and may_be_unreadable(self._head.headers)
        if self._asked.kind is not Kind.OPEN and not waits:
            self._tell_request()

    def answered(self, status: int, headers: Headers) -> None:
        """The head of the answer, as the client got it."""
        self.asked()
        response = Response(status, headers, self._at())
        if not self._told:
            self._settle(response)
            self._tell_request()
        elif self._talk is not None and unreadable(response):
            self._broken = _NOT_READ.format(unreadable(response))
        self._decode = decoder_for(response.header("content-encoding") or "")
        self._tell(Response(status, headers, self._at()))

    def got(self, data: bytes, at_ms: float) -> None:
        """The client got one read of the agent's, which arrived at a time of the clock."""
        self._got += len(data)
        if self._talk is None or self._decode is None or self._broken:
            return
        try:
            for piece in self._decode(data):
                self._tell(Read(piece, at_ms - self._talk.begun_ms))
        except EncodingError as error:
            self._broken = str(error)

    def ended(self, how: Ending, detail: str = "") -> None:
        """It is over."""
        self.asked()
        if not self._told:
            self._settle(None)
            self._tell_request()
        if self._broken:
            how, detail = Ending.RESET, self._broken
        self._tell(End(how, detail, self._at()))
        if self._talk is not None:
            self._talks.leave(self._talk)

    def _settle(self, response: Response | None) -> None:
        """Decide what was left open until the answer."""
        assert self._asked is not None
        kind = self._asked.kind
        if kind is Kind.OPEN:
            kind = Kind.RUN if response is not None and answers_run(response) else Kind.OTHER
        if kind is Kind.RUN and response is not None and unreadable(response):
            kind = Kind.OTHER
            self._remark = _NOT_READ.format(unreadable(response))
        self._asked = Asked(kind, self._asked.body, self._asked.thread_id)

    def _tell_request(self) -> None:
        assert self._asked is not None
        self._told = True
        self._number = self._next_number()
        body = b""
        if self._asked.kind is Kind.RUN:
            self._talk = self._talks.join(self._asked.thread_id, self._begun_ms)
            body = self._asked.body
        at_ms = self._begun_ms - self._zero_ms
        self._asked = Asked(self._asked.kind, b"", self._asked.thread_id)
        head = self._head
        self._tell(Request(head.method, head.url, head.headers, body, at_ms))

    @property
    def _zero_ms(self) -> float:
        return self._talk.begun_ms if self._talk is not None else self._begun_ms

    def _at(self) -> float:
        return self._clock() - self._zero_ms

    def _tell(self, traffic: Traffic) -> None:
        seen = Seen(self._number, self._talk, traffic, self._sent, self._got, self._remark)
        self._tell_all(seen)


def as_texts(headers: Sequence[tuple[bytes, bytes]]) -> Headers:
    """Headers as they are told and recorded."""
    return tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers)
