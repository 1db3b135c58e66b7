"""A recording of AG-UI DevTools (``.agui.jsonl``, schema 1): events and keepalives with times, and
the requests. Its connections, which may interleave, follow each other as exchanges.

Bytes, response heads and ends are unknown. What is redacted in it where verdicts would suffer is
not read: they would be verdicts on the redaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from wirelab.errors import SourceError
from wirelab.steps.importers.event_lines import bare_frame
from wirelab.steps.importers.importer import Head, Imported, Importer
from wirelab.steps.importers.json_document import (
    NotKeptError,
    event_bytes,
    list_in,
    ms,
    number_in,
    parsed,
    text_in,
)
from wirelab.steps.lines import OverlongLine, split_lines
from wirelab.steps.step import BadLine
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.traffic import End, Ending, Request

_KINDS = ("header", "request", "event", "keepalive")
_SCHEMA = 1
_MISLEADING = {"toolArgs", "state"}
"""Redacted, arguments are no JSON any more, and numbers and lists of a state are texts."""


def _recognises(head: Head) -> bool:
    first = head.first
    return first is not None and "type" not in first and first.get("kind") in _KINDS


def _examine(head: Head, name: str) -> None:
    first = head.first
    if first is not None and first.get("kind") == "header":
        _check(first, name)


def _check(header: dict[str, Any], name: str) -> None:
    version = number_in(header, "schemaVersion")
    if version is not None and version > _SCHEMA:
        raise SourceError(
            f"{name} was written by a newer AG-UI DevTools "
            f"(schema {version}; this reads up to {_SCHEMA})"
        )
    redacted = [each for each in list_in(header, "redacted") if each in list(_MISLEADING)]
    if redacted:
        raise SourceError(
            f"{name} is an AG-UI DevTools recording with {' and '.join(redacted)} redacted, which "
            "no verdict can be given on; save it again without"
        )


def _read(chunks: Iterable[bytes], name: str) -> Iterator[Imported]:
    connections: dict[str, _Connection] = {}
    for number, line in enumerate(split_lines(chunks), start=1):
        try:
            record = _record(line)
        except NotKeptError as fault:
            cut_off = not line.endswith(b"\n") and str(fault) == "it ends in the middle"
            yield BadLine(number, str(fault), cut_off)
            continue
        if record.get("kind") == "header":
            _check(record, name)
        elif record:
            connections.setdefault(text_in(record, "connId"), _Connection()).take(record)
    for connection in connections.values():
        yield from connection.exchange()


def _record(line: bytes) -> dict[str, Any]:
    """The object of a line, empty for a blank one. Raises NotKeptError."""
    if isinstance(line, OverlongLine):
        raise NotKeptError("the line is too long to be read")
    text = line.decode("utf-8", "replace").removeprefix("\ufeff").strip()
    record = parsed(text) if text else {}
    if not isinstance(record, dict) or (record and record.get("kind") not in _KINDS):
        raise NotKeptError(f'its "kind" is none of {", ".join(_KINDS)}')
    if record.get("kind") == "event" and "event" not in record:
        raise NotKeptError('it has no "event"')
    return record


class _Connection:
    """One connection: its request, and its frames in the order of their numbers."""

    def __init__(self) -> None:
        self._request: Request | None = None
        self._frames: list[tuple[float, int, Frame]] = []

    def take(self, record: dict[str, Any]) -> None:
        if record["kind"] == "request":
            self._request = _request(record)
            return
        place = number_in(record, "seq")
        last = self._frames[-1][0] if self._frames else 0.0
        frame = _frame(record)
        self._frames.append((last if place is None else place, len(self._frames), frame))

    def exchange(self) -> Iterator[Imported]:
        if self._request is not None:
            yield self._request
        yield from (frame for *_, frame in sorted(self._frames, key=lambda each: each[:2]))
        yield End(Ending.UNKNOWN)


def _request(record: dict[str, Any]) -> Request:
    given = record.get("input")
    text = given.encode("utf-8", "replace") if isinstance(given, str) else event_bytes(given)
    body = b"" if given is None else text
    at_ms = ms(number_in(record, "tMs"))
    return Request(text_in(record, "method") or "POST", text_in(record, "url"), (), body, at_ms)


def _frame(record: dict[str, Any]) -> Frame:
    at_ms = ms(number_in(record, "tMs"))
    if record["kind"] == "keepalive":
        comment = text_in(record, "comment").removeprefix(" ")
        return Frame(0, at_ms, FrameKind.COMMENT, b"", comment, (("", comment),))
    event = record["event"]
    data = text_in(record, "event").encode() if isinstance(event, str) else event_bytes(event)
    return bare_frame(data, at_ms)


DEVTOOLS = Importer("devtools", _recognises, _read, _examine)
