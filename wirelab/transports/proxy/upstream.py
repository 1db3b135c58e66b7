"""The agent behind the proxy: which URL a path stands for, and the connections to it.

Every exchange has a connection of its own, closed with it: nothing is retried, followed, pooled or
remembered, so that what happens to one exchange is what its client sees.
"""

from __future__ import annotations

import socket
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import suppress

import httpx

from wirelab.errors import WirelabError
from wirelab.transports.http_failures import unusable_settings
from wirelab.transports.http_post import PAST_PROXIES, usable_url
from wirelab.transports.proxy.passed_headers import RawHeaders, to_agent

CONNECT_S = 30.0
"""Seconds for a connection to stand. Silence after that is the agent's and the client's matter."""


class Upstream:
    """url: where ``/`` leads; other paths go below it. insecure: certificates are not checked.

    Raises UsageError for what is no URL, WirelabError where no client can be made.
    """

    def __init__(self, url: str, *, insecure: bool = False) -> None:
        parsed = httpx.URL(usable_url(url))
        self._authorization = _basic(parsed)
        self._origin = parsed.copy_with(userinfo=b"", raw_path=b"/")
        self._path = parsed.raw_path.partition(b"?")[0]
        self._query = parsed.query
        self.url = str(parsed.copy_with(userinfo=b"", fragment=None))
        try:
            self._client = httpx.AsyncClient(
                timeout=httpx.Timeout(None, connect=CONNECT_S),
                limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
                verify=not insecure,
                follow_redirects=False,
                mounts=dict.fromkeys(PAST_PROXIES),
            )
        except (ImportError, ValueError, OSError) as error:
            raise WirelabError(unusable_settings(error)) from None

    def target(self, path: bytes, query: bytes) -> bytes:
        """What is asked of the agent for a path, as the client escaped it, and its query."""
        below = self._path if path == b"/" else self._path.rstrip(b"/") + path
        asked = b"&".join(each for each in (self._query, query) if each)
        return below + (b"?" + asked if asked else b"")

    def url_of(self, target: bytes) -> str:
        """The whole URL, for people and recordings."""
        return str(self._origin).rstrip("/") + target.decode("latin-1")

    def request(
        self, method: str, target: bytes, headers: RawHeaders, body: AsyncIterator[bytes] | None
    ) -> httpx.Request:
        """The request as it goes out. Its path is sent as it was written, whatever it holds."""
        return httpx.Request(
            method,
            self._origin,
            headers=to_agent(headers, self._authorization),
            content=body,
            extensions={"target": target},
        )

    async def send(self, request: httpx.Request) -> httpx.Response:
        """The answer, its body unread. Raises httpx.HTTPError, OSError."""
        response = await self._client.send(request, stream=True)
        self._client.cookies.clear()
        return response


def hang_up(response: httpx.Response) -> None:
    """End the connection of an answer at once."""
    stream = response.extensions.get("network_stream")
    connection = stream.get_extra_info("socket") if stream is not None else None
    if connection is not None:
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)


def _basic(url: httpx.URL) -> bytes | None:
    """The user information of a URL as the header it stands for."""
    if not url.userinfo:
        return None
    return b"Basic " + b64encode(f"{url.username}:{url.password}".encode())
