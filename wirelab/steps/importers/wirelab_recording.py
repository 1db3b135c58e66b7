"""Our own recordings: every line is a step, every step is traffic or a frame.

An exchange that the file leaves open gets its end: how it ended is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wirelab.errors import SourceError
from wirelab.steps.importers.importer import Head, Imported, Importer
from wirelab.steps.lines import split_lines
from wirelab.steps.step import BadLine, FileKind, Header, Step
from wirelab.steps.step_codec import read_header, read_steps, to_traffic
from wirelab.wire.traffic import End, Ending, Request


def _recognises(head: Head) -> bool:
    return head.text.startswith('{"wirelab"') or (
        head.first is not None and "wirelab" in head.first
    )


def _read(chunks: Iterable[bytes], name: str) -> Iterator[Imported]:
    under_way = False
    for line in read_steps(split_lines(chunks), name):
        item = _imported(line, name)
        if isinstance(item, Request) and under_way:
            yield End(Ending.UNKNOWN)
        if not isinstance(item, Header | BadLine):
            under_way = not isinstance(item, End)
        yield item
    if under_way:
        yield End(Ending.UNKNOWN)


def _examine(head: Head, name: str) -> None:
    if "\n" in head.text:
        _imported(read_header(head.data.split(b"\n", 1)[0], name), name)


def _imported(line: Header | Step | BadLine, name: str) -> Imported:
    match line:
        case Header(kind=FileKind.RECORDING) | BadLine():
            return line
        case Header(kind=FileKind.SCENARIO):
            raise SourceError(f"{name} is a scenario, which an agent plays; it is no recording")
        case Header():
            raise SourceError(f"{name} holds cases for the rules; it is no recording")
    return to_traffic(line) or BadLine(line.line, "a recording has no step of this kind")


RECORDING = Importer("recording", _recognises, _read, _examine)
