"""HAR 1.2, as browsers read it: an entry an exchange. Times of events are in
``_eventSourceMessages``, the field of Chrome, and how an exchange failed in ``_error``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from wirelab import __version__
from wirelab.steps.exact_forms import text_or_base64
from wirelab.steps.exporters.exchanges import Exchange, whole_exchanges
from wirelab.steps.exporters.exporter import Export, Exporter, Item
from wirelab.steps.exporters.sse_text import MADE
from wirelab.steps.exporters.time_of_day import after, dated, iso
from wirelab.wire.frame import FrameKind
from wirelab.wire.sse_encoder import canonical_json
from wirelab.wire.traffic import Ending, Headers, Request, Response

_VERSION = "HTTP/1.1"
_ENDED_WELL = (Ending.EOF, Ending.UNKNOWN)


def _write(traffic: Iterable[Item], export: Export) -> Iterator[bytes]:
    began, items = dated(traffic, export)
    creator = canonical_json({"name": "Wire Lab", "version": __version__})
    yield f'{{"log":{{"version":"1.2","creator":{creator},"entries":['.encode()
    for number, exchange in enumerate(whole_exchanges(items)):
        entry = canonical_json(_entry(exchange, began, export))
        yield f"{',' * (number > 0)}\n{entry}".encode()
    yield b"\n]}}\n"


def _entry(exchange: Exchange, began: datetime, export: Export) -> dict[str, Any]:
    if exchange.made:
        export.note(MADE)
    if exchange.end.how is Ending.EOF:
        export.note("a har tells how an exchange failed, not that it ended well")
    if exchange.response is None and exchange.body:
        export.note("a status that is not known was written as 200")
    export.note("a har keeps a body in one piece: how it was cut into reads is lost")
    wait, receive = _durations(exchange)
    request = exchange.request
    return {
        "startedDateTime": iso(after(began, request.at_ms if request else None), to="microseconds"),
        "time": round(wait + receive, 3),
        "request": _request(request, export),
        "response": _response(exchange),
        "cache": {},
        "timings": {"send": 0, "wait": wait, "receive": receive},
        "_resourceType": "fetch",
        "_eventSourceMessages": _messages(exchange, began),
    }


def _durations(exchange: Exchange) -> tuple[float, float]:
    """Milliseconds until the response's head, and from there to the end; 0 where unknown."""
    sent = exchange.request.at_ms if exchange.request else None
    head = exchange.response.at_ms if exchange.response else None
    wait = round(head - sent, 3) if head is not None and sent is not None else 0.0
    last = exchange.end.at_ms
    start = head if head is not None else sent
    receive = round(last - start, 3) if last is not None and start is not None else 0.0
    return max(wait, 0.0), max(receive, 0.0)


def _request(request: Request | None, export: Export) -> dict[str, Any]:
    if request is None:
        export.note("requests that are not known were written as a POST to nowhere")
        request = Request("POST", "", (), b"")
    body = request.body.decode("utf-8", "replace")
    if "\ufffd" in body and b"\xef\xbf\xbd" not in request.body:
        export.note("bytes of a request that are no UTF-8 became U+FFFD")
    post = {"mimeType": _header(request.headers, "content-type"), "text": body, "params": []}
    return {
        "method": request.method,
        "url": request.url,
        "httpVersion": _VERSION,
        "cookies": [],
        "headers": _pairs(request.headers),
        "queryString": _pairs(_query(request.url)),
        "headersSize": -1,
        "bodySize": len(request.body),
        **({"postData": post} if request.body else {}),
    }


def _response(exchange: Exchange) -> dict[str, Any]:
    response = exchange.response or Response(200 if exchange.body else 0, ())
    end = exchange.end
    failed = {} if end.how in _ENDED_WELL else {"_error": end.detail or end.how.value}
    return {
        "status": response.status,
        "statusText": _phrase(response.status),
        "httpVersion": _VERSION,
        "cookies": [],
        "headers": _pairs(response.headers),
        "content": _content(response, bytes(exchange.body)),
        "redirectURL": response.header("location") or "",
        "headersSize": -1,
        "bodySize": len(exchange.body),
        **failed,
    }


def _content(response: Response, body: bytes) -> dict[str, Any]:
    suffix, text = text_or_base64(body)
    mime = response.header("content-type") or "text/event-stream"
    encoding = {"encoding": "base64"} if suffix else {}
    return {"size": len(body), "mimeType": mime, "text": text, **encoding}


def _messages(exchange: Exchange, began: datetime) -> list[dict[str, Any]]:
    return [
        {
            "time": round(after(began, frame.at_ms).timestamp(), 6),
            "eventName": frame.field("event") or "message",
            "eventId": frame.field("id") or "",
            "data": frame.data,
        }
        for frame in exchange.frames
        if frame.kind is FrameKind.EVENT and frame.at_ms is not None
    ]


def _pairs(pairs: Headers) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in pairs]


def _header(headers: Headers, wanted: str) -> str:
    return next((value for name, value in headers if name.lower() == wanted), "application/json")


def _query(url: str) -> Headers:
    try:
        return tuple(parse_qsl(urlsplit(url).query, keep_blank_values=True))
    except ValueError:
        return ()


def _phrase(status: int) -> str:
    return HTTPStatus(status).phrase if status in list(HTTPStatus) else ""


HAR = Exporter(
    "har",
    (".har",),
    "HTTP Archive 1.2, as browsers and proxies read it",
    frozenset({"bytes", "times", "request", "response", "end"}),
    _write,
    takes_protobuf=True,
)
