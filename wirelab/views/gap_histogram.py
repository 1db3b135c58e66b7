"""How long the gaps between arrivals were, in bounded memory: counts on a logarithmic scale.

Eight buckets an octave, from 0.01 ms up. A percentile (nearest rank) is the mean of the bucket it
falls in: less than 9 % off, and exact where the gaps of that bucket are alike. The longest gaps
are kept as they were.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log2

MOST_KEPT = 5
_FINEST_MS = 0.01
_AN_OCTAVE = 8
_LAST_BUCKET = 40 * _AN_OCTAVE


@dataclass(slots=True, frozen=True)
class Gap:
    """A time in which nothing arrived.

    frame: what ended it. event: the number of that frame's event or, where it has none
    (``by_event`` is False), of the last event before it; -1 before the first.
    """

    ms: float
    began_ms: float
    frame: int
    event: int
    by_event: bool


class GapHistogram:
    """Gaps in milliseconds; ``longest`` are the longest few, the longest first."""

    __slots__ = ("_counts", "_sums", "count", "longest")

    def __init__(self) -> None:
        self.count = 0
        self.longest: tuple[Gap, ...] = ()
        self._counts: dict[int, int] = {}
        self._sums: dict[int, float] = {}

    def note(self, ms: float) -> None:
        """One more gap; zero for what arrived together."""
        bucket = 0
        if ms > _FINEST_MS:
            bucket = min(int(log2(ms / _FINEST_MS) * _AN_OCTAVE) + 1, _LAST_BUCKET)
        self.count += 1
        self._counts[bucket] = self._counts.get(bucket, 0) + 1
        self._sums[bucket] = self._sums.get(bucket, 0.0) + ms

    def is_long(self, ms: float) -> bool:
        """Whether a gap is among the longest so far."""
        return ms > 0 and (len(self.longest) < MOST_KEPT or ms > self.longest[-1].ms)

    def keep(self, *gaps: Gap) -> None:
        """Keep these among the longest; of equal ones the earlier stands first."""
        ranked = sorted((*self.longest, *gaps), key=lambda gap: (-gap.ms, gap.frame))
        self.longest = tuple(ranked[:MOST_KEPT])

    def percentile(self, share: float) -> float | None:
        """The gap that such a share (0 to 1) of all is no longer than; None without any."""
        rank = max(ceil(share * self.count), 1)
        for bucket in sorted(self._counts):
            rank -= self._counts[bucket]
            if rank <= 0:
                return self._sums[bucket] / self._counts[bucket]
        return None

    def add(self, other: GapHistogram) -> None:
        """Take in what another one counted."""
        self.count += other.count
        for bucket, count in other._counts.items():
            self._counts[bucket] = self._counts.get(bucket, 0) + count
            self._sums[bucket] = self._sums.get(bucket, 0.0) + other._sums[bucket]
        self.keep(*other.longest)

    def copy(self) -> GapHistogram:
        twin = GapHistogram()
        twin.count, twin.longest = self.count, self.longest
        twin._counts, twin._sums = self._counts.copy(), self._sums.copy()
        return twin
