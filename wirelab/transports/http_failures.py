"""Why an exchange got no answer or no more of it: a sentence each, what failed, what to try."""

from __future__ import annotations

import socket
import ssl
from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from collections.abc import Iterator


def no_answer(error: Exception, url: str, timeout_s: float) -> str:
    """The sentence for an exchange that ended before its response head."""
    where = _where(url)
    if isinstance(error, httpx.ConnectTimeout):
        tls = "TLS " if url.lower().startswith("https:") else ""
        return f"no {tls}connection to {where} within {timeout_s:g} s: is that the right address?"
    if isinstance(error, httpx.TimeoutException):
        return f"{where} took the request and gave no answer for {timeout_s:g} s (--timeout)"
    if isinstance(error, httpx.ProxyError):
        return f"the HTTP proxy of the environment refused {where}: {_said(error)}"
    if isinstance(error, httpx.ReadError | httpx.WriteError):
        return f"{where} broke the connection before it answered"
    for cause in _causes(error):
        sentence = _known(cause, where)
        if sentence:
            return sentence
    if isinstance(error, httpx.RemoteProtocolError):
        return f"{where} closed the connection or does not speak HTTP: {_said(error)}"
    if isinstance(error, httpx.LocalProtocolError):
        return f"the request cannot be sent as it is: {_said(error)}"
    return f"no answer from {where}: {_said(error)}"


def no_more(error: Exception) -> str:
    """The sentence for a body that broke off."""
    if isinstance(error, httpx.RemoteProtocolError):
        return f"the server closed in the middle of the body ({_said(error)})"
    if isinstance(error, httpx.ReadError):
        return "the connection was reset in the middle of the body"
    return _said(error)


def unusable_settings(error: Exception) -> str:
    """The sentence for proxies or certificates of the environment that no client can be made of."""
    if isinstance(error, OSError):
        return f"the certificates named by SSL_CERT_FILE or SSL_CERT_DIR fail: {error.strerror}"
    return f"the proxy settings of the environment cannot be used: {str(error).split('.')[0]}"


def _known(cause: BaseException, where: str) -> str:
    if isinstance(cause, ssl.SSLCertVerificationError):
        reason = getattr(cause, "verify_message", None) or _said(cause)
        return f"the certificate of {where} is not trusted ({reason}); --insecure goes on without"
    if isinstance(cause, ssl.SSLError):
        if "WRONG_VERSION_NUMBER" in str(cause) or "RECORD_LAYER" in str(cause):
            return f"{where} does not speak TLS: try http:// instead of https://"
        return f"TLS with {where} failed: {getattr(cause, 'reason', None) or _said(cause)}"
    if isinstance(cause, socket.gaierror):
        return f"no host is called {where.rsplit(':', 1)[0]}: check the name"
    if isinstance(cause, ConnectionRefusedError):
        return f"nothing listens at {where}: is the agent running, is the port right?"
    if isinstance(cause, OSError) and cause.errno is not None and cause.strerror:
        return f"no connection to {where}: {cause.strerror.lower()}"
    return ""


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and what it came from, groups opened, nearest first."""
    seen: set[int] = set()
    waiting = [error]
    while waiting:
        cause = waiting.pop(0)
        if id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        inner = cause.exceptions if isinstance(cause, BaseExceptionGroup) else ()
        waiting += [*inner, *filter(None, (cause.__cause__, cause.__context__))]


def _where(url: str) -> str:
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        return "the URL"
    port = parsed.port or (443 if parsed.scheme == "https" else 80)
    return f"{parsed.host}:{port}"


def _said(error: BaseException) -> str:
    return str(error) or type(error).__name__
