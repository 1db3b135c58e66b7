"""The Python API: a stream in whatever form it is at hand, inspected in one call.

What is wrong with the stream is in the session's findings; only a source that cannot be read at
all raises, a ``SourceError``.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from wirelab.session.inspection import Inspection
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read

if TYPE_CHECKING:
    from wirelab.session.session import Session
    from wirelab.wire.traffic import Traffic

Item: TypeAlias = "Mapping[str, Any] | str | bytes | Frame"
"""An event as a dict or as JSON text, some bytes of an SSE body, or a frame."""

StreamSource: TypeAlias = "Iterable[Item] | bytes | Path | str"


def inspect_stream(
    source: StreamSource, *, run_input: dict[str, Any] | None = None, spec: str = "auto"
) -> Session:
    """Inspect a whole stream.

    source: events (dicts or JSON texts), the bytes of an SSE body (or an iterable of its pieces),
        or the path of a file in any format that Wire Lab reads.
    run_input: the RunAgentInput that was sent, where the source does not carry it.
    spec: ``auto``, or the protocol version to judge by.
    Raises SourceError for a path that cannot be read.
    """
    feed = _Feed(run_input, spec)
    for item in _items(source):
        feed.take(item)
    return feed.finish()


async def inspect_stream_async(
    source: AsyncIterable[Item], *, run_input: dict[str, Any] | None = None, spec: str = "auto"
) -> Session:
    """``inspect_stream`` over what arrives asynchronously: events, or pieces of an SSE body."""
    feed = _Feed(run_input, spec)
    async for item in source:
        feed.take(item)
    return feed.finish()


def _items(source: StreamSource) -> Iterable[Item | Traffic]:
    if isinstance(source, bytes | bytearray | memoryview):
        return [bytes(source)]
    if isinstance(source, str | Path):
        from wirelab.transports.step_file import open_source

        return open_source(source).traffic()
    return source


class _Feed:
    """Items of any form to one inspection."""

    def __init__(self, run_input: dict[str, Any] | None, spec: str) -> None:
        self._inspection = Inspection(run_input=run_input, spec=spec)
        self._framing = Framing()
        self._has_bytes = False

    def take(self, item: Item | Traffic) -> None:
        self._inspection.take_all(self._framing.take(self._traffic(item)))

    def finish(self) -> Session:
        if self._has_bytes:
            self._inspection.take_all(self._framing.take(End(Ending.EOF)))
        return self._inspection.finish()

    def _traffic(self, item: Item | Traffic) -> Traffic | Frame:
        if isinstance(item, bytes | bytearray | memoryview):
            self._has_bytes = True
            return Read(bytes(item))
        if isinstance(item, str):
            return Frame(0, None, FrameKind.EVENT, b"", item)
        if isinstance(item, Mapping):
            return Frame(0, None, FrameKind.EVENT, b"", json.dumps(dict(item), ensure_ascii=False))
        return item
