"""A JSON array of events. It is cut at its top-level commas without being parsed, so that an
element that is broken, nested without end or full of repeated keys is shown as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wirelab.steps.importers.event_lines import bare_frame
from wirelab.steps.importers.importer import Imported, Importer
from wirelab.steps.lines import KEPT_OF_OVERLONG, MAX_LINE, OverlongLine
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.stream_decoder import BOM
from wirelab.wire.traffic import End, Ending

_IS_ARRAY = re.compile(r"\[\s*(\{|\]\s*$)")
_OUTSIDE_STRING = re.compile(rb'["\[\]{},]')
_INSIDE_STRING = re.compile(rb'["\\]')


class ElementCutter:
    """Cuts one JSON array, fed in chunks, into the text of its elements; holds at most one.

    An element longer than ``limit`` bytes comes out as an ``OverlongLine``. Text behind the array
    counts as an element: nothing of the input is passed over.
    """

    def __init__(self, limit: int = MAX_LINE) -> None:
        self._limit = limit
        self._depth = 0
        self._in_string = False
        self._escaped = False
        self._element = bytearray()
        self._overlong = False

    def take(self, chunk: bytes) -> Iterator[bytes]:
        """The elements that end in ``chunk``, without the white space around them."""
        begin, at = 0, int(self._escaped)
        self._escaped = self._escaped and not chunk
        while found := (_INSIDE_STRING if self._in_string else _OUTSIDE_STRING).search(chunk, at):
            sign, at = found[0], found.end()
            if sign == b"\\":
                self._escaped = at == len(chunk)
                at += 1
            elif sign == b'"':
                self._in_string = not self._in_string
            elif self._is_border(sign):
                self._keep(chunk[begin : found.start()])
                yield from self.finish()
                begin = at
        self._keep(chunk[begin:])

    def finish(self) -> Iterator[bytes]:
        """The element that is held, if it is one."""
        element = bytes(self._element).strip()
        if self._overlong:
            yield OverlongLine(element[:KEPT_OF_OVERLONG])
        elif element not in (b"", BOM):
            yield element
        self._element.clear()
        self._overlong = False

    def _is_border(self, sign: bytes) -> bool:
        if sign == b",":
            return self._depth <= 1
        if sign in b"[{":
            self._depth += 1
            return self._depth == 1
        self._depth = max(self._depth - 1, 0)
        return self._depth == 0

    def _keep(self, piece: bytes) -> None:
        self._overlong = self._overlong or len(self._element) + len(piece) > self._limit
        if not self._overlong:
            self._element += piece
        else:
            self._element = (self._element + piece)[:KEPT_OF_OVERLONG]


def _read(chunks: Iterable[bytes], name: str) -> Iterator[Imported]:
    cutter = ElementCutter()
    for chunk in chunks:
        yield from map(_frame, cutter.take(chunk))
    yield from map(_frame, cutter.finish())
    yield End(Ending.UNKNOWN)


def _frame(element: bytes) -> Frame:
    if not isinstance(element, OverlongLine):
        return bare_frame(element)
    bound = f"{MAX_LINE} bytes"
    return Frame(
        0, None, FrameKind.STRAY, b"", f"no end of an event within {bound}", (("too-long", bound),)
    )


EVENT_ARRAY = Importer("event-array", lambda head: bool(_IS_ARRAY.match(head.text)), _read)
