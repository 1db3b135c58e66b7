"""Secrets of a request and a response: what is taken out before either is written to a file.

Gone are the values of credential headers, of query parameters that carry credentials, and the
user information of URLs; names, order and everything else stay as they were. Bodies are not
touched: what is said in a conversation is not a credential.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from urllib.parse import unquote_plus

from wirelab.wire.traffic import End, Headers, Request, Response, Traffic

REDACTED = "«redacted»"

_SECRET_HEADERS = {"authorization", "proxy-authorization", "cookie", "set-cookie"}
_URL_HEADERS = {"location", "content-location", "referer"}

_SECRET_WORDS = {
    *("passwd", "pwd", "passphrase", "credential", "credentials", "auth", "authorization"),
    *("signature", "sig", "session", "sessionid", "jwt", "bearer", "csrf", "xsrf"),
}
_SECRET_ENDS = ("token", "secret", "password", "apikey")
_SECRET_PAIRS = {("api", "key"), ("access", "key"), ("private", "key"), ("auth", "key")}
_SECRET_PARAMETERS = {"key", "code", "sid"}

_WORDS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")
_USER_INFORMATION = re.compile(r"(?i)\b([a-z][a-z0-9+.-]{0,20}://)[^\s/?#\"'<>]*@")
_PARAMETER = re.compile(r"([?&;#])([^\s=&;#?\"'<>]+)=([^\s&;#\"'<>]*)")
_SCHEME = re.compile(r"(?i)^(basic|bearer|digest|negotiate|token|apikey|dpop|hawk)\s+\S")


def redact(traffic: Traffic) -> Traffic:
    """``traffic`` without the secrets of its URL and headers; reads are returned as they are."""
    match traffic:
        case Request():
            return replace(
                traffic, url=redact_urls(traffic.url), headers=redact_headers(traffic.headers)
            )
        case Response():
            return replace(traffic, headers=redact_headers(traffic.headers))
        case End():
            return replace(traffic, detail=redact_urls(traffic.detail))
    return traffic


def redact_headers(headers: Headers) -> Headers:
    """The headers with the values of credential headers and the secrets in URLs replaced."""
    return tuple((name, _redact_header(name, value)) for name, value in headers)


def redact_urls(text: str) -> str:
    """``text``, a URL or a sentence that holds some, without their credentials."""
    text = _USER_INFORMATION.sub(rf"\g<1>{REDACTED}@", text)
    return _PARAMETER.sub(_redact_parameter, text)


def is_secret_name(name: str) -> bool:
    """Whether a header or parameter of this name carries a credential (``x-api-key``,
    ``X-Goog-Api-Key``, ``access_token``, ``clientSecret``)."""
    words = [word.lower() for word in _WORDS.findall(name)]
    if any(word in _SECRET_WORDS or word.endswith(_SECRET_ENDS) for word in words):
        return True
    return not _SECRET_PAIRS.isdisjoint(pairwise(words))


def _redact_header(name: str, value: str) -> str:
    lowered = name.lower()
    if lowered in _SECRET_HEADERS or is_secret_name(name):
        scheme = _SCHEME.match(value)
        return f"{scheme[1]} {REDACTED}" if scheme else REDACTED
    return redact_urls(value) if lowered in _URL_HEADERS else value


def _redact_parameter(parameter: re.Match[str]) -> str:
    before, name, _ = parameter.groups()
    plain = unquote_plus(name)
    if is_secret_name(plain) or plain.lower() in _SECRET_PARAMETERS:
        return f"{before}{name}={REDACTED}"
    return parameter[0]
