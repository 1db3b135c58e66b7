"""The smallest part of a stream that still gets a finding: delta debugging over its frames.

Frames are left out as long as the finding stays; of what is left none can be spared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from wirelab.rules.finding import Finding
from wirelab.session.inspection import Inspection
from wirelab.wire.frame import Frame
from wirelab.wire.framing import Arrival
from wirelab.wire.traffic import Request

Numbers = Sequence[int]


@dataclass(slots=True, frozen=True)
class Wanted:
    """The finding that is to stay: its rule, and the type of the event it is at."""

    code: str
    type: str | None

    def is_among(self, findings: Sequence[Finding]) -> bool:
        return any((each.code, each.type) == (self.code, self.type) for each in findings)


class Minimising:
    """arrivals: all there are, frames numbered from 0. tried: how many parts were judged."""

    def __init__(self, arrivals: Sequence[Arrival], wanted: Wanted, *, spec: str = "auto") -> None:
        self._exchanges = _exchanges(arrivals)
        self._wanted, self._spec = wanted, spec
        self.tried = 0

    def smallest(self, first: Numbers | None = None) -> list[int]:
        """The numbers of the frames of which none can be spared.

        first: a part that is tried before, such as all up to the finding.
        """
        frames = [
            each.seq for exchange in self._exchanges for each in exchange if isinstance(each, Frame)
        ]
        if first is not None and self._shows(first):
            frames = list(first)
        return without_spare(frames, self._shows)

    def _shows(self, numbers: Numbers) -> bool:
        self.tried += 1
        kept, inspection = set(numbers), Inspection(spec=self._spec, keep=False)
        count = 0
        for exchange in self._exchanges:
            frames = [each for each in exchange if isinstance(each, Frame) and each.seq in kept]
            if not frames:
                continue
            inspection.take_all(each for each in exchange if not isinstance(each, Frame))
            for frame in frames:
                inspection.feed(replace(frame, seq=count))
                count += 1
        return self._wanted.is_among(inspection.finish().findings)


def without_spare(items: Sequence[int], holds: Callable[[Numbers], bool]) -> list[int]:
    """A part of the items, one at least, that holds and of which no item can be left out [ddmin].

    The items themselves must hold. Pieces are left out, half as long in each pass as in the one
    before, and all over again as long as that finds something.
    """
    left, before = list(items), 0
    while len(left) != before:
        before, length = len(left), max(len(left) // 2, 1)
        while length:
            left = _without_pieces(left, length, holds)
            length //= 2
    return left


def _without_pieces(left: list[int], length: int, holds: Callable[[Numbers], bool]) -> list[int]:
    at = 0
    while at < len(left):
        rest = left[:at] + left[at + length :]
        if rest and holds(rest):
            left = rest
        else:
            at += length
    return left


def _exchanges(arrivals: Sequence[Arrival]) -> list[list[Arrival]]:
    exchanges: list[list[Arrival]] = [[]]
    for arrival in arrivals:
        if isinstance(arrival, Request) and exchanges[-1]:
            exchanges.append([])
        exchanges[-1].append(arrival)
    return exchanges
