"""The text of an SSE body, as ``curl -N`` prints it, or ``curl -i -N`` with the response's head.

Bytes are kept exactly. How they were cut into reads, times and the request are unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wirelab.steps.importers.importer import HEAD, Head, Imported, Importer
from wirelab.wire.traffic import End, Ending, Headers, Read, Response

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
    for chunk in rest:
        yield Read(chunk)
    yield End(Ending.UNKNOWN)


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
    return Response(int(status.split()[1][:3]), headers)


def _joined(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


SSE_TEXT = Importer("sse", _recognises, _read)
