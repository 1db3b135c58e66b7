"""Plain events, one JSON object a line. A line that is none becomes a frame all the same, so that
the verdict can show it; one too long to be held becomes one stray frame. Blank lines are dropped;
times, bytes and the request are unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wirelab.steps.importers.importer import Head, Imported, Importer, json_object
from wirelab.steps.lines import MAX_LINE
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.ndjson_decoder import NdjsonDecoder
from wirelab.wire.stream_decoder import BOM
from wirelab.wire.traffic import End, Ending

_TYPE_FIRST = re.compile(r'\{ ?"type" ?: ?"')


def bare_frame(data: bytes, at_ms: float | None = None) -> Frame:
    """An event frame of which only the data is known; ``raw`` stays where it is no UTF-8."""
    text = data.decode("utf-8", "replace")
    raw = _not_utf8(data, text)
    return Frame(0, at_ms, FrameKind.EVENT, raw, text, plain=not raw)


def _not_utf8(data: bytes, text: str) -> bytes:
    return data if "\ufffd" in text and text.encode("utf-8") != data else b""


def _read(chunks: Iterable[bytes], name: str) -> Iterator[Imported]:
    decoder = NdjsonDecoder(max_frame_bytes=MAX_LINE)
    in_piece = False
    for frame in _frames(decoder, chunks):
        if frame.kind is FrameKind.EVENT:
            yield _light(frame)
        elif frame.kind is FrameKind.STRAY:
            if not in_piece:
                yield _light(frame)
            in_piece = not frame.raw.endswith(b"\n")
    yield End(Ending.UNKNOWN)


def _frames(decoder: NdjsonDecoder, chunks: Iterable[bytes]) -> Iterator[Frame]:
    for chunk in chunks:
        yield from decoder.feed(chunk, None)
    yield from decoder.finish()


def _light(frame: Frame) -> Frame:
    """Without its bytes: the file's line ends are not the stream's."""
    if "\ufffd" in frame.data:
        return bare_frame(frame.raw.removeprefix(BOM).strip())
    frame.data = frame.data.strip(" \t\r\n")
    frame.seq, frame.raw, frame.plain = 0, b"", frame.kind is FrameKind.EVENT
    return frame


def _has_events(head: Head) -> bool:
    if _TYPE_FIRST.match(head.text):
        return True
    return head.lines[0].strip() not in ("{", "[") and any(map(_is_event, head.lines))


def _is_event(line: str) -> bool:
    event = json_object(line) if line.lstrip().startswith("{") else None
    return event is not None and isinstance(event.get("type"), str)


def _has_objects(head: Head) -> bool:
    return head.first is not None or head.text.startswith(('{"', '{ "'))


EVENT_LINES = Importer("events", _has_events, _read)
OBJECT_LINES = Importer("events", _has_objects, _read)
"""The same for JSON objects without a single event in the file's beginning: all of it is shown,
and the verdict says what is wrong with it."""
