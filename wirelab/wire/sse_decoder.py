"""Server-sent events: bytes in, frames out, by the grammar of the WHATWG HTML standard (9.2.5).

Invariant: joining ``raw`` gives the body back, and any split of it gives the same frames, ``cuts``
and times apart. What SSE clients drop is kept: comments, ignored fields, stray lines, the rest.

- Blank lines before a block belong to it; at the end of the body they are an empty COMMENT.
- A stray line at the start of a block is a STRAY frame of its own. Among a block's other lines it
  is one too, at once and with an empty ``raw``: its bytes stay in the block's frame, which follows.
- A CR that ends the bytes so far waits for the next one, which may be its LF. The blank line of a
  stream of bare CRs does not wait: an LF right behind it would open the next frame's ``raw``.
- An unfinished last line that no field can begin with is stray, not cut off.
- A block too long ends at its blank line like any other; its pieces are STRAY, marked
  ``too-long`` in ``fields``.
"""

from __future__ import annotations

from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.stream_decoder import BOM, MAX_FRAME_BYTES, StreamDecoder

MAX_BLOCK_LINES = 1_000_000
"""A block of more lines is let go as too long: lines cost many times their bytes in memory."""

_EVENT = FrameKind.EVENT
_LF, _CR, _SPACE = b"\n\r "
_NAMES = {b"": "", b"data": "data", b"event": "event", b"id": "id", b"retry": "retry"}
_LONGEST = len(b"retry:")


class SseDecoder(StreamDecoder):
    """One body's decoder. Feeding costs time linear in the bytes, however they are cut."""

    def __init__(
        self,
        first_seq: int = 0,
        max_frame_bytes: int = MAX_FRAME_BYTES,
        max_block_lines: int = MAX_BLOCK_LINES,
    ) -> None:
        super().__init__(first_seq, max_frame_bytes)
        self._max_lines = max_block_lines
        self._begin_body()

    def _begin_body(self) -> None:
        self._fields: list[tuple[str, str]] = []
        self._line_at = 0  # where the current line began in the bytes held; below 0: let go of
        self._first_line = True
        self._open_cr = False  # the bytes held end in a CR whose LF may follow
        self._owed_lf = False  # a line was ended at its CR; an LF right behind belongs to that end
        self._bare_cr = False  # the line before ended in a CR alone
        self._too_long = ""

    def feed(self, data: bytes, at_ms: float | None) -> list[Frame]:
        frames: list[Frame] = []
        if not data:
            return frames
        self._begin_read(at_ms)
        pos = 0
        if self._open_cr or self._owed_lf:
            pos = self._take_other_half(data, 0, at_ms, frames)
        size, cr = len(data), -1
        while pos < size:
            # Searched again only when passed: a read without any CR is searched for one once.
            if cr < pos and (cr := data.find(b"\r", pos)) < 0:
                cr = size
            begin = pos
            if not self._raw and not self._too_long:
                pos = self._take_plain(data, pos, cr, at_ms, frames)
            if pos == begin:
                pos = self._take_line(data, pos, cr, at_ms, frames)
        return frames

    def finish(self) -> list[Frame]:
        frames: list[Frame] = []
        if self._open_cr:
            self._end_line(1, frames)
        if self._raw and self._too_long:
            frames.append(self._release_too_long(self._too_long))
        elif self._raw:
            self._take_rest(frames)
        self._begin_body()
        return frames

    def _take_plain(
        self, data: bytes, pos: int, cr: int, at_ms: float | None, frames: list[Frame]
    ) -> int:
        """The hot path: whole blocks of one ``data`` line, straight from the read.

        The rest of the decoder would give the same frames. Returns where it stopped.
        """
        begin, find, starts, limit = pos, data.find, data.startswith, self._limit
        seq = self.next_seq
        cuts = tuple(self._cuts)
        while starts(b"data:", pos):
            end, blank = find(b"\n", pos, cr), b"\n\n"
            if end < 0:
                end, blank = cr, b"\r\n\r\n"
            stop = end + len(blank)
            if not starts(blank, end) or stop - pos > limit:
                break
            value = pos + 6 if data[pos + 5] == _SPACE else pos + 5
            text = data[value:end].decode("utf-8", "replace")
            plain = len(blank) == 2 and "\ufffd" not in text
            frames.append(Frame(seq, at_ms, _EVENT, data[pos:stop], text, (), cuts, plain))
            pos, cuts = stop, ()
            seq += 1
            if cr < pos and (cr := find(b"\r", pos)) < 0:
                cr = len(data)
        if pos > begin:
            self.next_seq = seq
            self._cuts.clear()
            self._first_line = self._bare_cr = False
        return pos

    def _take_line(
        self, data: bytes, pos: int, cr: int, at_ms: float | None, frames: list[Frame]
    ) -> int:
        """Hold bytes up to the next line end and end the line there. Returns where it stopped.

        cr: where the next CR is, the length of ``data`` if there is none.
        """
        end = data.find(b"\n", pos, cr)
        if end >= 0:
            self._hold(data, pos, end + 1, at_ms, frames)
            self._end_line(1, frames)
            return end + 1
        if cr < len(data):
            return self._take_cr_line(data, pos, cr, at_ms, frames)
        self._hold(data, pos, cr, at_ms, frames)
        return cr

    def _take_cr_line(
        self, data: bytes, pos: int, cr: int, at_ms: float | None, frames: list[Frame]
    ) -> int:
        stop = cr + 1
        self._owed_lf = self._bare_cr and cr == pos and self._line_at == len(self._raw)
        self._open_cr = not self._owed_lf
        self._hold(data, pos, stop, at_ms, frames)
        if self._owed_lf:
            self._end_line(1, frames)
        if stop < len(data):
            stop += self._take_other_half(data, stop, at_ms, frames)
        return stop

    def _take_other_half(
        self, data: bytes, pos: int, at_ms: float | None, frames: list[Frame]
    ) -> int:
        """Behind a CR: take its LF, if that is what follows. Returns how many bytes it took."""
        taken = 1 if data[pos] == _LF else 0
        if taken:
            self._hold(data, pos, pos + 1, at_ms, frames)
        if self._open_cr:
            self._end_line(1 + taken, frames)
        self._line_at = len(self._raw)
        self._open_cr = self._owed_lf = False
        return taken

    def _end_line(self, ending: int, frames: list[Frame]) -> None:
        """The bytes held end in a line end of that many bytes."""
        start, stop = self._content_start(), len(self._raw) - ending
        self._bare_cr = ending == 1 and self._raw[stop] == _CR
        if start == stop:
            self._end_block(frames)
        elif not self._too_long:
            self._take_field(start, stop, frames)
        self._line_at = len(self._raw)

    def _content_start(self) -> int:
        if self._first_line:
            self._first_line = False
            if self._raw.startswith(BOM):
                self._line_at = len(BOM)
        return self._line_at

    def _end_block(self, frames: list[Frame]) -> None:
        if self._too_long:
            frames.append(self._release_too_long(self._too_long))
            self._too_long = ""
        elif self._fields:
            values = [value for name, value in self._fields if name == "data"]
            if values:
                ignored = tuple(field for field in self._fields if field[0] != "data")
                frames.append(self._release(_EVENT, "\n".join(values), ignored))
            else:
                frames.append(self._release_comment())
            self._fields = []

    def _take_field(self, start: int, stop: int, frames: list[Frame]) -> None:
        name, _ = self._name(start, stop)
        if name not in _NAMES:
            self._take_stray(start, stop, frames)
            return
        self._add_field(name, start, stop)
        if len(self._fields) > self._max_lines:
            self._let_go(f"{self._max_lines} lines", frames)

    def _name(self, start: int, stop: int) -> tuple[bytes, bytes]:
        """A line's field name and its colon, if it has one; long names are shortened."""
        name, colon, _ = bytes(self._raw[start : min(start + _LONGEST, stop)]).partition(b":")
        return name, colon

    def _add_field(self, name: bytes, start: int, stop: int) -> None:
        value = min(start + len(name) + 1, stop)
        if value < stop and self._raw[value] == _SPACE:
            value += 1
        self._fields.append((_NAMES[name], self._text(value, stop)))

    def _take_stray(self, start: int, stop: int, frames: list[Frame]) -> None:
        text = self._text(start, stop)
        if self._fields:
            frames.append(Frame(self.next_seq, self._at_ms, FrameKind.STRAY, b"", text))
            self.next_seq += 1
        else:
            frames.append(self._release(FrameKind.STRAY, text))

    def _take_rest(self, frames: list[Frame]) -> None:
        """What is left at the end of the body: no blank line ended it."""
        start, stop = self._content_start(), len(self._raw)
        undecided = False  # the line may have been about to become a field
        if start < stop:
            name, colon = self._name(start, stop)
            undecided = not colon and any(known.startswith(name) for known in _NAMES)
            if not undecided:
                self._take_field(start, stop, frames)
        if not self._raw:
            return
        if undecided or any(name for name, _ in self._fields):
            text = self._text(0, stop).removeprefix("\ufeff").strip("\r\n")
            frames.append(self._release(FrameKind.CUT_OFF, text, tuple(self._fields)))
        else:
            frames.append(self._release_comment())

    def _release_comment(self) -> Frame:
        text = "\n".join(value for name, value in self._fields if not name)
        return self._release(FrameKind.COMMENT, text, tuple(self._fields))

    def _overflow(self, frames: list[Frame]) -> None:
        if self._fields or self._too_long or self._line_at < len(self._raw):
            self._let_go(self._too_long or f"{self._limit} bytes", frames)
        else:  # blank lines and nothing else: no block has begun
            self._line_at -= len(self._raw)
            frames.append(self._release_comment())

    def _let_go(self, bound: str, frames: list[Frame]) -> None:
        self._line_at -= len(self._raw)
        self._first_line = False
        self._fields = []
        self._too_long = bound
        frames.append(self._release_too_long(bound))
