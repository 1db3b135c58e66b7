"""A capture kept in several files: ``x.sse`` (or ``.bin``, ``.body``) is a response's body as it
came, ``x.headers.json`` the heads of request and response and how it ended, ``x.chunks.jsonl`` the
reads (offset, length, seconds), ``x.request.json`` the request's body.

Together they hold all that a recording of ours holds. Named is the body or the list of reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from wirelab.errors import SourceError
from wirelab.steps.importers.importer import Imported, Importer, json_object
from wirelab.steps.lines import split_lines
from wirelab.steps.step import BadLine
from wirelab.transports.source import CHUNK
from wirelab.wire.traffic import End, Ending, Headers, Read, Request, Response

_BODIES = (".sse", ".bin", ".body")
_READS = ".chunks.jsonl"
_HEADS = ".headers.json"
_REQUEST = ".request.json"
_LARGEST_HEADS = 1024 * 1024


def split_capture(path: Path) -> Importer | None:
    """How to read the capture that the file at ``path`` belongs to; None if it stands alone."""
    stem, body = _body(path)
    heads = _heads(stem) if body is not None else None
    if body is None or heads is None:
        return None

    def read(chunks: Iterable[bytes], name: str) -> Iterator[Imported]:
        try:
            yield from _exchange(stem, body, heads)
        except OSError as error:
            raise SourceError(f"{body} cannot be read: {error.strerror}") from None

    return Importer("split-capture", lambda head: False, read)


def _body(path: Path) -> tuple[str, Path | None]:
    """What the capture's files share, and the one with the body."""
    text = str(path)
    ending = next((end for end in (*_BODIES, _READS) if text.endswith(end)), None)
    if ending is None:
        return text, None
    stem = text.removesuffix(ending)
    bodies = [path] if ending != _READS else [Path(stem + end) for end in _BODIES]
    return stem, next((body for body in bodies if body.is_file()), None)


def _heads(stem: str) -> dict[str, Any] | None:
    heads = json_object(_contents(stem + _HEADS, _LARGEST_HEADS).decode("utf-8", "replace"))
    fits = heads is not None and type(heads.get("status")) is int and "headers" in heads
    return heads if fits else None


def _contents(path: str, most: int = -1) -> bytes:
    """A neighbour's bytes; none where there is no such file, or it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            return file.read(most)
    except OSError:
        return b""


def _exchange(stem: str, body: Path, heads: dict[str, Any]) -> Iterator[Imported]:
    sent = heads.get("request_headers")
    yield Request(
        method="POST",
        url=str(heads.get("url") or ""),
        headers=_headers(list(sent.items()) if isinstance(sent, dict) else []),
        body=_contents(stem + _REQUEST),
        at_ms=0.0,
    )
    yield Response(heads["status"], _headers(heads["headers"]), _ms(heads.get("t_headers")))
    index = _contents(stem + _READS)
    with body.open("rb") as file:
        yield from _reads(file, index)
    yield _end(heads)


def _reads(file: BinaryIO, index: bytes) -> Iterator[Imported]:
    """The body cut as the index says; what it does not account for comes without times."""
    position = 0
    for number, line in enumerate(split_lines([index]), start=1):
        entry = json_object(line.decode("utf-8", "replace")) or {}
        length = entry.get("len")
        if entry.get("off") != position or type(length) is not int or length < 0:
            yield BadLine(number, f"it does not say which bytes follow at {position}")
            break
        data = file.read(length)
        position += len(data)
        yield Read(data, _ms(entry.get("t")))
    while chunk := file.read(CHUNK):
        yield Read(chunk)


def _end(heads: dict[str, Any]) -> End:
    error = heads.get("transport_error")
    at_ms = _ms(heads.get("t_end"))
    if error is None:
        return End(Ending.EOF, at_ms=at_ms)
    how = Ending.CANCELLED if str(error).startswith("client ") else Ending.RESET
    return End(how, str(error), at_ms)


def _headers(pairs: Any) -> Headers:
    """Pairs of texts; whatever else stands among them is no header."""
    listed = pairs if isinstance(pairs, list | tuple) else []
    found = (pair for pair in listed if isinstance(pair, list | tuple) and len(pair) == 2)
    return tuple((str(name), str(value)) for name, value in found)


def _ms(seconds: Any) -> float | None:
    """Milliseconds, to the microsecond."""
    return round(seconds * 1000, 3) if type(seconds) in (int, float) and seconds >= 0 else None
