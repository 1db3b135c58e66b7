"""Nothing tells proxies on the way to leave the stream alone.

What it checks
    The headers of an answer that is an event stream: ``Cache-Control`` with no-cache or no-store,
    and ``X-Accel-Buffering: no``. One finding a session for both, which counts further answers. A
    source that kept no headers is not judged.
Why it matters
    On the developer's machine there is no proxy and all is well. In production nginx buffers what
    it passes on unless it is told not to, and a cache may keep what nobody called private.
What to do
    Send both headers with every stream; they cost nothing where nobody reads them.
Spec
    basic/transports (the binding contract): events are delivered as they are made. No header is
    demanded for it.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_response
from wirelab.wire.traffic import Response

_UNCACHED = ("no-cache", "no-store")


@on_response("HTP010", Severity.NOTE, spec="basic/transports#the-binding-contract")
def proxies_not_told(world: World, response: Response) -> Faults:
    if not 200 <= response.status < 300 or response.content_type != "text/event-stream":
        return ()
    cached = (response.header("cache-control") or "").lower()
    missing = []
    if not any(word in cached for word in _UNCACHED):
        missing.append("Cache-Control: no-cache")
    if (response.header("x-accel-buffering") or "").strip().lower() != "no":
        missing.append("X-Accel-Buffering: no")
    if not missing:
        return ()
    lacks = f"has neither {missing[0]} nor {missing[1]}" if missing[1:] else f"has no {missing[0]}"
    return (Fault(f"the response {lacks}: a proxy may hold the stream back", key=len(missing)),)
