"""A scenario of ag-ui-validate: the text of each read, and the gap before it."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterable, Iterator

from wirelab.steps.exporters.exchanges import body_of
from wirelab.steps.exporters.exporter import Export, Exporter, Item
from wirelab.steps.exporters.sse_text import MADE
from wirelab.wire.frame import Frame
from wirelab.wire.traffic import End, Ending, Read, Response

_BROKEN = {Ending.RESET, Ending.TIMEOUT, Ending.CANCELLED, Ending.UNREACHED}


def _write(traffic: Iterable[Item], export: Export) -> Iterator[bytes]:
    """Chunks are written as they come; the type comes first, from the response's head."""
    chunks, content_type, end = _Chunks(export), "text/event-stream", Ending.UNKNOWN
    begun = False
    for item in traffic:
        if isinstance(item, Response):
            content_type = item.header("content-type") or content_type
            chunks.begin(item.at_ms)
        elif isinstance(item, End):
            end = item.how
        text = chunks.take(item)
        if text:
            yield f"{',' if begun else _opening(content_type)}\n{text}".encode()
            begun = True
    rest = chunks.finish()
    if not begun:
        yield _opening(content_type).encode()
    yield f"{',' * (begun and bool(rest))}{rest}\n]{_closing(end, export)}}}\n".encode()


def _opening(content_type: str) -> str:
    return f'{{"contentType":{json.dumps(content_type)},"chunks":['


def _closing(end: Ending, export: Export) -> str:
    if end is Ending.UNKNOWN:
        export.note("how it ended is not known; the scenario ends as if it had been complete")
    elif end in _BROKEN and end is not Ending.RESET:
        export.note(f"that it ended by {end} became an abnormal end")
    return ',"abnormalEof":true' if end in _BROKEN else ""


class _Chunks:
    """Reads to the JSON text of chunks. A character that a read cuts goes to the next one."""

    def __init__(self, export: Export) -> None:
        self._export = export
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._last_ms = 0.0
        self._gap_ms = 0.0

    def begin(self, at_ms: float | None) -> None:
        self._last_ms = at_ms or 0.0

    def take(self, item: Item) -> str:
        if not isinstance(item, Read | Frame):
            return ""
        if isinstance(item, Frame):
            self._export.note(MADE)
        if item.at_ms is None:
            self._export.note("times that are not known were written as no gap at all")
        else:
            self._gap_ms += max(item.at_ms - self._last_ms, 0.0)
            self._last_ms = max(item.at_ms, self._last_ms)
        return self._chunk(item.data if isinstance(item, Read) else body_of(item))

    def finish(self) -> str:
        return self._chunk(b"", final=True)

    def _chunk(self, data: bytes, *, final: bool = False) -> str:
        text = self._decoder.decode(data, final)
        waiting = self._decoder.getstate()[0]
        if "\ufffd" in text and b"\xef\xbf\xbd" not in data:
            self._export.note("bytes that are no UTF-8 became U+FFFD")
        if waiting:
            self._export.note("characters that were cut between two reads are whole in the second")
        if not text:
            return ""
        gap, self._gap_ms = round(self._gap_ms, 3), 0.0
        return json.dumps({"gapMs": int(gap) if gap == int(gap) else gap, "text": text})


AG_UI_VALIDATE = Exporter(
    "ag-ui-validate",
    ("scenario.json",),
    "a scenario of ag-ui-validate: text and gaps of one answer",
    frozenset({"bytes", "times", "end"}),
    _write,
    holds_one=True,
)
