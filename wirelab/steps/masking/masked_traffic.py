"""Traffic whose contents are masked: the same reads at the same times, as long as they were.

Frames are masked whole, wherever reads cut them, and cut again at the same places.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace

from wirelab.errors import SourceError
from wirelab.steps.masking.content_groups import Groups
from wirelab.steps.masking.masked_data import ContentMask
from wirelab.steps.redaction import redact
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Headers, Read, Request, Response, Traffic

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)?")
_DATA = re.compile(rb"data:? ?")
_COMMENT = re.compile(rb"(?:^|(?<=[\r\n])):[^\r\n]*")
_FIELD = re.compile(rb"(?:event|id|retry|data)?: ?")


def masked(
    items: Iterable[Traffic | Frame], groups: Groups, values: Iterable[str], name: str
) -> Iterator[Traffic | Frame]:
    """The items without secrets, without ``values`` wherever they stand, and with the contents of
    ``groups`` masked.

    Raises SourceError for a protobuf stream whose contents are to be masked.
    """
    masking = _Masking(groups, values, name)
    for item in items:
        yield from masking.take(item)
    yield from masking.finish()


class _Masking:
    def __init__(self, groups: Groups, values: Iterable[str], name: str) -> None:
        self._groups, self._name = groups, name
        self._content = ContentMask(groups)
        self._values = _Values(values)
        self._framing = Framing()
        self._reads: deque[Read] = deque()
        self._bytes = bytearray()

    def take(self, item: Traffic | Frame) -> Iterator[Traffic | Frame]:
        if isinstance(item, Frame):
            yield self._frame(item)
            return
        if isinstance(item, Read):
            self._reads.append(item)
        for arrival in self._framing.take(item):
            if isinstance(arrival, Frame):
                self._bytes += self._raw(arrival)
        yield from self._complete()
        if not isinstance(item, Read):
            yield from self.finish()
            yield self._values.without(self._head(redact(item)))

    def finish(self) -> Iterator[Read]:
        """The reads that are still held, at the end of an exchange."""
        yield from self._complete()
        while self._reads:
            rest = self._reads.popleft()
            yield replace(rest, data=self._content.text(self._values.out_of(rest.data)))

    def _complete(self) -> Iterator[Read]:
        """The reads all of whose bytes belong to frames that have ended."""
        while self._reads and len(self._reads[0].data) <= len(self._bytes):
            read = self._reads.popleft()
            yield replace(read, data=bytes(self._bytes[: len(read.data)]))
            del self._bytes[: len(read.data)]

    def _head(self, item: Traffic) -> Traffic:
        if isinstance(item, Request):
            return replace(item, body=self._content.input(item.body))
        return item

    def _frame(self, frame: Frame) -> Frame:
        """A frame of which only the data is known."""
        data = self._values.out_of(frame.data.encode("utf-8", "surrogatepass"))
        is_event = frame.kind is FrameKind.EVENT
        data = self._content.event(data) if is_event else self._content.text(data)
        return replace(frame, data=data.decode("utf-8", "surrogatepass"), raw=b"")

    def _raw(self, frame: Frame) -> bytes:
        if frame.kind is FrameKind.BINARY and self._groups:
            raise SourceError(
                f"{self._name} is a protobuf stream, whose contents cannot be masked; "
                "without --also only headers, URLs and values of the environment are"
            )
        raw = self._values.out_of(frame.raw)
        if not self._groups or frame.kind is FrameKind.CLOSED:
            return raw
        if frame.kind is not FrameKind.EVENT:
            return self._lines(raw)
        places = _data_places(raw)
        if not places:
            return self._content.event(raw)
        data = b"\n".join(raw[start:stop] for start, stop in places)
        raw = _put_back(raw, places, self._content.event(data))
        return _COMMENT.sub(lambda found: self._content.text(found[0]), raw)

    def _lines(self, raw: bytes) -> bytes:
        """What is no event: each line's text, behind the name of its field."""
        pieces = []
        for line in _LINE.findall(raw):
            field = _FIELD.match(line)
            kept = field[0] if field is not None else b""
            pieces += [kept, self._content.text(line[len(kept) :])]
        return b"".join(pieces)


def _data_places(raw: bytes) -> list[tuple[int, int]]:
    """Where the lines of ``data`` of an SSE frame stand."""
    places = []
    for line in _LINE.finditer(raw):
        field = _DATA.match(line[0].removeprefix(b"\xef\xbb\xbf"))
        if field is not None:
            bom = 3 * line[0].startswith(b"\xef\xbb\xbf")
            start = line.start() + bom + field.end()
            places.append((start, start + len(raw[start : line.end()].rstrip(b"\r\n"))))
    return places


def _put_back(raw: bytes, places: list[tuple[int, int]], data: bytes) -> bytes:
    """The frame with other data of the same length."""
    pieces, done = [], 0
    for start, stop in places:
        pieces += [raw[done:start], data[: stop - start]]
        data, done = data[stop - start + 1 :], stop
    return b"".join([*pieces, raw[done:]])


class _Values:
    """Values that are to be found nowhere, as they are and as JSON writes them."""

    def __init__(self, values: Iterable[str]) -> None:
        forms = {form for value in values for form in _written_forms(value)}
        longest_first = sorted(map(re.escape, forms), key=len, reverse=True)
        self._pattern = re.compile(b"|".join(longest_first)) if forms else None

    def out_of(self, data: bytes) -> bytes:
        if self._pattern is None:
            return data
        return self._pattern.sub(lambda found: b"x" * len(found[0]), data)

    def without(self, item: Traffic) -> Traffic:
        """A head or an end without the values."""
        match item:
            case Request():
                headers, url = self._headers(item.headers), self._text(item.url)
                return replace(item, url=url, headers=headers, body=self.out_of(item.body))
            case Response():
                return replace(item, headers=self._headers(item.headers))
            case End():
                return replace(item, detail=self._text(item.detail))
        return item

    def _headers(self, headers: Headers) -> Headers:
        return tuple((name, self._text(value)) for name, value in headers)

    def _text(self, text: str) -> str:
        return self.out_of(text.encode("utf-8", _ANY)).decode("utf-8", _ANY)


_ANY = "surrogatepass"


def _written_forms(value: str) -> set[bytes]:
    """A value as a header holds it, and as JSON may write it."""
    texts = (value, json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1])
    return {text.encode("utf-8", "surrogateescape") for text in texts}
