"""The text of an SSE body, as ``curl -N`` prints it, or ``curl -i -N`` with the response's head.

Bytes are kept exactly. How they were cut into reads is unknown: they are handed on a block at a
time, so that no frame shows a cut that was not there. Times and the request are unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wirelab.steps.importers.importer import HEAD, Head, Imported, Importer
from wirelab.wire.traffic import End, Ending, Headers, Read, Response

MAX_PIECE = 1024 * 1024
"""Bytes without the end of a block after which they are handed on all the same."""

_DATA_LINE = re.compile(r"(?:^|[\r\n])data:")
_FIRST_LINE = re.compile(r":|(?:event|id|retry):|HTTP/[0-9.]+ \d{3}\b")
_BLOCK_END = re.compile(rb"\n\r?\n")
_STATUS_LINE = re.compile(rb"HTTP/[0-9.]+ (\d{3})\b[^\n]*\n")


def _recognises(head: Head) -> bool:
    return bool(_FIRST_LINE.match(head.text) or _DATA_LINE.search(head.text))


def _read(chunks: Iterable[bytes], name: str) -> Iterator[Imported]:
    response, rest = _response(iter(chunks))
    if response is not None:
        yield response
    for piece in pieces(rest):
        yield Read(piece)
    yield End(Ending.UNKNOWN)


def pieces(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes, cut behind the blank lines that end blocks, as far as memory allows."""
    pending = b""
    for chunk in chunks:
        searched = max(len(pending) - 2, 0)
        pending += chunk
        begin = 0
        for end in _BLOCK_END.finditer(pending, searched):
            yield pending[begin : end.end()]
            begin = end.end()
        pending = pending[begin:]
        if len(pending) > MAX_PIECE:
            yield pending
            pending = b""
    if pending:
        yield pending


def _response(chunks: Iterator[bytes]) -> tuple[Response | None, Iterator[bytes]]:
    """The response head the text begins with, the last of several, and what follows it."""
    response = None
    pending = b""
    for chunk in chunks:
        pending += chunk
        while _STATUS_LINE.match(pending) and (end := _BLOCK_END.search(pending)):
            response = _head(pending[: end.end()])
            pending = pending[end.end() :]
        if not b"HTTP/".startswith(pending[:5]) or len(pending) > HEAD:
            break
    return response, _joined(pending, chunks)


def _head(block: bytes) -> Response:
    status, *lines = block.decode("latin-1").split("\n")
    headers: Headers = tuple(
        (name.strip(), value.strip())
        for name, colon, value in (line.partition(":") for line in lines)
        if colon
    )
    return Response(int(status.split()[1]), headers)


def _joined(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


SSE_TEXT = Importer("sse", _recognises, _read)
