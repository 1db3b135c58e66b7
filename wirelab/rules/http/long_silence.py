"""Nothing arrived for more than thirty seconds.

What it checks
    The time between two arrivals of any kind, comments included, and from the response head to the
    first. One finding an exchange, for the first such silence. The last silence counts when the
    body then ended under a run, not when it was this side that gave up.
Why it matters
    Proxies and load balancers cut what is idle: the finding names common limits that would have
    cut this stream, by their defaults. A tool that takes a minute then looks like a crash.
What to do
    Send a comment (": keep-alive" and a blank line) every 15 seconds or so while there is nothing
    else to say.
Spec
    basic/transports/http-sse: comments may be sent at any cadence. No silence is forbidden.
"""

from __future__ import annotations

from wirelab.projections.timing import SILENCE_MS
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import how_it_ended
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import listing
from wirelab.wire.frame import Frame, FrameKind

_LIMITS = (
    (29, "29 s (AWS API Gateway)"),
    (30, "30 s (Google Cloud load balancing)"),
    (55, "55 s (Heroku)"),
    (60, "60 s (nginx, AWS ALB)"),
)
"""Seconds without traffic after which they cut a response, unless told otherwise."""


@on_frame(
    "HTP003",
    Severity.NOTE,
    FrameKind.EVENT,
    FrameKind.COMMENT,
    FrameKind.STRAY,
    FrameKind.BINARY,
    FrameKind.CUT_OFF,
    FrameKind.CLOSED,
    spec="basic/transports/http-sse",
)
def long_silence(world: World, frame: Frame) -> Faults:
    timing, at_ms = world.timing, frame.at_ms
    last = timing.last_arrival_ms
    if at_ms is None or last is None or at_ms - last <= SILENCE_MS:
        return ()
    if timing.answered_ms is not None and timing.answered_ms > last:
        last = timing.answered_ms
        if at_ms - last <= SILENCE_MS:
            return ()
    if frame.kind is FrameKind.CLOSED and not _worth_telling(world, frame):
        return ()
    silent = (at_ms - last) / 1000
    limits = listing([words for seconds, words in _LIMITS if silent > seconds])
    return (
        Fault(
            f"nothing arrived for {silent:.0f} s: limits of {limits} would have cut the stream; "
            "a comment now and then keeps it",
            key=world.runs.exchange,
        ),
    )


def _worth_telling(world: World, closed: Frame) -> bool:
    ours = how_it_ended(closed) in ("timeout", "cancelled", "unreached")
    return world.runs.active is not None and not ours
