"""Places a person marked, to come back to; kept while the bench is open."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

SIGN = "◆"


class Bookmarks:
    """Frames, in order."""

    def __init__(self) -> None:
        self._frames: list[int] = []

    def __len__(self) -> int:
        return len(self._frames)

    def __contains__(self, frame: object) -> bool:
        return isinstance(frame, int) and self.number(frame) is not None

    @property
    def all(self) -> tuple[int, ...]:
        return tuple(self._frames)

    def toggle(self, frame: int) -> bool:
        """Mark a frame, or no longer; whether it is marked now."""
        at = bisect_left(self._frames, frame)
        if frame in self:
            del self._frames[at]
            return False
        self._frames.insert(at, frame)
        return True

    def number(self, frame: int) -> int | None:
        """Which bookmark (from 1) a frame is; None where it is none."""
        at = bisect_left(self._frames, frame)
        return at + 1 if self._frames[at : at + 1] == [frame] else None

    def count_until(self, frame: int) -> int:
        """How many there are up to a frame, itself included."""
        return bisect_right(self._frames, frame)

    def after(self, frame: int) -> int | None:
        """The next one behind a frame; behind the last is the first."""
        if not self._frames:
            return None
        return self._frames[self.count_until(frame) % len(self._frames)]
