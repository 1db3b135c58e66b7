"""JSON Lines: bytes in, frames out, one EVENT a line, the last one with or without its line end.

Invariant: joining ``raw`` gives the body back, and any split of it gives the same frames, ``cuts``
and times apart. Lines end at LF (a CR before it is no content: jsonlines.org). Blank lines belong
to the line that follows; at the end of the body they are an empty COMMENT. A leading BOM stays in
``raw`` only. A line too long is let go in STRAY pieces, marked ``too-long`` in ``fields``.
"""

from __future__ import annotations

from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.stream_decoder import BOM, MAX_FRAME_BYTES, StreamDecoder

_BLANK = " \t\r\n"


class NdjsonDecoder(StreamDecoder):
    """One body's decoder."""

    def __init__(self, first_seq: int = 0, max_frame_bytes: int = MAX_FRAME_BYTES) -> None:
        super().__init__(first_seq, max_frame_bytes)
        self._begin_body()

    def _begin_body(self) -> None:
        self._line_at = 0  # where the current line began in the bytes held
        self._first_line = True
        self._too_long = ""

    def feed(self, data: bytes, at_ms: float | None) -> list[Frame]:
        frames: list[Frame] = []
        if not data:
            return frames
        self._begin_read(at_ms)
        pos = 0
        while (end := data.find(b"\n", pos)) >= 0:
            begin = pos
            if not self._raw and not self._first_line and not self._too_long:
                pos = self._take_plain(data, pos, end, at_ms, frames)
            if pos > begin:
                continue
            self._hold(data, pos, end + 1, at_ms, frames)
            self._end_line(frames)
            pos = end + 1
        if pos < len(data):
            self._hold(data, pos, len(data), at_ms, frames)
        return frames

    def _take_plain(
        self, data: bytes, pos: int, end: int, at_ms: float | None, frames: list[Frame]
    ) -> int:
        """The hot path: whole lines that begin an object. Returns where it stopped.

        The rest of the decoder would give the same frames. end: where the first line ends.
        """
        seq, cuts = self.next_seq, self._cuts
        while data.startswith(b"{", pos) and end >= 0 and end - pos < self._limit:
            raw = data[pos : end + 1]
            text = raw.decode("utf-8", "replace").removesuffix("\n").removesuffix("\r")
            frames.append(Frame(seq, at_ms, FrameKind.EVENT, raw, text, (), tuple(cuts)))
            seq += 1
            cuts.clear()
            pos = end + 1
            end = data.find(b"\n", pos)
        self.next_seq = seq
        return pos

    def finish(self) -> list[Frame]:
        frames: list[Frame] = []
        if self._raw:
            self._end_line(frames)
        if self._raw:
            frames.append(self._release(FrameKind.COMMENT, ""))
        self._begin_body()
        return frames

    def _end_line(self, frames: list[Frame]) -> None:
        if self._too_long:
            frames.append(self._release_too_long(self._too_long))
            self._too_long = ""
        elif (text := self._text(self._content_start(), len(self._raw))).strip(_BLANK):
            line = text.removesuffix("\n").removesuffix("\r")
            frames.append(self._release(FrameKind.EVENT, line))
        self._line_at = len(self._raw)

    def _content_start(self) -> int:
        if self._first_line:
            self._first_line = False
            if self._raw.startswith(BOM):
                return len(BOM)
        return self._line_at

    def _overflow(self, frames: list[Frame]) -> None:
        if self._too_long or self._line_at < len(self._raw):
            self._too_long = f"{self._limit} bytes"
            frames.append(self._release_too_long(self._too_long))
        else:  # blank lines and nothing else
            frames.append(self._release(FrameKind.COMMENT, ""))
        self._first_line = False
        self._line_at = 0
