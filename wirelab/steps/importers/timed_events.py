"""Events with their times, one object a line: ``{"t": seconds, "data": event}``, and for blocks
that hold no event ``{"t": seconds, "sse": [lines]}``. Bytes and request are unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from wirelab.steps.importers.event_lines import bare_frame
from wirelab.steps.importers.importer import Head, Imported, Importer, json_object
from wirelab.steps.lines import OverlongLine, split_lines
from wirelab.steps.step import LONGEST_MS, BadLine
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.sse_encoder import canonical_json
from wirelab.wire.traffic import End, Ending


def _recognises(head: Head) -> bool:
    return head.first is not None and set(head.first) in ({"t", "data"}, {"t", "sse"})


def _read(chunks: Iterable[bytes], name: str) -> Iterator[Imported]:
    for number, line in enumerate(split_lines(chunks), start=1):
        if isinstance(line, OverlongLine):
            yield BadLine(number, "the line is too long to be read")
        elif line.strip():
            yield _frame(line.strip())
    yield End(Ending.UNKNOWN)


def _frame(line: bytes) -> Frame:
    record = json_object(line.decode("utf-8", "replace"))
    if record is not None and "data" in record:
        return _event(record, line)
    if record is not None and "sse" in record:
        return _comment(record["sse"], _at_ms(record))
    return bare_frame(line)


def _event(record: dict[str, Any], line: bytes) -> Frame:
    try:
        return bare_frame(canonical_json(record["data"]).encode("utf-8"), _at_ms(record))
    except RecursionError:
        return bare_frame(line, _at_ms(record))


def _comment(lines: Any, at_ms: float | None) -> Frame:
    texts = [str(line) for line in lines] if isinstance(lines, list) else [str(lines)]
    fields = tuple(map(_field, texts))
    data = "\n".join(value for name, value in fields if not name)
    return Frame(0, at_ms, FrameKind.COMMENT, b"", data, fields)


def _field(line: str) -> tuple[str, str]:
    name, _, value = line.encode("utf-8", "replace").decode("utf-8").partition(":")
    return name, value.removeprefix(" ")


def _at_ms(record: dict[str, Any]) -> float | None:
    seconds: Any = record.get("t")
    known = type(seconds) in (int, float) and 0 <= seconds <= LONGEST_MS / 1000
    return round(seconds * 1000, 3) if known else None


TIMED_EVENTS = Importer("timed-events", _recognises, _read)
