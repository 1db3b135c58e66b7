"""Chunks of bytes to lines, with bounded memory.

Lines end at LF and nothing else; each keeps its LF, so a last line without one shows as cut off.
A line beyond the limit arrives as an ``OverlongLine`` that holds its beginning only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

MAX_LINE = 256 * 1024 * 1024
"""Bytes of the longest line that is read whole."""

KEPT_OF_OVERLONG = 4096
"""Bytes kept of a line that is longer."""


class OverlongLine(bytes):
    """The first bytes of a line longer than the limit."""


def split_lines(chunks: Iterable[bytes], limit: int = MAX_LINE) -> Iterator[bytes]:
    """The lines of ``chunks``; joined, they are the input, overlong lines excepted."""
    pending: list[bytes] = []
    size = 0
    for chunk in chunks:
        first, *rest = chunk.split(b"\n")
        size += len(first)
        pending.append(first)
        if size > limit:
            pending = [_beginning(pending)]
        for following in rest:
            yield _line(pending, size, limit, b"\n")
            pending, size = [following], len(following)
    if size:
        yield _line(pending, size, limit, b"")


def _line(pieces: list[bytes], size: int, limit: int, end: bytes) -> bytes:
    return OverlongLine(_beginning(pieces)) if size > limit else b"".join(pieces) + end


def _beginning(pieces: list[bytes]) -> bytes:
    return b"".join(pieces)[:KEPT_OF_OVERLONG]
