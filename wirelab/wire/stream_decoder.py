"""What every body decoder shares: the bytes of the frame under way, where reads cut them, numbers.

Invariant: every byte held leaves in the ``raw`` of exactly one frame, in order. Where a frame ends
depends on the bytes alone, never on how they were cut into reads.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from wirelab.wire.frame import Frame, FrameKind

MAX_FRAME_BYTES = 256 * 1024 * 1024
"""A frame without an end within this many bytes is let go as stray pieces of that size."""

BOM = b"\xef\xbb\xbf"


class StreamDecoder(ABC):
    """Bytes in, frames out. ``next_seq`` is the number of the next frame, and may be set."""

    def __init__(self, first_seq: int = 0, max_frame_bytes: int = MAX_FRAME_BYTES) -> None:
        self.next_seq = first_seq
        self._limit = max_frame_bytes
        self._raw = bytearray()
        self._cuts: list[int] = []
        self._at_ms: float | None = None

    @property
    def under_way(self) -> bool:
        """Bytes are held of which the frame has not ended."""
        return bool(self._raw)

    @property
    def held(self) -> tuple[bytes, float | None]:
        """The bytes of the frame under way, and when the last of them came."""
        return bytes(self._raw), self._at_ms

    @abstractmethod
    def feed(self, data: bytes, at_ms: float | None) -> list[Frame]:
        """The frames that one read completed; an empty read is none."""

    @abstractmethod
    def finish(self) -> list[Frame]:
        """The body ended: what is left, stamped with the arrival of its last byte.

        The decoder is then as new, but for ``next_seq``.
        """

    @abstractmethod
    def _overflow(self, frames: list[Frame]) -> None:
        """The bytes held reached the limit and more is coming: let them go."""

    def _begin_read(self, at_ms: float | None) -> None:
        """Who does not know when bytes came does not know how they were cut."""
        if at_ms is not None:
            self._cuts.append(len(self._raw))

    def _hold(
        self, data: bytes, start: int, stop: int, at_ms: float | None, frames: list[Frame]
    ) -> None:
        """Take ``data[start:stop]`` into the frame under way."""
        while stop - start > (room := self._limit - len(self._raw)):
            if room:
                self._raw += data[start : start + room]
                self._at_ms = at_ms
            start += room
            self._overflow(frames)
        self._raw += data[start:stop]
        self._at_ms = at_ms

    def _text(self, start: int, stop: int) -> str:
        """Held bytes as text."""
        return self._raw[start:stop].decode("utf-8", "replace")

    def _release(
        self, kind: FrameKind, data: str, fields: tuple[tuple[str, str], ...] = ()
    ) -> Frame:
        """A frame of all bytes held. A read that began right behind them cuts the next frame."""
        raw = bytes(self._raw)
        self._raw.clear()
        cuts, self._cuts = self._cuts, []
        if cuts and cuts[-1] == len(raw):
            self._cuts.append(cuts.pop() - len(raw))
        frame = Frame(self.next_seq, self._at_ms, kind, raw, data, fields, tuple(cuts))
        self.next_seq += 1
        return frame

    def _release_too_long(self, bound: str) -> Frame:
        """A piece of a frame whose end did not come within ``bound`` ("268435456 bytes")."""
        fields = (("too-long", bound),)
        return self._release(FrameKind.STRAY, f"no end of frame within {bound}", fields)
