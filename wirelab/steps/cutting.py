"""Part of some traffic: the frames that are wanted, at their times, and the heads they belong to.

A read keeps the bytes of its frames that are wanted, and goes where none is; an exchange of which
nothing is wanted goes whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from wirelab.wire.frame import Frame
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

Item = Traffic | Frame


def cut(items: Iterable[Item], wanted: Callable[[int], bool]) -> Iterator[Item]:
    """The part of ``items`` whose frames are wanted, by their numbers over the whole source.

    The frame that says how an exchange ended is asked for as well.
    """
    cutting = _Cutting(wanted)
    for item in items:
        yield from cutting.take(item)
    yield from cutting.finish()


class _Cutting:
    def __init__(self, wanted: Callable[[int], bool]) -> None:
        self._wanted = wanted
        self._framing = Framing()
        self._heads: list[Traffic] = []
        self._reads: deque[Read] = deque()
        self._spans: deque[tuple[int, bool]] = deque()
        self._known = 0

    def take(self, item: Item) -> Iterator[Item]:
        if isinstance(item, Read):
            self._reads.append(item)
        frames = [each for each in self._framing.take(item) if isinstance(each, Frame)]
        if isinstance(item, Frame | End):
            yield from self._frames(frames[:-1])
            if self._wanted(frames[-1].seq):
                yield from self._begun()
                yield item
            return
        yield from self._frames(frames)
        if isinstance(item, Request):
            self._heads = [item]
        elif isinstance(item, Response):
            self._heads.append(item)

    def finish(self) -> Iterator[Item]:
        """What the last exchange still holds, if it did not end."""
        *frames, _ = self._framing.take(End(Ending.UNKNOWN))
        yield from self._frames(frames)

    def _frames(self, frames: Iterable[object]) -> Iterator[Item]:
        for frame in frames:
            if isinstance(frame, Frame) and frame.raw:
                self._spans.append((len(frame.raw), self._wanted(frame.seq)))
                self._known += len(frame.raw)
        while self._reads and len(self._reads[0].data) <= self._known:
            read = self._reads.popleft()
            data = b"".join(self._kept(read.data))
            if data:
                yield from self._begun()
                yield replace(read, data=data)

    def _kept(self, data: bytes) -> Iterator[bytes]:
        """The wanted bytes of a read, whose frames are known."""
        self._known -= len(data)
        while data:
            length, kept = self._spans.popleft()
            if length > len(data):
                self._spans.appendleft((length - len(data), kept))
            if kept:
                yield data[:length]
            data = data[length:]

    def _begun(self) -> Iterator[Traffic]:
        """The heads of the exchange, once."""
        heads, self._heads = self._heads, []
        yield from heads
