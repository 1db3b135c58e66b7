"""The spans of a session in the order of a tree: runs, and in them what they and their subagents
did, each with what it holds below it.

``update`` reads what is new, a bounded piece at a time; rows as of any event follow from the
numbers of events, so that no moment costs more than the rows of its own run.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right, insort
from operator import attrgetter
from typing import TYPE_CHECKING

from wirelab.views.span_reading import SpanReading

if TYPE_CHECKING:
    from wirelab.session.session import Session
    from wirelab.views.span import Span

_PLACE, _OPENED = attrgetter("place"), attrgetter("opened")


class Waterfall:
    """All spans of one session that keeps its events.

    read: how many events were taken in.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._reading = SpanReading()
        self._exchange = 0
        self._concerns = array("q")
        self._placed = 0
        self.tree: list[Span] = []
        self.read = 0

    def update(self, most: int) -> bool:
        """Take in what the session has gained, at most so many events; whether that was all."""
        events = self._session.events
        for event in events[self.read : self.read + most]:
            self._pass_boundaries(event.seq)
            concerned = self._reading.take(event)
            self._concerns.append(concerned.number if concerned is not None else -1)
        self.read = len(self._concerns)
        if self.read == len(events):
            self._pass_boundaries(self.read)
        for span in self._reading.spans[self._placed :]:
            self._place(span)
        self._placed = len(self._reading.spans)
        return self.read == len(events)

    @property
    def runs(self) -> list[Span]:
        """The runs alone, oldest first."""
        return self._reading.runs

    def run_at(self, event: int) -> Span | None:
        """The run an event falls into, or follows."""
        index = bisect_right(self.runs, event, key=_OPENED) - 1
        return self.runs[index] if index >= 0 else None

    def concerned_by(self, event: int) -> Span | None:
        """What an event is about; its run where it is about nothing that spans time."""
        number = self._concerns[event] if 0 <= event < self.read else -1
        return self._reading.spans[number] if number >= 0 else None

    def rows(self, event: int, *, run_only: bool = False) -> WaterfallRows:
        """The spans that had begun by an event; ``run_only``: of the run there alone."""
        return WaterfallRows(self, min(event, self.read - 1), run_only=run_only)

    def _pass_boundaries(self, count: int) -> None:
        """The ends and beginnings of exchanges, so many events into the session."""
        exchanges = self._session.exchanges
        while self._exchange < len(exchanges):
            exchange = exchanges[self._exchange]
            if exchange.closed_after is None or exchange.closed_after > count:
                break
            self._reading.end_exchange(exchange)
            self._exchange += 1
        if self._exchange < len(exchanges):
            request = exchanges[self._exchange].request
            self._reading.asked_ms = request.at_ms if request is not None else None

    def _place(self, span: Span) -> None:
        if self.tree and span.place < self.tree[-1].place:
            insort(self.tree, span, key=_PLACE)
        else:
            self.tree.append(span)


class WaterfallRows:
    """Rows by index; valid until the waterfall is updated again."""

    def __init__(self, waterfall: Waterfall, event: int, *, run_only: bool) -> None:
        tree, runs = waterfall.tree, waterfall.runs
        self.event = event
        self._tree = tree
        at = bisect_right(runs, event, key=_OPENED)
        since = bisect_left(tree, runs[at - 1].place, key=_PLACE) if at else 0
        until = bisect_left(tree, runs[at].place, key=_PLACE) if at < len(runs) else len(tree)
        self._first = since if run_only else 0
        self._whole = until if event >= waterfall.read - 1 else since
        self._rest = [span for span in tree[self._whole : until] if span.opened <= event]

    def __len__(self) -> int:
        return self._whole - self._first + len(self._rest)

    def __getitem__(self, index: int) -> Span:
        at = index + self._first
        return self._tree[at] if at < self._whole else self._rest[at - self._whole]

    def index_of(self, span: Span) -> int:
        """The row of a span; -1 where it is not among them."""
        at = bisect_left(self._tree, span.place, self._first, self._whole, key=_PLACE)
        if at == self._whole:
            at += bisect_left(self._rest, span.place, key=_PLACE)
        index = at - self._first
        return index if index < len(self) and self[index] is span else -1
