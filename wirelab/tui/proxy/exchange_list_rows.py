"""The rows of the list of exchanges: what was asked, what answered, how the run stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.rules.finding import Severity
from wirelab.tui.paint import FAINT, GOOD, NAME, SEVERITY_STYLES, STATUS_STYLES, line
from wirelab.views.durations import duration
from wirelab.views.passed_exchange import PassedExchange, path_of
from wirelab.views.safe_text import safe
from wirelab.views.signs import CLEAN_SIGN, SEVERITY_SIGNS, STATUS_SIGNS

if TYPE_CHECKING:
    from wirelab.tui.proxy.live_talk import LiveTalk
    from wirelab.views.exchange_summary import ExchangeSummary

_NUMBER, _METHOD, _STATUS, _WORD, _EVENTS, _FOUND, _TIME = 4, 7, 3, 15, 6, 9, 7
_LEAST_PATH = 8
HEADING = (
    f"{'#':>{_NUMBER}} {'method':<{_METHOD}} ",
    f" {'':>{_STATUS}} {'run':<{_WORD}} {'events':>{_EVENTS}} {'findings':<{_FOUND}} "
    f"{'time':>{_TIME}}",
)


@dataclass(slots=True, eq=False)
class Passing:
    """One exchange. talk: what it belongs to; None where it is no run. index: its place in the
    talk's session. standing: how its run stands; None until it is being judged."""

    number: int
    passed: PassedExchange
    talk: LiveTalk | None = None
    index: int = 0
    standing: Callable[[], ExchangeSummary | None] | None = None

    @property
    def summary(self) -> ExchangeSummary | None:
        return self.standing() if self.standing is not None else None

    @property
    def under_way(self) -> bool:
        return self.passed.end is None


class ExchangeRows:
    """The list as it stands."""

    def __init__(self, exchanges: Sequence[Passing]) -> None:
        self._exchanges = exchanges
        self._count = len(exchanges)

    def __len__(self) -> int:
        return self._count

    def draw(self, index: int, width: int) -> Content:
        exchange = self._exchanges[index]
        request = exchange.passed.request
        head = f"{exchange.number:>{_NUMBER}} {safe(request.method, _METHOD):<{_METHOD}} "
        tail = _run(exchange) if exchange.talk is not None else _other(exchange.passed)
        room = max(width - len(head) - tail.cell_length, _LEAST_PATH)
        style = NAME if exchange.talk is not None else FAINT
        path = Content.styled(path_of(request), style).truncate(room, ellipsis=True, pad=True)
        row = line(head, path, tail).truncate(width, ellipsis=True)
        return row if exchange.talk is not None else row.stylize(FAINT)


def heading(width: int) -> Content:
    """The words above the columns."""
    room = max(width - len(HEADING[0]) - len(HEADING[1]), _LEAST_PATH)
    return Content.styled(f"{HEADING[0]}{'path':<{room}}{HEADING[1]}", FAINT)


def _run(exchange: Passing) -> Content:
    summary = exchange.summary
    status = exchange.passed.response.status if exchange.passed.response is not None else ""
    if summary is None:
        return Content(f" {status:>{_STATUS}} {'':<{_WORD + _EVENTS + _FOUND + _TIME + 3}}")
    word = f"{STATUS_SIGNS[summary.status]} {summary.word}"
    return line(
        f" {status:>{_STATUS}} ",
        (f"{word:<{_WORD}}", STATUS_STYLES[summary.status]),
        f" {summary.events:>{_EVENTS}} ",
        _found(summary).truncate(_FOUND, pad=True),
        f" {duration(summary.elapsed_ms):>{_TIME}}",
    )


def _found(summary: ExchangeSummary) -> Content:
    counts = (
        (Severity.ERROR, summary.errors),
        (Severity.WARNING, summary.warnings),
        (Severity.NOTE, summary.notes),
    )
    found = [
        line((f"{SEVERITY_SIGNS[severity]}{count} ", SEVERITY_STYLES[severity]))
        for severity, count in counts
        if count
    ]
    if not summary.errors and not summary.warnings and summary.events:
        found.insert(0, line((f"{CLEAN_SIGN} ", GOOD)))
    return line(*found)


def _other(passed: PassedExchange) -> Content:
    response = passed.response
    status = response.status if response is not None else ""
    said = "; ".join(passed.notes) if passed.end is not None else ""
    kind = response.content_type if response is not None else ""
    words = safe(said or kind, _WORD + _EVENTS + _FOUND + 2)
    room = _WORD + _EVENTS + _FOUND + 2
    return Content(f" {status:>{_STATUS}} {words:<{room}} {duration(passed.elapsed_ms):>{_TIME}}")
