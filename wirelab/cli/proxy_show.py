"""What passes a proxy on stdout: the lines of ``observe``, each with the number of its exchange.

Runs are judged, those of one thread as one conversation; anything else is one line when it is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.cli.output import Output
from wirelab.cli.showing import JsonShow, PlainShow
from wirelab.cli.watching import Watch
from wirelab.session.inspection import Inspection
from wirelab.transports.proxy.seen import Forgotten
from wirelab.views.exchange_summary import ExchangeSummary, last_summary
from wirelab.views.json_rows import end_json
from wirelab.views.passed_exchange import PassedExchange
from wirelab.wire.traffic import End, Request, Response

if TYPE_CHECKING:
    from wirelab.rules.finding import Severity
    from wirelab.session.session import Session
    from wirelab.transports.proxy.seen import News, Seen
    from wirelab.views.filters import Filter


class NumberedOutput(Output):
    """Lines that begin with the number of the exchange they are about."""

    number = 0

    def line(self, text: str = "", tone: str = "") -> None:
        self.piece(f"#{self.number} ", "faint")
        super().line(text, tone)


class _NumberedJson(JsonShow):
    """Rows with the exchange they are about, and at its end its own figures."""

    def __init__(self, output: NumberedOutput, session: Session, wanted: Filter | None) -> None:
        super().__init__(output, session, None, "http", wanted)
        self._numbered = output

    def _print(self, row: dict[str, Any]) -> None:
        number = {"exchange": self._numbered.number}
        super()._print(number | row | number)

    def summarize(self, session: Session, summary: ExchangeSummary) -> None:
        counts = {"event": summary.events, "error": summary.errors, "warning": summary.warnings}
        own = {
            "verdict": "rejected" if summary.errors else "accepted",
            "counts": counts | {"note": summary.notes},
        }
        self._print(end_json(session, None, "http") | own)

    def show_passed(self, passed: PassedExchange) -> None:
        self._print(passed.to_json())


class _NumberedPlain(PlainShow):
    """Lines, and at the end of an exchange its verdict."""

    def __init__(self, output: NumberedOutput, session: Session, wanted: Filter | None) -> None:
        super().__init__(output, session, wanted)
        self._numbered = output

    def summarize(self, session: Session, summary: ExchangeSummary) -> None:
        tone = "error" if summary.errors else "warning" if summary.warnings else "good"
        self._numbered.line(summary.text, tone)
        self._numbered.flush()

    def show_passed(self, passed: PassedExchange) -> None:
        self._numbered.line(passed.text, "faint")
        self._numbered.flush()


class _Watched:
    """One talk: its session, and what findings it had when its last exchange began."""

    def __init__(self, show: type[_NumberedJson | _NumberedPlain], *given: Any) -> None:
        inspection = Inspection()
        output, wanted = given
        self.session = inspection.session
        self.show = show(output, self.session, wanted)
        self._watch = Watch(inspection, self.show)
        self._before: dict[Severity, int] = {}

    def take(self, seen: Seen) -> None:
        if isinstance(seen.traffic, Request):
            self._before = dict(self.session.ledger.counts)
        self._watch.take(seen.traffic)
        if isinstance(seen.traffic, End):
            self.show.summarize(self.session, last_summary(self.session, self._before))


class ProxyShow:
    """as_json: objects instead of lines. wanted: which events are shown; findings always are."""

    def __init__(
        self, output: NumberedOutput, *, as_json: bool = False, wanted: Filter | None = None
    ) -> None:
        self._output = output
        self._wanted = wanted
        self._kind = _NumberedJson if as_json else _NumberedPlain
        self._talks: dict[int, _Watched] = {}
        self._passing: dict[int, PassedExchange] = {}
        self._others = self._kind(output, Inspection().session, None)

    def take(self, news: News) -> None:
        """Judge and show what was seen. Raises OutputClosedError."""
        if isinstance(news, Forgotten):
            self._talks.pop(news.talk.number, None)
            return
        self._output.number = news.exchange
        if news.talk is None:
            self._take_other(news)
            return
        if news.talk.number not in self._talks:
            self._talks[news.talk.number] = _Watched(self._kind, self._output, self._wanted)
        self._talks[news.talk.number].take(news)

    def _take_other(self, seen: Seen) -> None:
        traffic = seen.traffic
        if isinstance(traffic, Request):
            self._passing[seen.exchange] = PassedExchange(traffic)
            return
        passed = self._passing[seen.exchange]
        passed.got, passed.remark = seen.got, seen.remark
        if isinstance(traffic, Response):
            passed.response = traffic
        elif isinstance(traffic, End):
            passed.end = traffic
            self._others.show_passed(self._passing.pop(seen.exchange))
