"""AG-UI over protobuf: bytes in, one BINARY frame a message; the messages stay encoded.

Invariant: joining ``raw`` gives the body back, and any split of it gives the same frames, ``cuts``
and times apart. A frame is a 4-byte big-endian length and that many bytes (AG-UI 1.1,
basic/transports/http-protobuf); a shorter rest is CUT_OFF. Behind a length that nobody sends there
is no next frame to find: from there on everything is STRAY, as text. Both say the ``length`` that
was announced in ``fields``, once its four bytes are there.
"""

from __future__ import annotations

from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.stream_decoder import StreamDecoder

MAX_MESSAGE_BYTES = 64 * 1024 * 1024

_PREFIX = 4


class ProtobufDecoder(StreamDecoder):
    """One body's decoder."""

    def __init__(self, first_seq: int = 0, max_message_bytes: int = MAX_MESSAGE_BYTES) -> None:
        super().__init__(first_seq, _PREFIX + max_message_bytes)
        self._begin_body()

    def _begin_body(self) -> None:
        self._length: int | None = None  # of the frame under way, once announced
        self._lost = False

    def feed(self, data: bytes, at_ms: float | None) -> list[Frame]:
        frames: list[Frame] = []
        if not data:
            return frames
        self._begin_read(at_ms)
        pos, size = 0, len(data)
        while pos < size:
            stop = size if self._lost else min(size, pos + self._missing())
            self._hold(data, pos, stop, at_ms, frames)
            pos = stop
            if not self._lost and not self._missing():
                self._advance(frames)
        return frames

    def finish(self) -> list[Frame]:
        frames: list[Frame] = []
        if self._raw and self._lost:
            self._overflow(frames)
        elif self._raw:
            frames.append(self._release(FrameKind.CUT_OFF, "", self._announced()))
        self._begin_body()
        return frames

    def _missing(self) -> int:
        """How many bytes the prefix, or the whole frame, still lacks."""
        return _PREFIX + (self._length or 0) - len(self._raw)

    def _advance(self, frames: list[Frame]) -> None:
        """The prefix, or the whole frame, is there."""
        if self._length is None:
            self._length = int.from_bytes(self._raw, "big")
            self._lost = _PREFIX + self._length > self._limit
        if not self._lost and not self._missing():
            frames.append(self._release(FrameKind.BINARY, ""))
            self._length = None

    def _overflow(self, frames: list[Frame]) -> None:
        text = self._text(0, len(self._raw))
        frames.append(self._release(FrameKind.STRAY, text, self._announced()))

    def _announced(self) -> tuple[tuple[str, str], ...]:
        return () if self._length is None else (("length", str(self._length)),)
