"""One POST by httpx, as the traffic it makes: request, response head, reads, end.

Invariant: the last thing yielded is the one ``End``, however the exchange went, unless the caller
stops it first; nothing of the network escapes as an exception. Redirects are not followed and
nothing is retried: what one request got is what is shown. Leaving the generator closes the
connection at once.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import TypeAlias

import httpx

from wirelab.errors import UsageError
from wirelab.transports.content_encoding import EncodingError, decoder_for
from wirelab.transports.http_failures import no_answer, no_more, unusable_settings
from wirelab.wire.traffic import End, Ending, Headers, Read, Request, Response, Traffic

Clock: TypeAlias = Callable[[], float]
"""Milliseconds since the session began."""

SSE = "text/event-stream"
MOST_OF_A_REFUSAL = 1_000_000
"""Bytes read of an answer that is no success; what it has to say fits in less."""
DEFAULT_TIMEOUT_S = 120.0
PAST_PROXIES = tuple(f"all://{host}" for host in ("localhost", "127.0.0.1", "[::1]"))
"""What is asked directly, whatever proxies the environment names: this machine itself."""


@dataclass(slots=True, frozen=True)
class Target:
    """Where to post, and how.

    headers: what the user sets; each replaces the default of its name, an empty value drops it.
    timeout_s: seconds for the connection to stand, and of silence after.
    insecure: TLS certificates are not checked.
    """

    url: str
    headers: Headers = ()
    timeout_s: float = DEFAULT_TIMEOUT_S
    insecure: bool = False


def usable_url(url: str) -> str:
    """The URL, with ``http://`` where no scheme is given. Raises UsageError."""
    full = url if "://" in url else f"http://{url}"
    try:
        parsed = httpx.URL(full)
    except (httpx.InvalidURL, ValueError) as error:
        raise UsageError(f"{url} is no URL: {error}") from None
    if parsed.scheme not in ("http", "https") or not parsed.host or (parsed.port or 0) > 65535:
        raise UsageError(f"{url} is no http:// or https:// URL")
    return full


async def post(target: Target, body: bytes, clock: Clock) -> AsyncGenerator[Traffic, None]:
    """Post ``body`` and yield what happens, as it happens."""
    request = httpx.Request("POST", target.url, headers=_headers(target), content=body)
    try:
        client = _client(target)
    except (ImportError, ValueError, OSError) as error:
        yield _sent(request, body, clock())
        yield End(Ending.UNREACHED, unusable_settings(error), clock())
        return
    async with client:
        yield _sent(request, body, clock())
        try:
            response = await client.send(request, stream=True)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            yield End(Ending.UNREACHED, no_answer(error, target.url, target.timeout_s), clock())
            return
        try:
            yield _head(response, clock())
            async with aclosing(_body(response, target, clock)) as traffic:
                async for each in traffic:
                    yield each
        finally:
            await response.aclose()


async def deliver(
    target: Target, body: bytes, clock: Clock, take: Callable[[Traffic], None]
) -> None:
    """Post ``body`` and give ``take`` what happens; where it is cut short (the task is cancelled,
    ``take`` raises) it still gets the End, how: cancelled."""
    ended = False
    try:
        async with aclosing(post(target, body, clock)) as traffic:
            async for each in traffic:
                ended = isinstance(each, End)
                take(each)
    finally:
        if not ended:
            take(End(Ending.CANCELLED, "", clock()))


def default_headers() -> Headers:
    """What is sent unless the user says otherwise."""
    from wirelab import __version__

    return (
        ("Accept", SSE),
        ("Accept-Encoding", "identity"),
        ("Content-Type", "application/json"),
        ("User-Agent", f"wirelab/{__version__}"),
    )


def _client(target: Target) -> httpx.AsyncClient:
    """A client that uses the proxies of the environment, but never for this machine itself."""
    return httpx.AsyncClient(
        timeout=httpx.Timeout(target.timeout_s),
        verify=not target.insecure,
        follow_redirects=False,
        mounts=dict.fromkeys(PAST_PROXIES),
    )


def _headers(target: Target) -> list[tuple[bytes, bytes]]:
    named = {name.lower() for name, _ in target.headers}
    kept = [pair for pair in default_headers() if pair[0].lower() not in named]
    given = [pair for pair in target.headers if pair[1]]
    if "authorization" not in named:
        kept += _user_information(httpx.URL(target.url))
    return [(name.encode(), value.encode()) for name, value in (*kept, *given)]


def _user_information(url: httpx.URL) -> list[tuple[str, str]]:
    """``user:password@`` of a URL as the header it stands for."""
    if not url.username and not url.password:
        return []
    credentials = b64encode(f"{url.username}:{url.password}".encode()).decode()
    return [("Authorization", f"Basic {credentials}")]


def _sent(request: httpx.Request, body: bytes, at_ms: float) -> Request:
    headers = tuple(_texts(request.headers))
    return Request(request.method, str(request.url), headers, body, at_ms)


def _head(response: httpx.Response, at_ms: float) -> Response:
    return Response(response.status_code, tuple(_texts(response.headers)), at_ms)


def _texts(headers: httpx.Headers) -> list[tuple[str, str]]:
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers.raw]


async def _body(
    response: httpx.Response, target: Target, clock: Clock
) -> AsyncGenerator[Traffic, None]:
    decode = decoder_for(response.headers.get("content-encoding", ""))
    room = None if response.is_success else MOST_OF_A_REFUSAL
    try:
        async for raw in response.aiter_raw():
            at_ms = clock()
            for data in decode(raw):
                if room is None or len(data) < room:
                    yield Read(data, at_ms)
                    room = None if room is None else room - len(data)
                else:
                    yield Read(data[:room], at_ms)
                    yield End(Ending.CANCELLED, _TOO_LONG, clock())
                    return
    except EncodingError as error:
        yield End(Ending.RESET, str(error), clock())
    except httpx.ReadTimeout:
        detail = f"nothing arrived for {target.timeout_s:g} s (--timeout)"
        yield End(Ending.TIMEOUT, detail, clock())
    except (httpx.HTTPError, httpx.StreamError, OSError) as error:
        yield End(Ending.RESET, no_more(error), clock())
    else:
        yield End(Ending.EOF, "", clock())


_TOO_LONG = f"only the first {MOST_OF_A_REFUSAL:,} bytes of the refusal were read"
