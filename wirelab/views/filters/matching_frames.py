"""The frames of a growing session that match a filter, found piece by piece.

``take`` asks a bounded number of frames, so that whoever must not wait decides how long it takes;
what was found is kept in eight bytes a frame and is always in order.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wirelab.views.event_rows import EventRows
    from wirelab.views.filters.filter import Filter

_MOST_FRAMES = 128
_MOST_BYTES = 256_000


class MatchingFrames:
    """The positions, in ``rows``, of the frames that match."""

    def __init__(self, rows: EventRows, wanted: Filter) -> None:
        self.wanted = wanted
        self._rows = rows
        self._found = array("Q")
        self._asked = 0

    def take(self) -> bool:
        """Ask a few more frames; False where all there are have been asked."""
        rows, frames, wanted = self._rows, self._rows.session.frames, self.wanted
        last = min(len(rows), self._asked + _MOST_FRAMES)
        size = 0
        for position in range(self._asked, last):
            if wanted.matches(rows, position):
                self._found.append(position)
            self._asked = position + 1
            size += len(frames[position].raw)
            if size > _MOST_BYTES:
                break
        return not self.complete

    @property
    def complete(self) -> bool:
        """Every frame there is has been asked."""
        return self._asked >= len(self._rows)

    @property
    def share(self) -> float:
        """How much of the session has been asked, from 0 to 1."""
        return self._asked / max(len(self._rows), 1)

    def __len__(self) -> int:
        return len(self._found)

    def __getitem__(self, index: int) -> int:
        """The frame of the match of that index."""
        return self._found[index]

    def at_or_before(self, position: int) -> int:
        """The index of the last match at or before a frame; -1 where there is none."""
        return bisect_right(self._found, position) - 1
