"""What ``--json`` prints of a session as it grows: one JSON object a line, told apart by ``kind``.

Kinds: request, response, event, frame, finding, end. Secrets of requests and responses are
redacted as in a recording. Times are milliseconds since the session began, null where unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.session.report import report
from wirelab.steps.redaction import redact_headers, redact_urls

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding
    from wirelab.session.event import Event
    from wirelab.session.session import Session
    from wirelab.wire.frame import Frame
    from wirelab.wire.traffic import Request, Response

JsonRow = dict[str, Any]


def request_json(request: Request) -> JsonRow:
    """method, url, headers, body (the JSON it is, else its text)."""
    from wirelab.protocol import json_text

    body: Any
    try:
        body = json_text.parse(request.body).value
    except (json_text.NotJson, json_text.TooDeep):
        body = request.body.decode("utf-8", "replace")
    return {
        "kind": "request",
        "atMs": _ms(request.at_ms),
        "method": request.method,
        "url": redact_urls(request.url),
        "headers": [list(pair) for pair in redact_headers(request.headers)],
        "body": body,
    }


def response_json(response: Response) -> JsonRow:
    return {
        "kind": "response",
        "atMs": _ms(response.at_ms),
        "status": response.status,
        "headers": [list(pair) for pair in redact_headers(response.headers)],
    }


def event_json(event: Event, frame: Frame) -> JsonRow:
    """event, frame, type and payload; where nothing could be read, payload is null and data the
    text that came."""
    row: JsonRow = {
        "kind": "event",
        "atMs": _ms(event.at_ms),
        "event": event.seq,
        "frame": event.frame,
        "type": event.type,
        "payload": event.payload or None,
    }
    return row if event.payload else row | {"data": frame.data}


def frame_json(frame: Frame) -> JsonRow:
    """A frame that carries no event; ``what`` is comment, stray, cut_off, closed or binary."""
    return {
        "kind": "frame",
        "atMs": _ms(frame.at_ms),
        "frame": frame.seq,
        "what": frame.kind.value,
        "data": frame.data,
        "bytes": len(frame.raw),
        "fields": [list(pair) for pair in frame.fields],
    }


def finding_json(finding: Finding) -> JsonRow:
    return {"kind": "finding"} | finding.to_json()


def end_json(session: Session, source: str | None, format: str | None) -> JsonRow:
    """The report of the whole, and the word for how the last exchange stands."""
    exchange = session.exchanges[-1] if session.exchanges else None
    return {
        "kind": "end",
        "status": session.status.value,
        "how": exchange.ending if exchange is not None else None,
        "detail": exchange.ending_detail if exchange is not None else "",
        "report": report(session, source, format),
    }


def _ms(at_ms: float | None) -> float | None:
    return None if at_ms is None else round(at_ms, 3)
