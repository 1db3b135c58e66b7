"""The events were made over seconds and arrived all at once.

What it checks
    At the end of an exchange with one run, times permitting: the events' own timestamps spread over
    two seconds or more, and all arrived within a tenth of that.
Why it matters
    Something on the way holds the stream back until it is complete. Everything is correct, and the
    user looks at an empty screen all the while.
What to do
    Switch buffering off: ``X-Accel-Buffering: no`` or ``proxy_buffering off`` (nginx), no response
    compression, flush after each event. A framework that collects a generator has the same effect.
Spec
    basic/transports (the binding contract): events are delivered as they are made. Timestamps are
    informational; a replay of several runs is not judged.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.wire.frame import Frame, FrameKind

_SPREAD_MS = 2_000.0
_BURST_PART = 0.1


@on_frame("HTP002", Severity.NOTE, FrameKind.CLOSED, spec="basic/transports#the-binding-contract")
def buffered_burst(world: World, frame: Frame) -> Faults:
    timing = world.timing
    first, last = timing.first_event_ms, timing.last_event_ms
    if first is None or last is None or len(world.runs.of_exchange) != 1:
        return ()
    if timing.first_stamp is None or timing.last_stamp is None:
        return ()
    unit = 1000.0 if timing.last_stamp < 1e11 else 1.0
    made, arrived = (timing.last_stamp - timing.first_stamp) * unit, last - first
    if made < _SPREAD_MS or arrived > made * _BURST_PART:
        return ()
    return (
        Fault(
            f"the events were made over {made / 1000:.1f} s by their timestamps, and arrived "
            f"within {arrived / 1000:.2f} s: the stream is buffered on the way"
        ),
    )
