"""The event stream is compressed.

What it checks
    The Content-Encoding of an answer that is an event stream.
Why it matters
    A compressor collects before it writes: unless it is flushed after every event, the events
    arrive in lumps, or all at the end. Proxies and middlewares that compress "everything" do this
    to streams that the agent itself wrote properly.
What to do
    Leave text/event-stream out of the compression (in nginx it is not in gzip_types unless
    somebody put it there; Starlette's GZipMiddleware and Express' compression have lists, too).
Spec
    basic/transports (the binding contract): events are delivered as they are made. HTTP admits the
    encoding.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_response
from wirelab.rules.wording import quote
from wirelab.wire.traffic import Response


@on_response("HTP009", Severity.NOTE, spec="basic/transports#the-binding-contract")
def compressed_stream(world: World, response: Response) -> Faults:
    encoding = (response.header("content-encoding") or "").strip().lower()
    if encoding in ("", "identity") or response.content_type != "text/event-stream":
        return ()
    asked = world.request is not None and any(
        name.lower() == "accept-encoding" and value.strip().lower() == "identity"
        for name, value in world.request.headers
    )
    though = ", though the request asked for none (Accept-Encoding: identity)" if asked else ""
    return (
        Fault(
            f"the event stream is compressed (Content-Encoding: {quote(encoding)}){though}; a "
            "compressor holds events back unless it is flushed after each"
        ),
    )
