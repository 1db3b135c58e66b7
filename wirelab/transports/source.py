"""A source of recorded traffic: bytes from a file or a pipe, read by the importer they ask for.

It streams: apart from the line or block being read nothing is held, however large the source is.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Protocol, TypeAlias

from wirelab.errors import SourceError
from wirelab.steps.importers import HEAD, Importer, recognise, sniff
from wirelab.steps.step import BadLine, Header
from wirelab.wire.frame import Frame
from wirelab.wire.traffic import Traffic

CHUNK = 64 * 1024
MAX_BAD_LINES = 1000
"""Unreadable lines that are kept; further ones are only counted."""

Chunks: TypeAlias = Iterable[bytes]


class Readable(Protocol):
    """A stream of bytes: ``read`` gives some, or none at its end. Files and pipes are."""

    def read(self, most: int, /) -> bytes: ...


_GZIP = b"\x1f\x8b"


class Source:
    """One source.

    name: what to call it. format: the importer's name for what it is.
    header: line 1 of a recording, once traffic was read; None for other formats.
    bad_lines: what could not be read so far, with line numbers; ``bad_line_count`` counts all.
    size: bytes of the file it is; None where that is not known.
    """

    def __init__(
        self,
        name: str,
        importer: Importer,
        chunks: Callable[[], Iterable[bytes]],
        size: int | None = None,
    ) -> None:
        self.name = name
        self.format = importer.format
        self.header: Header | None = None
        self.bad_lines: list[BadLine] = []
        self.bad_line_count = 0
        self._importer = importer
        self._chunks = chunks
        self._size = size
        self._read = 0

    @property
    def progress(self) -> float | None:
        """How much of it was read, from 0 to 1; None where its size is not known."""
        return min(self._read / self._size, 1.0) if self._size else None

    def traffic(self, through: Callable[[Chunks], Chunks] = iter) -> Iterator[Traffic | Frame]:
        """What it holds, in order; frames are numbered 0. From the start, where it is a file; a
        pipe can be read once. Raises SourceError, which may be while it is read.

        through: what the decompressed bytes pass on their way.
        """
        self.bad_lines.clear()
        self.bad_line_count = 0
        chunks = through(inflated(self._counted(), self._note_damage))
        for item in self._importer.read(chunks, self.name):
            match item:
                case Header():
                    self.header = item
                case BadLine():
                    self._note(item)
                case _:
                    yield item

    def _counted(self) -> Iterator[bytes]:
        self._read = 0
        for chunk in self._chunks():
            self._read += len(chunk)
            yield chunk

    def _note(self, line: BadLine) -> None:
        self.bad_line_count += 1
        if len(self.bad_lines) < MAX_BAD_LINES:
            self.bad_lines.append(line)

    def _note_damage(self, reason: str) -> None:
        self._note(BadLine(0, reason))


def inflated(chunks: Iterable[bytes], damaged: Callable[[str], None]) -> Iterator[bytes]:
    """The chunks, decompressed where they begin a gzip file. Damage ends the output and is told
    to ``damaged`` in a sentence; what came before it, up to a chunk, is delivered."""
    rest = iter(chunks)
    first = next(rest, b"")
    while len(first) < len(_GZIP) and (more := next(rest, b"")):
        first += more
    if not first.startswith(_GZIP):
        yield first
        yield from rest
        return
    try:
        yield from _gunzip(first, rest)
    except zlib.error:
        damaged("the compressed data is damaged; what follows is lost")
    except EOFError:
        damaged("the compressed data ends in the middle")


def _gunzip(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    inflater = zlib.decompressobj(wbits=31)
    data = first
    while True:
        yield inflater.decompress(data, CHUNK)
        data = inflater.unconsumed_tail
        if inflater.eof:
            data = inflater.unused_data or next(rest, b"")
            if not data:
                return
            inflater = zlib.decompressobj(wbits=31)
        elif not data:
            data = next(rest, b"")
            if not data:
                raise EOFError


def reads(stream: Readable, name: str) -> Iterator[bytes]:
    """The stream's bytes as they become available. Raises SourceError where reading fails."""
    read = getattr(stream, "read1", stream.read)
    try:
        while chunk := read(CHUNK):
            yield chunk
    except OSError as error:
        raise SourceError(f"{name} cannot be read: {error.strerror or error}") from None


def stream_source(stream: Readable, name: str) -> Source:
    """A source over a pipe. Its format is told as soon as the first lines allow, so that a stream
    that is still being written is shown as it comes."""
    rest = reads(stream, name)
    taken: list[bytes] = []
    head = b""
    for chunk in rest:
        taken.append(chunk)
        head = beginning(taken)
        if len(head) >= HEAD or (b"\n" in head.lstrip() and recognise(head)):
            break
    return Source(name, importer_of(taken, name), partial(_once, taken, rest))


def importer_of(chunks: Iterable[bytes], name: str) -> Importer:
    """The importer for what begins with these bytes. Raises SourceError where there is none."""
    damage: list[str] = []
    head = beginning(chunks, damage.append)
    if damage and not head:
        raise SourceError(
            f"{name} begins as a gzip file does, but is damaged there: nothing of it can be read"
        )
    return sniff(head, name)


def beginning(
    chunks: Iterable[bytes], damaged: Callable[[str], None] = lambda reason: None
) -> bytes:
    """As much of the decompressed beginning as a format is told by."""
    head = b""
    for chunk in inflated(chunks, damaged):
        head += chunk
        if len(head) >= HEAD:
            break
    return head


def _once(taken: list[bytes], rest: Iterator[bytes]) -> Iterator[bytes]:
    while taken:
        yield taken.pop(0)
    yield from rest
