"""A session of agui-inspector, version 0: the text of each frame and when it came, joined to the
bytes of the stream. Headers are unknown; requests that only prepare a run are left out.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator
from typing import Any

from wirelab.errors import SourceError
from wirelab.steps.importers.importer import Head, Imported, Importer
from wirelab.steps.importers.json_document import (
    document,
    event_bytes,
    list_in,
    ms,
    number_in,
    object_in,
    text_in,
)
from wirelab.steps.step import BadLine
from wirelab.wire.framing import PROTOBUF
from wirelab.wire.traffic import End, Ending, Headers, Read, Request, Response

_BEGIN = re.compile(r'\{\s*"version"\s*:\s*\d+\s*,\s*"session"\s*:\s*\{')
_ENDINGS = {
    "completed": Ending.EOF,
    "transport-error": Ending.RESET,
    "user-stopped": Ending.CANCELLED,
}


def _recognises(head: Head) -> bool:
    return bool(_BEGIN.match(head.text))


def _read(chunks: Iterable[bytes], name: str) -> Iterator[Imported]:
    whole = document(chunks, name, "a session of agui-inspector")
    if whole.get("version") != 0:
        raise SourceError(
            f"{name} is a session of a newer agui-inspector "
            f"(version {str(whole.get('version'))[:20]}; this reads version 0)"
        )
    session = object_in(whole, "session")
    exchanges = [each for each in _objects(session, "exchanges") if _is_conversation(each)]
    if not exchanges:
        raise SourceError(f"{name} is a session of agui-inspector without a conversation")
    frames = _by_exchange(session)
    began = number_in(exchanges[0], "startedAt")
    for exchange in exchanges:
        yield from _exchange(exchange, frames.get(text_in(exchange, "id"), []), began)


def _is_conversation(exchange: dict[str, Any]) -> bool:
    return exchange.get("kind") != "preparation"


def _by_exchange(session: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for frame in _objects(session, "frames"):
        found.setdefault(text_in(frame, "exchangeId"), []).append(frame)
    for frames in found.values():
        frames.sort(key=lambda frame: number_in(frame, "index") or 0)
    return found


def _exchange(
    exchange: dict[str, Any], frames: list[dict[str, Any]], began: float | None
) -> Iterator[Imported]:
    started = number_in(exchange, "startedAt")
    sent_ms = ms(started - began) if started is not None and began is not None else None
    yield _request(exchange, sent_ms)
    status = number_in(exchange, "status")
    is_protobuf = exchange.get("encoding") == "protobuf"
    if status is not None and 100 <= status <= 999:
        headers: Headers = (("content-type", PROTOBUF),) if is_protobuf else ()
        yield Response(int(status), headers)
    for frame in frames:
        yield _frame(frame, sent_ms)
    if not frames and text_in(exchange, "responseBody"):
        yield Read(text_in(exchange, "responseBody").encode("utf-8"))
    yield _end(exchange, sent_ms, answered=status is not None)


def _request(exchange: dict[str, Any], sent_ms: float | None) -> Request:
    body = text_in(exchange, "requestBody").encode("utf-8")
    if not body and exchange.get("requestBodyJson") is not None:
        body = event_bytes(exchange["requestBodyJson"])
    method = text_in(exchange, "method") or "POST"
    return Request(method, text_in(exchange, "path"), (), body, sent_ms)


def _frame(frame: dict[str, Any], sent_ms: float | None) -> Imported:
    offset = number_in(frame, "offsetMs")
    at_ms = ms(sent_ms + offset) if sent_ms is not None and offset is not None else None
    if not isinstance(frame.get("bytes"), str):
        return Read(text_in(frame, "envelope").encode("utf-8"), at_ms)
    try:
        return Read(b64decode(frame["bytes"], validate=True), at_ms)
    except ValueError:
        return BadLine(0, f"the bytes of frame {text_in(frame, 'id')[:40]} are no base64")


def _end(exchange: dict[str, Any], sent_ms: float | None, *, answered: bool) -> End:
    how = _ENDINGS.get(text_in(exchange, "transport"), Ending.UNKNOWN)
    if how is Ending.RESET and not answered:
        how = Ending.UNREACHED
    lasted = number_in(exchange, "elapsedMs")
    at_ms = ms(sent_ms + lasted) if sent_ms is not None and lasted is not None else None
    return End(how, text_in(exchange, "transportError"), at_ms)


def _objects(holder: dict[str, Any], key: str) -> list[dict[str, Any]]:
    return [each for each in list_in(holder, key) if isinstance(each, dict)]


AGUI_INSPECTOR = Importer("agui-inspector", _recognises, _read)
