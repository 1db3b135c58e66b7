"""An exchange that is no run, and so has no verdict: what was asked, what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from wirelab.steps.redaction import redact_urls
from wirelab.views.durations import duration
from wirelab.views.exchange_text import response_line
from wirelab.views.safe_text import safe, size
from wirelab.wire.traffic import End, Ending, Request, Response


@dataclass(slots=True)
class PassedExchange:
    """got: bytes of the answer's body. remark: why something that could be a run is not judged."""

    request: Request
    response: Response | None = None
    end: End | None = None
    got: int = 0
    remark: str = ""

    @property
    def text(self) -> str:
        """``GET /capabilities → 200 application/json · 1.2 kB · 12ms``; safe."""
        asked = f"{safe(self.request.method, 20)} {path_of(self.request)}"
        answered = response_line(self.response) if self.response is not None else "no answer"
        said = [f"{asked} → {answered}", size(self.got), duration(self.elapsed_ms)]
        return " · ".join((*said, *self.notes))

    @property
    def notes(self) -> list[str]:
        """What else there is to say; safe."""
        said = [safe(self.remark, 200)] if self.remark else []
        if self.end is not None and self.end.how is not Ending.EOF:
            said.append(safe(self.end.detail, 300) or self.end.how.value)
        return said

    @property
    def elapsed_ms(self) -> float | None:
        """From the request to the end; None while it is under way."""
        if self.end is None or self.end.at_ms is None or self.request.at_ms is None:
            return None
        return self.end.at_ms - self.request.at_ms

    def to_json(self) -> dict[str, Any]:
        """The row of ``--json``."""
        elapsed = self.elapsed_ms
        return {
            "kind": "passed",
            "method": self.request.method,
            "url": redact_urls(self.request.url),
            "status": self.response.status if self.response is not None else None,
            "contentType": self.response.content_type if self.response is not None else None,
            "bytes": self.got,
            "elapsedMs": round(elapsed, 3) if elapsed is not None else None,
            "how": self.end.how.value if self.end is not None else None,
            "detail": self.end.detail if self.end is not None else "",
            "remark": self.remark,
        }


def path_of(request: Request, limit: int = 300) -> str:
    """What was asked for, without the host: safe, secrets redacted."""
    try:
        parts = urlsplit(redact_urls(request.url))
    except ValueError:
        return safe(redact_urls(request.url), limit)
    query = f"?{parts.query}" if parts.query else ""
    return safe((parts.path or "/") + query, limit)
