"""The bytes of a frame as lines: each wire line on its own, line ends and read borders visible."""

from __future__ import annotations

import re

from textual.content import Content

from wirelab.tui.paint import ACCENT, BORDER, FAINT, line
from wirelab.tui.wrapping import wrap_lines
from wirelab.views.hex_dump import READ_BORDER
from wirelab.views.safe_text import safe, size
from wirelab.wire.frame import Frame, FrameKind

_MOST_BYTES = 50_000
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)?")
_ENDS = {b"\r\n": "␍␊", b"\r": "␍", b"\n": "␊"}


def frame_lines(frame: Frame, width: int) -> list[Content]:
    """The frame's bytes as text; ``┃`` stands where another network read began."""
    if frame.raw:
        return byte_lines(frame.raw, frame.cuts, width)
    said = "no bytes of its own" if frame.kind is FrameKind.CLOSED else frame.data
    return wrap_lines([Content.styled(safe(said, 2000), FAINT)], width)


def byte_lines(raw: bytes, cuts: tuple[int, ...], width: int) -> list[Content]:
    """The first bytes as text; ``cuts`` are the places at which reads began."""
    if not raw:
        return [Content.styled("no bytes", FAINT)]
    lines, position = [], 0
    for wire_line in _wire_lines(raw[:_MOST_BYTES]):
        lines.append(_with_borders(wire_line, position, cuts))
        position += len(wire_line)
    if len(raw) > _MOST_BYTES:
        more = f"… {size(len(raw) - _MOST_BYTES)} more: x shows all bytes"
        lines.append(Content.styled(more, FAINT))
    return wrap_lines(lines, width, words=False)


def _wire_lines(raw: bytes) -> list[bytes]:
    return [piece for piece in _LINE.findall(raw) if piece]


def _with_borders(wire_line: bytes, start: int, cuts: tuple[int, ...]) -> Content:
    """One line of the wire; a border before each byte at which a read began."""
    inside = [cut - start for cut in cuts if start <= cut < start + len(wire_line)]
    parts, position = [], 0
    for cut in [*inside, len(wire_line)]:
        parts.append(_text(wire_line[position:cut]))
        if cut < len(wire_line):
            parts.append(Content.styled(READ_BORDER, BORDER))
        position = cut
    return line(*parts)


def _text(piece: bytes) -> Content:
    body = piece.rstrip(b"\r\n")
    end = "".join(_ENDS[bytes([byte])] for byte in piece[len(body) :])
    return line(
        safe(body.decode("utf-8", "backslashreplace")), (end, ACCENT if "␍" in end else FAINT)
    )
