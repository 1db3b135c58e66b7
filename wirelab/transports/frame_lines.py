"""At which lines of its file the things are that a source holds.

A file is read once more, a line at a time and without judging anything, and only as far as what is
asked for. Sources that are cheap to inspect stay so: nobody else pays for line numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from wirelab.errors import SourceError
from wirelab.transports.step_file import open_source
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import Request, Response

if TYPE_CHECKING:
    from wirelab.transports.source import Source
    from wirelab.wire.framing import Arrival

Spot: TypeAlias = tuple[str, int]
"""``frame`` or ``event`` and its number, or ``request``, ``response`` or ``end`` and the number of
its exchange; all count from 0."""

_LAST_LINE = {"recording", "events", "timed-events"}
"""Formats in which a line is a piece of traffic: it is the line just read."""
_FIRST_LINE = {"sse", "event-array"}
"""Formats in which a piece may be several lines: it begins behind the piece before."""
_BODY = "split-capture"
"""A file that is the body itself, whose frames join back to it; it is read by its importer."""
_NO_CONTENT = (b"", b"[")


def frame_lines(path: str, wanted: Collection[Spot]) -> dict[Spot, int]:
    """The lines, counted from 1, of those spots that can be found. Never raises: of a file that
    is gone or no regular one nothing is found."""
    if not Path(path).is_file():
        return {}
    found: dict[Spot, int] = {}
    try:
        for spot, line in _spots(path):
            if spot in wanted and spot not in found:
                found[spot] = line
                if len(found) == len(wanted):
                    break
    except SourceError:
        pass
    return found


def _spots(path: str) -> Iterator[tuple[Spot, int]]:
    source = open_source(path)
    if source.format == _BODY:
        return _spots_of_body(source) if not path.endswith(".jsonl") else iter(())
    if source.format in _LAST_LINE | _FIRST_LINE:
        return _spots_of_lines(source, source.format in _FIRST_LINE)
    return iter(())


def _spots_of_lines(source: Source, at_first: bool) -> Iterator[tuple[Spot, int]]:
    counter, framing, numbering = _LineCounter(), Framing(), _Numbering()
    for item in source.traffic(counter.through):
        line = counter.first if at_first else counter.last
        arrivals = framing.take(item)
        for arrival in arrivals:
            for spot in numbering.spots(arrival):
                yield spot, counter.last if spot[0] == "end" else line
        if arrivals:
            # The end of a response's head is seen by the line behind it.
            counter.begin(holding_next=isinstance(item, Response))


def _spots_of_body(source: Source) -> Iterator[tuple[Spot, int]]:
    framing, numbering = Framing(), _Numbering()
    line = 1
    for item in source.traffic():
        for arrival in framing.take(item):
            spots = numbering.spots(arrival)
            if not isinstance(arrival, Frame):
                list(spots)
                continue
            raw = arrival.raw
            begin = line + raw[: len(raw) - len(raw.lstrip())].count(b"\n")
            yield from ((spot, begin) for spot in spots)
            line += raw.count(b"\n")


class _LineCounter:
    """Hands bytes on a line at a time, and knows which lines were asked for since ``begin``."""

    def __init__(self) -> None:
        self.last = 1
        self._first: int | None = None
        self._ended = False
        self._has_content = False

    @property
    def first(self) -> int:
        """The first line with content since ``begin``."""
        return self.last if self._first is None else self._first

    def begin(self, holding_next: bool) -> None:
        self._first = self.last if holding_next and self._has_content else None

    def through(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            for piece in _lines(chunk):
                self.last += self._ended
                self._ended = piece.endswith(b"\n")
                self._has_content = piece.strip() not in _NO_CONTENT
                if self._first is None and self._has_content:
                    self._first = self.last
                yield piece


def _lines(chunk: bytes) -> list[bytes]:
    """Cut behind each LF, and nowhere else."""
    *ended, rest = chunk.split(b"\n")
    return [line + b"\n" for line in ended] + ([rest] if rest else [])


class _Numbering:
    """Numbers events and exchanges as an inspection does."""

    def __init__(self) -> None:
        self._events = 0
        self._exchange = -1
        self._under_way = False

    def spots(self, arrival: Arrival) -> Iterator[Spot]:
        if isinstance(arrival, Request) or not self._under_way:
            self._exchange += 1
            self._under_way = True
        match arrival:
            case Request():
                yield "request", self._exchange
            case Response():
                yield "response", self._exchange
            case Frame(kind=FrameKind.CLOSED):
                self._under_way = False
                yield "end", self._exchange
            case Frame():
                yield "frame", arrival.seq
                if arrival.kind is FrameKind.EVENT:
                    yield "event", self._events
                    self._events += 1
