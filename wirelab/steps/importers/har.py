"""HAR 1.2: each POST that is answered by an event stream is an exchange, in order of its start.

Bytes of the body are kept, its reads are not. Times of events come from ``_eventSourceMessages``,
which stand in for a body that was not saved; comments have no times.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from wirelab.errors import SourceError
from wirelab.steps.importers.importer import Head, Imported, Importer
from wirelab.steps.importers.json_document import (
    document,
    headers_in,
    list_in,
    ms,
    number_in,
    object_in,
    text_in,
)
from wirelab.steps.step import BadLine
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.framing import PROTOBUF
from wirelab.wire.sse_decoder import SseDecoder
from wirelab.wire.traffic import End, Ending, Headers, Read, Request, Response

_BEGIN = re.compile(r'\{\s*"log"\s*:\s*\{')
_SSE = "text/event-stream"
_STREAMS = (_SSE, PROTOBUF)
_BEFORE_ANSWER = ("blocked", "dns", "connect", "send", "wait")


def _recognises(head: Head) -> bool:
    return bool(_BEGIN.match(head.text))


def _read(chunks: Iterable[bytes], name: str) -> Iterator[Imported]:
    log = object_in(document(chunks, name, "a HAR file"), "log")
    entries = [each for each in list_in(log, "entries") if isinstance(each, dict)]
    taken = [(_started(each), number, each) for number, each in _of_ag_ui(entries)]
    if not taken:
        raise SourceError(
            f"{name} is a HAR file without an AG-UI exchange: "
            f"of its {len(entries)} entries none is a POST that an event stream answers"
        )
    taken.sort(key=lambda each: each[0] or 0.0)
    began = next((start for start, *_ in taken if start is not None), None)
    for start, number, entry in taken:
        yield from _exchange(entry, number, start, began)


def _of_ag_ui(entries: list[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, entry in enumerate(entries, start=1):
        request, response = object_in(entry, "request"), object_in(entry, "response")
        asked = _header(headers_in(request), "accept")
        answered = text_in(object_in(response, "content"), "mimeType") or _header(
            headers_in(response), "content-type"
        )
        streams = any(kind in f"{asked} {answered}".lower() for kind in _STREAMS)
        if streams and text_in(request, "method").upper() == "POST":
            yield number, entry


def _exchange(
    entry: dict[str, Any], number: int, start: float | None, began: float | None
) -> Iterator[Imported]:
    sent_ms = _since(start, began)
    response = object_in(entry, "response")
    yield _request(object_in(entry, "request"), sent_ms)
    status = number_in(response, "status") or 0
    if 100 <= status <= 999:
        yield Response(int(status), _response_headers(response), _answered(entry, sent_ms))
        yield from _body(entry, response, number, began)
    yield _end(entry, response, answered=status > 0, sent_ms=sent_ms)


def _request(request: dict[str, Any], sent_ms: float | None) -> Request:
    body = text_in(object_in(request, "postData"), "text").encode("utf-8")
    return Request(
        text_in(request, "method"), text_in(request, "url"), headers_in(request), body, sent_ms
    )


def _response_headers(response: dict[str, Any]) -> Headers:
    headers = headers_in(response)
    mime = text_in(object_in(response, "content"), "mimeType")
    if mime and (headers or mime != _SSE) and not _header(headers, "content-type"):
        headers = (*headers, ("content-type", mime))
    return headers


def _body(
    entry: dict[str, Any], response: dict[str, Any], number: int, began: float | None
) -> Iterator[Imported]:
    content = object_in(response, "content")
    messages = [each for each in list_in(entry, "_eventSourceMessages") if isinstance(each, dict)]
    text = text_in(content, "text")
    if not text:
        yield from (_message(each, began) for each in messages)
        if not messages and number_in(content, "size") != 0:
            yield BadLine(0, f"of entry {number} the body was not saved")
        return
    try:
        body = _bytes(text, text_in(content, "encoding"))
    except ValueError:
        yield BadLine(0, f"the body of entry {number} is not the base64 it is said to be")
        return
    yield from _timed(body, messages, began) or [Read(body)]


def _bytes(text: str, encoding: str) -> bytes:
    return b64decode(text, validate=True) if encoding == "base64" else text.encode("utf-8")


def _timed(body: bytes, messages: list[dict[str, Any]], began: float | None) -> list[Read]:
    """The body cut into its frames, those of events with their times; none where the messages are
    not those of the body."""
    if not messages:
        return []
    decoder = SseDecoder()
    frames = [frame for frame in decoder.feed(body, None) + decoder.finish() if frame.raw]
    events = [frame for frame in frames if frame.kind is FrameKind.EVENT and frame.data]
    if [frame.data for frame in events] != [text_in(each, "data") for each in messages]:
        return []
    times = {
        frame.seq: _message_ms(each, began) for frame, each in zip(events, messages, strict=True)
    }
    return [Read(frame.raw, times.get(frame.seq)) for frame in frames]


def _message(message: dict[str, Any], began: float | None) -> Frame:
    name, id_ = text_in(message, "eventName"), text_in(message, "eventId")
    named = (("event", name),) if name not in ("", "message") else ()
    fields = (*named, ("id", id_)) if id_ else named
    at_ms = _message_ms(message, began)
    return Frame(0, at_ms, FrameKind.EVENT, b"", text_in(message, "data"), fields)


def _message_ms(message: dict[str, Any], began: float | None) -> float | None:
    return _since(number_in(message, "time"), began)


def _since(seconds: float | None, began: float | None) -> float | None:
    """Milliseconds from the first request to a moment of the day."""
    return ms((seconds - began) * 1000) if seconds is not None and began is not None else None


def _answered(entry: dict[str, Any], sent_ms: float | None) -> float | None:
    """When the response's head was there: all that comes before it, where that is known."""
    timings = object_in(entry, "timings")
    if sent_ms is None or number_in(timings, "wait") is None:
        return None
    return ms(sent_ms + sum(number_in(timings, part) or 0.0 for part in _BEFORE_ANSWER))


def _end(
    entry: dict[str, Any], response: dict[str, Any], *, answered: bool, sent_ms: float | None
) -> End:
    lasted = number_in(entry, "time")
    at_ms = ms(sent_ms + lasted) if sent_ms is not None and lasted else None
    error = text_in(response, "_error")
    if not error:
        return End(Ending.UNKNOWN if answered else Ending.UNREACHED, at_ms=at_ms)
    if error in list(Ending):
        return End(Ending(error), at_ms=at_ms)
    how = Ending.CANCELLED if "ABORTED" in error else Ending.RESET
    return End(how if answered else Ending.UNREACHED, error, at_ms)


def _started(entry: dict[str, Any]) -> float | None:
    """Seconds since 1970; None where it does not say."""
    try:
        moment = datetime.fromisoformat(text_in(entry, "startedDateTime"))
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None


def _header(headers: Headers, wanted: str) -> str:
    return next((value for name, value in headers if name.lower() == wanted), "")


HAR = Importer("har", _recognises, _read)
