"""The lines of a Wire Lab file to steps and back; docs/recording-format.md describes them.

Exactness is the point: whatever bytes a read held, ``write_step`` then ``read_step`` gives them
back. Reading is forgiving about what it does not know (members are kept, a line of an unknown kind
is a ``BadLine``) and strict about what it does (a wrong type is a ``BadLine`` with the reason).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wirelab.errors import SourceError
from wirelab.steps.lines import OverlongLine
from wirelab.steps.record_reader import header_of, step_of
from wirelab.steps.record_text import LineError, NotJsonError, parse_record
from wirelab.steps.record_writer import write_step
from wirelab.steps.step import (
    BadLine,
    CommentStep,
    EventStep,
    FrameStep,
    Header,
    Line,
    Step,
    TrafficStep,
)
from wirelab.steps.step_upgrades import CURRENT, OLDEST, upgrade
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.sse_encoder import encode_comment, encode_event
from wirelab.wire.traffic import Read, Traffic

__all__ = ["read_header", "read_step", "read_steps", "to_traffic", "write_step"]


def read_steps(lines: Iterable[bytes], name: str = "the file") -> Iterator[Line]:
    """The header, then a ``Step`` or a ``BadLine`` for each further line that is not blank.

    name: what to call the file in errors.
    Raises SourceError, before the first item, if line 1 is no header or one of a newer version.
    """
    numbered = enumerate(lines, start=1)
    _, first = next(numbered, (0, b""))
    header = read_header(first, name)
    yield header
    for number, line in numbered:
        if line.strip():
            yield read_step(line, number, header.version)


def read_header(line: bytes, name: str = "the file") -> Header:
    """Line 1 of a file. Raises SourceError if it is no header, or one this version cannot read."""
    try:
        record = parse_record(line.removeprefix(b"\xef\xbb\xbf"))
        version = record.get("wirelab")
        if type(version) is not int or version < OLDEST:
            raise LineError(f'it has no "wirelab": {CURRENT}')
        if version > CURRENT:
            raise SourceError(
                f"{name} was written by a newer Wire Lab "
                f"(format {version}; this one reads up to {CURRENT})"
            )
        return header_of(upgrade(record, version), version)
    except LineError as fault:
        raise SourceError(
            f"line 1 of {name} is not the header of a Wire Lab file: {fault}"
        ) from None


def read_step(line: bytes, number: int, version: int = CURRENT) -> Step | BadLine:
    """A line after the first, of a file whose header says ``version``; never raises."""
    if isinstance(line, OverlongLine):
        return BadLine(number, "the line is too long to be read")
    try:
        step = step_of(upgrade(parse_record(line), version))
    except NotJsonError as fault:
        if not line.endswith(b"\n"):
            return BadLine(number, "the file ends in the middle of this line", cut_off=True)
        return BadLine(number, str(fault))
    except LineError as fault:
        return BadLine(number, str(fault))
    step.line = number
    return step


def to_traffic(step: Step) -> Traffic | Frame | None:
    """What a transport saw, as the step tells it; None for a step that is no traffic.

    A frame whose bytes are unknown gets number 0: whoever joins sources numbers frames.
    """
    match step:
        case TrafficStep():
            return step.traffic
        case EventStep():
            return Read(encode_event(step.payload), step.at_ms)
        case CommentStep():
            return Read(encode_comment(step.text), step.at_ms)
        case FrameStep():
            fields = (("", step.data),) if step.kind is FrameKind.COMMENT else ()
            if step.too_long:
                fields = (("too-long", step.too_long),)
            return Frame(0, step.at_ms, step.kind, step.raw, step.data, fields)
    return None
