"""The endpoint redirects: no run started.

What it checks
    Every answer with a status of 3xx that carries a Location, and what is different about the
    address it names.
Why it matters
    Clients follow a redirect of a POST in their own ways: after 301, 302 and 303 most ask again by
    GET, without the input; to another host they leave out the credentials; some do not follow at
    all. What the user sees is "fetch failed", or nothing.
What to do
    Use the address the redirect names. It is mostly a slash at the end that a web framework adds or
    takes away, or http where https is served.
Spec
    basic/transports/http-sse: a run that starts answers 200. No fault of the stream, there is none.
"""

from __future__ import annotations

from urllib.parse import SplitResult, urljoin, urlsplit

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_response
from wirelab.rules.wording import quote
from wirelab.steps.redaction import redact_urls
from wirelab.wire.traffic import Response

_ASKED_AGAIN_BY_GET = (301, 302, 303)


@on_response("HTP006", Severity.NOTE, spec="basic/transports/http-sse#response")
def redirected(world: World, response: Response) -> Faults:
    if not 300 <= response.status < 400 or response.status == 304:
        return ()
    location = response.header("location")
    if not location:
        return (Fault(f"status {response.status} without a Location: no run started"),)
    asked = world.request.url if world.request is not None else ""
    words = f"status {response.status} redirects to {quote(redact_urls(location), 160)}"
    difference = _difference(asked, location)
    words += f"{difference}: no run started, ask there"
    if response.status in _ASKED_AGAIN_BY_GET:
        words += f"; a client that follows {response.status} asks by GET, without the input"
    return (Fault(words + (likely("slash") if "slash" in difference else "")),)


def _difference(asked: str, location: str) -> str:
    """In which way the address differs from the one asked, in a clause, or ""."""
    try:
        here, there = urlsplit(asked), urlsplit(urljoin(asked, location))
    except ValueError:
        return ""
    if _same(here, there, path=here.path):
        return ", the same address by https" if there.scheme == "https" != here.scheme else ""
    if here.netloc and there.netloc != here.netloc:
        return ", another host, to which clients send no Authorization"
    if _same(here, there, path=here.path + "/"):
        return ", the same address with a slash at its end"
    if _same(here, there, path=here.path.removesuffix("/")):
        return ", the same address without the slash at its end"
    return ""


def _same(here: SplitResult, there: SplitResult, *, path: str) -> bool:
    return there.netloc == here.netloc and there.path == path and there.query == here.query
