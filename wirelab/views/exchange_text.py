"""What was sent, what answered, and why no run came, as safe lines of text.

Secrets in headers and URLs are redacted, exactly as a recording redacts them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.steps.redaction import redact_headers, redact_urls
from wirelab.views.safe_text import safe, safe_lines, size

if TYPE_CHECKING:
    from wirelab.session.session import Exchange
    from wirelab.wire.traffic import Headers, Request, Response

STREAM_TYPES = frozenset({"text/event-stream", "application/vnd.ag-ui.event+proto"})
_UNREMARKABLE = frozenset({"host", "content-length", "connection", "user-agent"})


def request_line(request: Request) -> str:
    """``POST http://127.0.0.1:8787/chat · 412 B``."""
    url = safe(redact_urls(request.url), 300)
    return f"{safe(request.method, 20)} {url} · {size(len(request.body))}"


def response_line(response: Response) -> str:
    """``200 text/event-stream``; a redirect says where to."""
    said = f"{response.status} {safe(response.header('content-type') or 'no content type', 120)}"
    location = response.header("location")
    if 300 <= response.status < 400:
        said += f" · to {safe(redact_urls(location), 300)}" if location else " · with no Location"
    return said


def header_lines(headers: Headers, *, everything: bool = False) -> list[str]:
    """``name: value`` lines, secrets redacted; without what every client sends unless asked."""
    return [
        f"{safe(name, 60)}: {safe(value, 200)}"
        for name, value in redact_headers(headers)
        if everything or name.lower() not in _UNREMARKABLE
    ]


def ending_line(exchange: Exchange) -> str:
    """How the transport of an exchange ended, in words."""
    how = exchange.ending or "unknown"
    words = _ENDINGS.get(how, how)
    return f"{words}: {safe(exchange.ending_detail, 400)}" if exchange.ending_detail else words


def never_started(exchange: Exchange) -> str | None:
    """Why an exchange brought no run, in a sentence; None where an event stream was answered."""
    response = exchange.response
    if response is None or exchange.ending == "unreached":
        return safe(exchange.ending_detail, 1000) or "no answer came"
    if 300 <= response.status < 400:
        location = safe(redact_urls(response.header("location") or "nowhere"), 300)
        return f"the answer is a redirect ({response.status}) to {location}; ask there instead"
    if not 200 <= response.status < 300:
        return f"the agent refused the run with HTTP status {response.status}"
    if response.content_type not in STREAM_TYPES:
        kind = safe(response.content_type, 100) or "no content type"
        return f"the answer is {kind}, not an event stream (text/event-stream)"
    return None


def body_lines(body: str, limit: int = 4000) -> list[str]:
    """The text of an answer that is no stream, bounded."""
    return safe_lines(body.rstrip(), limit)


_ENDINGS = {
    "eof": "the body closed",
    "reset": "the connection broke",
    "timeout": "timed out",
    "cancelled": "cancelled by this side",
    "unreached": "no answer",
    "unknown": "how it ended is not known",
}
