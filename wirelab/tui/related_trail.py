"""Where one key leads, pressed again and again: to each event that one is related to, then back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.views.related_events import Related


class RelatedTrail:
    """A round trip from one event; it begins anew where a person has gone elsewhere meanwhile."""

    def __init__(self) -> None:
        self._stops: list[int] = []
        self._at = 0

    def next_from(self, here: int, related: Iterable[Related]) -> int | None:
        """The next event of the trip, seen from the one where the cursor stands; None of none."""
        if not self._is_at(here):
            self._stops, self._at = [here, *(each.event for each in related)], 0
        if len(self._stops) < 2:
            return None
        self._at = (self._at + 1) % len(self._stops)
        return self._stops[self._at]

    def words(self, here: int) -> str:
        """How far the trip has come: ``1 of 3 from #12``; empty at its beginning and off it."""
        if not self._is_at(here) or not self._at:
            return ""
        return f"{self._at} of {len(self._stops) - 1} from #{self._stops[0]}"

    def _is_at(self, here: int) -> bool:
        return bool(self._stops) and self._stops[self._at] == here
