"""The traffic that a session was made of, told again from what the session keeps.

All bytes are there, cut into reads where they were; a read that ended no frame has the time of the
frame that it is a part of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.traffic import End, Ending, Read, Traffic

if TYPE_CHECKING:
    from wirelab.session.session import Session


def traffic_of(session: Session) -> Iterator[Traffic | Frame]:
    """Requests, responses, reads and ends in order; a frame where the source had no bytes."""
    bounds = [exchange.first_frame for exchange in session.exchanges[1:]] + [len(session.frames)]
    for exchange, bound in zip(session.exchanges, bounds, strict=True):
        if exchange.request is not None:
            yield exchange.request
        if exchange.response is not None:
            yield exchange.response
        frames = (session.frames[at] for at in range(exchange.first_frame, bound))
        yield from _reads_joined(frames)


def _reads_joined(frames: Iterable[Frame]) -> Iterator[Traffic | Frame]:
    held = _Held()
    for frame in frames:
        if _is_bytes(frame):
            yield from held.take(frame)
            continue
        yield from held.release()
        if frame.kind is FrameKind.CLOSED:
            how = Ending(frame.field("how") or Ending.UNKNOWN)
            yield End(how, frame.field("detail") or "", frame.at_ms)
        elif frame.kind is not FrameKind.STRAY or frame.field("too-long"):
            yield frame
    yield from held.release()


class _Held:
    """The read that is under way."""

    def __init__(self) -> None:
        self._data = b""
        self._at_ms: float | None = None

    def take(self, frame: Frame) -> Iterator[Read]:
        """The reads that the next frame ends. One whose time is unknown is a read of its own."""
        done = 0
        for cut in frame.cuts if frame.at_ms is not None else (0,):
            self._hold(frame, done, cut)
            yield from self.release()
            done = cut
        self._hold(frame, done, len(frame.raw))

    def _hold(self, frame: Frame, start: int, stop: int) -> None:
        if start < stop and not self._data:
            self._at_ms = frame.at_ms
        self._data += frame.raw[start:stop]

    def release(self) -> Iterator[Read]:
        if self._data:
            yield Read(self._data, self._at_ms)
        self._data = b""


def _is_bytes(frame: Frame) -> bool:
    """Its bytes came as they are; an event of a source without bytes has no end of its line."""
    return bool(frame.raw) and (frame.kind is not FrameKind.EVENT or frame.raw[-1:] in b"\r\n")
