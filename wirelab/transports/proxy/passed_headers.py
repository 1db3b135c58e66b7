"""Which headers pass a proxy, and as what: those about one connection stay behind [RFC 9110 7.6].

Order, spelling and repetitions of the others are kept. Nothing is added: neither Via nor any
X-Forwarded header, since either can change what a server answers.
"""

from __future__ import annotations

from typing import TypeAlias

RawHeaders: TypeAlias = "list[tuple[bytes, bytes]]"

_OF_A_CONNECTION = frozenset(
    {
        b"connection",
        b"keep-alive",
        b"proxy-authenticate",
        b"proxy-authorization",
        b"proxy-connection",
        b"te",
        b"trailer",
        b"transfer-encoding",
        b"upgrade",
    }
)
_ANSWERED_HERE = frozenset({b"host", b"expect"})
"""Host is the agent's; ``100 Continue`` was said by the server the client is connected to."""


def to_agent(headers: RawHeaders, authorization: bytes | None = None) -> RawHeaders:
    """A request's headers as they are passed on. authorization: for requests without one."""
    passed = _passed(headers, _OF_A_CONNECTION | _ANSWERED_HERE)
    if authorization is not None and not any(
        name.lower() == b"authorization" for name, _ in passed
    ):
        passed.append((b"authorization", authorization))
    return passed


def to_client(headers: RawHeaders) -> RawHeaders:
    """An answer's headers as they are passed on."""
    return _passed(headers, _OF_A_CONNECTION)


def has_body(headers: RawHeaders) -> bool:
    """Whether a request announces a body."""
    return any(name.lower() in (b"content-length", b"transfer-encoding") for name, _ in headers)


def without(headers: RawHeaders, *names: bytes) -> RawHeaders:
    """The headers but for some."""
    return [pair for pair in headers if pair[0].lower() not in names]


def _passed(headers: RawHeaders, stay: frozenset[bytes]) -> RawHeaders:
    named = {
        token.strip().lower()
        for name, value in headers
        if name.lower() == b"connection"
        for token in value.split(b",")
    }
    chunked = any(name.lower() == b"transfer-encoding" for name, _ in headers)
    if chunked:
        named.add(b"content-length")  # RFC 9112 6.3: Transfer-Encoding overrides it
    return [(name, value) for name, value in headers if name.lower() not in stay | named]
