"""httpx-sse delivers something else from these bytes than SSE says.

What it checks
    At the end of a stream that holds something decoders are known to differ about (fields beside
    ``data``, a BOM, CR, a charset other than UTF-8): httpx-sse is run over the bytes, from there on
    and up to 256 KiB, and what it delivers is compared with what the grammar gives. A stream
    without any of it is not run. One finding an exchange.
Why it matters
    Most Python clients read their events through it. What it adds is mostly an event without data,
    which json.loads fails on; what it loses is lost without a word.
What to do
    Send ``data`` and comments alone. AG-UI has no use for ``id``, ``event`` and ``retry``: clients
    are to ignore them. A client can pass over events with empty data.
Spec
    WHATWG server-sent events (9.2.6): a block without data dispatches nothing, whatever else it
    holds; one BOM at the start is dropped; the encoding is always UTF-8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import quote
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.httpx_sse_reading import read_by_httpx_sse

if TYPE_CHECKING:
    from wirelab.wire.httpx_sse_reading import Reading


@on_frame("REF020", Severity.NOTE, FrameKind.CLOSED, spec="basic/transports/http-sse", opinion=True)
def httpx_sse_differs(world: World, frame: Frame) -> Faults:
    odd = world.odd_bytes
    if not odd.frames:
        return ()
    charset = f"; charset={odd.charset}" if odd.charset else ""
    headers = (("content-type", f"text/event-stream{charset}"),)
    reading = read_by_httpx_sse((each.raw for each in odd.frames), headers)
    told = [each for each in odd.frames if each.kind is FrameKind.EVENT]
    words = _difference(told, reading)
    return (Fault(f"httpx-sse: {words}"),) if words else ()


def _difference(told: list[Frame], reading: Reading) -> str:
    """The first difference, in words; "" where there is none."""
    got = reading.data
    same = 0
    while same < min(len(told), len(got)) and told[same].data == got[same]:
        same += 1
    if same == len(told) == len(got):
        return ""
    counts = f"delivers {len(got)} events of these bytes, SSE {len(told)}"
    behind = f"after frame {told[same - 1].seq}" if same else "first of all"
    if same < len(got) and not got[same]:
        return f"{counts}; {behind} it delivers one without data, which is no JSON"
    if len(got) < len(told):
        return f"{counts}; the event of frame {told[same].seq} is lost"
    if same < len(told):
        here = f"the event of frame {told[same].seq}"
        return f"{counts}; {here} reads {quote(got[same], 80)} there"
    return f"{counts}; {behind} it delivers {quote(got[same], 80)}"
