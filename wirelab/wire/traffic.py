"""What a transport sees of one exchange, in order: a request, a response head, reads, an end.

Recordings store traffic; ``framing`` turns it into frames. All times are milliseconds since the
session began, None where a source did not keep them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Headers: TypeAlias = tuple[tuple[str, str], ...]


class Ending(StrEnum):
    """How an exchange's transport ended."""

    EOF = "eof"
    """The body closed cleanly."""
    RESET = "reset"
    """The connection broke while the body was under way."""
    TIMEOUT = "timeout"
    """Nothing arrived for as long as the caller was willing to wait."""
    CANCELLED = "cancelled"
    """Our side closed the connection."""
    UNREACHED = "unreached"
    """No answer at all: refused, unknown host, TLS, time-out before the response head."""
    UNKNOWN = "unknown"
    """The source did not keep it."""


@dataclass(slots=True, frozen=True)
class Request:
    method: str
    url: str
    headers: Headers
    body: bytes
    at_ms: float | None = None


@dataclass(slots=True, frozen=True)
class Response:
    status: int
    headers: Headers
    at_ms: float | None = None

    def header(self, name: str) -> str | None:
        """The first value of a header, whatever its case, or None."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), None)

    @property
    def content_type(self) -> str:
        """The media type in lower case without parameters; empty when the header is absent."""
        return (self.header("content-type") or "").split(";", 1)[0].strip().lower()


@dataclass(slots=True, frozen=True)
class Read:
    """The bytes one network read returned."""

    data: bytes
    at_ms: float | None = None


@dataclass(slots=True, frozen=True)
class End:
    how: Ending
    detail: str = ""
    at_ms: float | None = None


Traffic: TypeAlias = Request | Response | Read | End
