"""A filter at work on a session that is shown: in short slices, so that the screen stays awake."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING

from wirelab.views.filters import MatchingFrames

if TYPE_CHECKING:
    from collections.abc import Callable

    from wirelab.views.event_rows import EventRows
    from wirelab.views.filters import Filter

_SLICE_S = 0.005
_SHOWN_EVERY_S = 0.1


class FrameSearch:
    """The frames of ``rows`` that match ``wanted``, as far as they have been found.

    show: called when more was found by ``run``, ten times a second at most, and at its end.
    """

    def __init__(self, rows: EventRows, wanted: Filter, show: Callable[[], None]) -> None:
        self.wanted = wanted
        self.rows = rows
        self.found = MatchingFrames(rows, wanted)
        self._show = show
        self._running = False

    def advance(self) -> bool:
        """Search for one slice of time; whether ``run`` is needed for the rest."""
        deadline = perf_counter() + _SLICE_S
        while self.found.take() and perf_counter() < deadline:
            pass
        return not self.found.complete and not self._running

    async def run(self) -> None:
        """Search to the end of what there is, giving the loop back between slices."""
        self._running = True
        shown = perf_counter()
        try:
            while not self.found.complete:
                self.advance()
                await asyncio.sleep(0)
                if perf_counter() - shown > _SHOWN_EVERY_S:
                    self._show()
                    shown = perf_counter()
        finally:
            self._running = False
        self._show()

    def words(self, held_at: int | None) -> str:
        """``4 of 31``; while it searches how far it is; and where the cursor is held at a frame
        that is not among them, that."""
        found, count = self.found, len(self.found)
        if not found.complete:
            return f"searching {found.share:.0%} · {count} so far"
        said = f"{count} of {len(self.rows)}"
        return said if held_at is None or self.shows(held_at) else f"{said} · cursor not in it"

    def shows(self, frame: int) -> bool:
        """Whether a frame is among those found."""
        at = self.found.at_or_before(frame)
        return at >= 0 and self.found[at] == frame
