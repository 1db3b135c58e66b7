"""The frames of a session, packed: a long recording takes less memory than its file.

It reads as a list of frames. The newest are held as they came; older ones are compressed, a page
of neighbours at a time, and made anew whenever somebody reads them, equal to what they were.
"""

from __future__ import annotations

import marshal
import zlib
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from math import isnan, nan
from typing import Any, overload

from wirelab.wire.frame import Frame, FrameKind

_PAGE_FRAMES = 512
_PAGE_BYTES = 256 * 1024
_MOST_COMPRESSED = 4 * _PAGE_BYTES
"""A page of more, which is one huge frame, stays as it is: nobody waits for its compression."""
_PAGES_OPEN = 4
"""Pages that stay unpacked for whoever reads what lies beside."""
_QUICK = 1
_EVENT = FrameKind.EVENT
_BARE, _PLAIN, _PLAIN_CUT = b"bpc"
_Odd = tuple[int, str, bool, str, tuple[tuple[str, str], ...], tuple[int, ...]]
"""seq, kind, plain, data, fields and cuts of a frame of which ``raw`` does not say it all."""


class _Page:
    """Neighbouring frames, packed.

    times: one a frame, NaN where unknown; None where no time is known. small: it is compressed.
    """

    __slots__ = ("packed", "small", "times")

    def __init__(self, first: int, frames: list[Frame]) -> None:
        codes, ends, parts = bytearray(), array("Q"), []
        odd: dict[int, _Odd] = {}
        end = 0
        for index, frame in enumerate(frames):
            code, kept = _code(frame, first + index), frame.raw
            if code == _BARE:
                kept = frame.data.encode("utf-8", "surrogatepass")
            elif not code:
                cuts, fields = frame.cuts, frame.fields
                odd[index] = frame.seq, frame.kind.value, frame.plain, frame.data, fields, cuts
            codes.append(code)
            parts.append(kept)
            end += len(kept)
            ends.append(end)
        content = marshal.dumps((b"".join(parts), ends.tobytes(), bytes(codes), odd))
        self.small = len(content) <= _MOST_COMPRESSED
        self.packed = zlib.compress(content, _QUICK) if self.small else content
        times = [nan if frame.at_ms is None else frame.at_ms for frame in frames]
        self.times = None if all(map(isnan, times)) else array("d", times)

    def at_ms(self, index: int) -> float | None:
        if self.times is None:
            return None
        at_ms = self.times[index]
        return None if isnan(at_ms) else at_ms


class _OpenPage:
    """A page unpacked; frames are made when they are asked for."""

    def __init__(self, first: int, page: _Page) -> None:
        self._first = first
        self._at_ms = page.at_ms
        content: tuple[bytes, bytes, bytes, dict[int, Any]] = marshal.loads(
            zlib.decompress(page.packed) if page.small else page.packed
        )
        self._kept, ends, self._codes, self._odd = content
        self._ends = array("Q", ends)

    def data(self, index: int) -> str:
        """The data of a frame, without making the frame."""
        code = self._codes[index]
        if not code:
            odd: _Odd = self._odd[index]
            return odd[3]
        start, stop = self._ends[index - 1] if index else 0, self._ends[index]
        if code == _BARE:
            return self._kept[start:stop].decode("utf-8", "surrogatepass")
        return _line_data(self._kept[start:stop])

    def frame(self, index: int) -> Frame:
        start, stop = self._ends[index - 1] if index else 0, self._ends[index]
        raw, code, at_ms = self._kept[start:stop], self._codes[index], self._at_ms(index)
        seq = self._first + index
        if code == _BARE:
            data = raw.decode("utf-8", "surrogatepass")
            return Frame(seq, at_ms, _EVENT, b"", data, plain=True)
        if code:
            cuts = (0,) if code == _PLAIN_CUT else ()
            return Frame(seq, at_ms, _EVENT, raw, _line_data(raw), (), cuts, True)
        seq, kind, plain, data, fields, cuts = self._odd[index]
        return Frame(seq, at_ms, FrameKind(kind), raw, data, fields, cuts, plain)


def _line_data(raw: bytes) -> str:
    """The data of a block that is one ``data`` line, its line end and a blank line."""
    return raw[6 if raw[5:6] == b" " else 5 : -2].decode()


def _code(frame: Frame, position: int) -> int:
    """What of a frame need not be kept beside its bytes; 0 for one that is none of the usual."""
    if not frame.plain or frame.kind is not _EVENT or frame.fields or frame.seq != position:
        return 0
    if not frame.raw:
        return 0 if frame.cuts else _BARE
    if not frame.raw.startswith(b"data:") or frame.cuts not in ((), (0,)):
        return 0
    return _PLAIN_CUT if frame.cuts else _PLAIN


class KeptFrames(Sequence[Frame]):
    """All frames, in order of arrival; ``append`` is the only change there is."""

    def __init__(self) -> None:
        self._pages: list[_Page] = []
        self._firsts: list[int] = []
        self._packed = 0
        self._recent: list[Frame] = []
        self._recent_bytes = 0
        self._open: dict[int, _OpenPage] = {}

    def append(self, frame: Frame) -> None:
        recent = self._recent
        recent.append(frame)
        self._recent_bytes += len(frame.raw) or len(frame.data)
        if len(recent) >= 2 * _PAGE_FRAMES or self._recent_bytes > _PAGE_BYTES:
            self._pack(max(len(recent) // 2, 1))

    def __len__(self) -> int:
        return self._packed + len(self._recent)

    @overload
    def __getitem__(self, index: int) -> Frame: ...
    @overload
    def __getitem__(self, index: slice) -> list[Frame]: ...
    def __getitem__(self, index: int | slice) -> Frame | list[Frame]:
        if isinstance(index, slice):
            return [self[each] for each in range(len(self))[index]]
        position = index if index >= 0 else index + len(self)
        if position >= self._packed:
            return self._recent[position - self._packed]
        if position < 0:
            raise IndexError(index)
        number = bisect_right(self._firsts, position) - 1
        return self._page(number).frame(position - self._firsts[number])

    def __iter__(self) -> Iterator[Frame]:
        position = 0
        while position < len(self):
            yield self[position]
            position += 1

    def data_and_time(self, position: int) -> tuple[str, float | None]:
        """What of a frame makes an event, without making the frame."""
        if position >= self._packed:
            frame = self._recent[position - self._packed]
            return frame.data, frame.at_ms
        number = bisect_right(self._firsts, position) - 1
        index = position - self._firsts[number]
        return self._page(number).data(index), self._pages[number].at_ms(index)

    def at_ms(self, position: int) -> float | None:
        """When a frame arrived, without making it."""
        if position >= self._packed:
            return self._recent[position - self._packed].at_ms
        number = bisect_right(self._firsts, position) - 1
        return self._pages[number].at_ms(position - self._firsts[number])

    def _pack(self, count: int) -> None:
        """Pack the oldest frames that are not."""
        frames = self._recent[:count]
        del self._recent[:count]
        self._recent_bytes -= sum(len(frame.raw) or len(frame.data) for frame in frames)
        self._pages.append(_Page(self._packed, frames))
        self._firsts.append(self._packed)
        self._packed += count

    def _page(self, number: int) -> _OpenPage:
        page = self._open.get(number)
        if page is None:
            if len(self._open) >= _PAGES_OPEN:
                del self._open[next(iter(self._open))]
            page = self._open[number] = _OpenPage(self._firsts[number], self._pages[number])
        return page
